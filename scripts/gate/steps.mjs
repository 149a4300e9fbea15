import { availableParallelism } from "node:os";
import process from "node:process";
import { REPORTS } from "./tests.mjs";

/** A Vitest run whose report the gate counts. */
const vitest = (gate, name, ...flags) => ({
  name,
  command: [
    "npx vitest run --reporter=default --reporter=json",
    `--outputFile.json=${REPORTS}/${gate}/${name}.json`,
    ...flags,
  ].join(" "),
});

// CI starts from a bare clone, so the runtimes are installed first.
const CI = Boolean(process.env.CI);

const build = { name: "build", command: "node scripts/build/build.mjs --if-stale" };

/** Folders of `test/deep` whose tests only compute. */
const SEARCHES = ["ai", "explore", "market", "parser", "settle", "swap", "verify", "wire"];

/**
 * The steps of each gate, longest first, because they start in this order. A step has a `command`, or names a `script`
 * of package.json and is skipped if that is missing; `after` names the steps that must pass before it.
 */
export const GATES = {
  // The gate for contributors. Its goal is two minutes on two cores.
  quick: [
    // Tests wait for timers, sockets and programs that they start, so one more worker than cores fills the gaps.
    vitest("quick", "unit", `--maxWorkers=${availableParallelism() + 1}`, "--project unit --project apart"),
    build,
    { name: "promises", command: "npm run --silent promises" },
    { name: "types", command: "npm run --silent types" },
    { name: "api", command: "node scripts/checks/api-report.mjs", after: ["build"] },
    { name: "lint", command: "npx biome check ." },
    { name: "unused code", command: "npx knip" },
    { name: "imports", command: "npm run --silent imports" },
    { name: "names", command: "node scripts/checks/names.mjs" },
    { name: "words", command: "node scripts/checks/words.mjs" },
    { name: "corpus", command: "npm run --silent corpus" },
  ],
  // Tests that take minutes, or need other programs or runtimes.
  deep: [
    build,
    // The servers, fleets and validators of these tests mostly wait, so the next steps run at the same time.
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
    { name: "packages", command: "node scripts/checks/packages.mjs", after: ["build"] },
  ],
};
