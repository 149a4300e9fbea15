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

const build = { name: "build", command: "node scripts/build/build.mjs --if-stale" };

/** Folders of `test/deep` whose tests only compute. */
const SEARCHES = ["ai", "explore", "market", "parser", "settle", "swap", "verify", "wire"];

/**
 * The steps of each gate, longest first, because they start in this order. `after` names the steps that must pass before
 * a step.
 */
export const GATES = {
  // The gate for contributors. Its goal is two minutes on two cores.
  quick: [
    // Tests wait for timers and sockets, so one more worker than cores fills the gaps.
    vitest("quick", "unit", `--maxWorkers=${availableParallelism() + 1}`, "--project unit"),
    { name: "types", command: "npm run --silent types" },
    { name: "promises", command: "npm run --silent promises" },
    { name: "lint", command: "npx biome check ." },
    { name: "words", command: "node scripts/checks/words.mjs" },
    { name: "names", command: "node scripts/checks/names.mjs" },
  ],
  // Tests that take minutes, or need other programs or runtimes, and checks that few changes fail.
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
    {
      name: "browser",
      command: 'node scripts/gate/browser-tests.mjs --exclude "test/browser/site/**"',
      after: ["build"],
    },
    { name: "examples", command: "npm run --silent test:examples", after: ["build"] },
    {
      name: "site",
      command: "npm run --silent docs && node scripts/gate/browser-tests.mjs test/browser/site",
      after: ["build"],
    },
    vitest("deep", "searches", "--project deep", ...SEARCHES.map((area) => `test/deep/${area}/`)),
    { name: "clients", command: "npm run --silent test:clients", after: ["build"] },
    {
      // CI starts from a bare clone, so the runtimes are installed first.
      name: "runtimes",
      command: `npm run --silent test:runtimes ${process.env.CI ? "-- --install" : ""}`,
      after: ["build"],
    },
    { name: "runners", command: "npm run --silent test:runners", after: ["build"] },
    vitest("deep", "long", "--project long --project apart"),
    { name: "packages", command: "node scripts/checks/packages.mjs", after: ["build"] },
    { name: "api", command: "node scripts/checks/api-report.mjs", after: ["build"] },
    { name: "unused code", command: "npx knip" },
    { name: "imports", command: "npm run --silent imports" },
    {
      name: "costs",
      command: "node --expose-gc --max-semi-space-size=256 scripts/checks/costs.mjs",
      after: ["build"],
    },
  ],
};
