import { availableParallelism } from "node:os";
import process from "node:process";
import { REPORTS } from "./gate-tests.mjs";

/** A run of Vitest whose report the gate counts. */
const vitest = (gate, name, ...flags) => ({
  name,
  command: [
    "npx vitest run --reporter=default --reporter=json",
    `--outputFile.json=${REPORTS}/${gate}/${name}.json`,
    ...flags,
  ].join(" "),
});

// Where CI runs, nothing but the clone is there: the runtimes are installed first.
const CI = Boolean(process.env.CI);

const build = { name: "build", command: "node scripts/build.mjs --if-stale" };

/** Folders of `test/deep` whose tests compute and do nothing else. */
const SEARCHES = ["parser", "settle", "swap", "verify", "wire"];

/**
 * The steps of each gate, longest first, since they start in this order. A step has a `command`, or names a `script` of
 * package.json and is left out where there is none; `after` names the steps that must have passed before it.
 */
export const GATES = {
  // The gate that a contributor waits for. Its goal is two minutes on two cores.
  quick: [
    // Tests wait for timers, sockets and programs that they start: one worker more than there are cores fills the gaps.
    vitest("quick", "unit", `--maxWorkers=${availableParallelism() + 1}`, "--project unit --project apart"),
    build,
    { name: "promises", command: "npm run --silent promises" },
    { name: "types", command: "npm run --silent types" },
    // The deep gate builds the site, before it opens it in a browser.
    { name: "docs", command: "node scripts/docs.mjs --check" },
    { name: "packages", command: "node scripts/packages.mjs", after: ["build"] },
    { name: "api", command: "node scripts/api-report.mjs", after: ["build"] },
    { name: "lint", command: "npx biome check ." },
    { name: "unused code", command: "npx knip" },
    { name: "imports", command: "node scripts/boundaries.mjs" },
    { name: "names", command: "node scripts/names.mjs" },
    { name: "comments", command: "node scripts/comments.mjs" },
    { name: "corpus", command: "npm run --silent corpus" },
  ],
  // The rest: minutes, other programs, other runtimes.
  deep: [
    build,
    // Its servers, fleets and validators mostly wait for time to pass: the steps below work meanwhile.
    {
      ...vitest(
        "deep",
        "deep",
        "--project deep",
        ...SEARCHES.map((area) => `--exclude "test/deep/${area}/**"`),
      ),
      after: ["build"],
    },
    vitest("deep", "searches", "--project deep", ...SEARCHES.map((area) => `test/deep/${area}/`)),
    { name: "browser", script: "test:browser", after: ["build"] },
    { name: "clients", script: "test:clients", after: ["build"] },
    { name: "examples", script: "test:examples", after: ["build"] },
    { name: "runtimes", script: "test:runtimes", flags: CI ? "-- --install" : "", after: ["build"] },
    { name: "runners", script: "test:runners", after: ["build"] },
    { name: "release", script: "release:check", after: ["build"] },
  ],
};
