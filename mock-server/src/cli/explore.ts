import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { makeServer } from "../create.js";
import { type ExploreProcessOptions, explored } from "../explore/explore-process.js";
import { ProcessGroup } from "../explore/process-app.js";
import type { Report } from "../explore/report.js";
import { withoutUndefined } from "../kernel/schema-kit.js";
import { beforeCommand, type CliCommand, flagsOf, onStop, UsageError } from "./cli-command.js";
import { stopSignal } from "./serve.js";
import { readWorldFile } from "./world-file.js";

const HELP = `Runs a command once for each fault at each of its requests, kills it before and after each, and checks the end.

Usage: intent-tx-mock explore [options] -- COMMAND [ARGUMENT ...]

  --expect TEXT   balance changes that must hold at the end: "shop: +1 SOL, bob: -5 USDC"; a wallet of the world,
                  or an address
  --check FILE    a module whose default export checks the end: ({ server, ended, folder, output }) => throws if wrong
  --jobs N        number of schedules that run in parallel (default: the number of cores)
  --keep DIR      retains the working folder of each schedule in DIR, and the report, DIR/report.json
  --open          shows the schedules that failed in the studio, until Ctrl-C
  --ready URL     for a server: a URL that responds when it is ready; {PORT} is a free port, also the variable PORT
  --drive FILE    for a server: a script that plays the user, run by Node with APP_URL; the server is ended after it
  --schedules N   maximum number of schedules (default 2000)
  --only TEXT     tries only this schedule from a report, such as 9:lost
  --world FILE    adds the wallets, tokens and more in this JSON file

Each schedule has a fresh world and a fresh copy of the working folder. The command gets the variables of
intent-tx-mock exec, and SOLANA_RPC_URL. Time is the machine's, so waits are real. Ctrl-C ends with the report.
Exit code: 0 if all held, 1 after a failure, 2 if schedules were skipped or the command is unusable.

Example: intent-tx-mock explore --expect "bob: +1 SOL" -- python worker.py`;

const text = { type: "string" } as const;
const OPTIONS = {
  expect: text,
  check: text,
  jobs: text,
  keep: text,
  ready: text,
  drive: text,
  schedules: text,
  only: text,
  world: text,
  open: { type: "boolean" },
} as const;

const numberOf = (name: string, given: string | undefined) => {
  if (given !== undefined && !/^[1-9]\d{0,5}$/.test(given))
    throw new UsageError(`--${name} ${given}: must be a whole number from 1`);
  return given === undefined ? undefined : Number(given);
};

/** Stays an `import()` in the CommonJS build, which turns others into `require()`. */
const load: (url: string) => Promise<Readonly<Record<string, unknown>>> = Function(
  "url",
  "return import(url)",
) as never;

/** The check of a module: its default export, or `check`. */
async function checkOf(file: string) {
  if (!existsSync(file)) throw new UsageError(`--check ${file}: no such file`);
  const found = await load(pathToFileURL(resolve(file)).href);
  const check = found["default"] ?? found["check"];
  if (typeof check !== "function")
    throw new UsageError(`--check ${file}: has no function as its default export`);
  return check as NonNullable<ExploreProcessOptions["check"]>;
}

/** Runs a script that plays the user. It throws if the script fails. */
function driverOf(file: string): NonNullable<ExploreProcessOptions["drive"]> {
  if (!existsSync(file)) throw new UsageError(`--drive ${file}: no such file`);
  return async ({ url, env }) => {
    const variables = { ...process.env, ...env, APP_URL: url };
    const group = new ProcessGroup([process.execPath, resolve(file)], ".", variables);
    const code = await group.exited;
    if (code !== 0) throw new Error(`${file} ended with code ${code}: ${group.output.slice(-2000)}`);
  };
}

const quoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Shows a report in the studio until the process is stopped. */
async function openStudio(report: Report): Promise<void> {
  using stop = stopSignal();
  await using server = await makeServer({}, { report: report.json() });
  await server.listen({ port: 0 });
  const url = server.baseUrl.replace(/\/v1$/, "/studio/explore");
  console.log(`\nThe studio shows the report at ${url} until Ctrl-C.`);
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  // Without a browser, the address is enough.
  spawn(program, [url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
  await stop.stopped;
}

export const exploreCommand: CliCommand = {
  name: "explore",
  summary: "try every fault at every request of a command, and crash it at every moment",
  help: HELP,
  async run(args) {
    const { flags: given, program, rest } = beforeCommand("explore", args);
    const flags = flagsOf(given, OPTIONS);
    const { expect, keep, ready, only } = flags;
    const [jobs, schedules] = [numberOf("jobs", flags.jobs), numberOf("schedules", flags.schedules)];
    const end = new AbortController();
    using _interrupted = onStop(() => end.abort());
    const replayed = (schedule: string) => {
      const words = [...(only === undefined ? ["--only", schedule] : []), ...args];
      return `npx @intent-tx/mock-server explore ${words.map(quoted).join(" ")}`;
    };
    const options: ExploreProcessOptions = {
      command: [program, ...rest],
      ...withoutUndefined({ expect, jobs, keep, ready, only }),
      ...(flags.check !== undefined && { check: await checkOf(flags.check) }),
      ...(flags.drive !== undefined && { drive: driverOf(flags.drive) }),
      ...(schedules !== undefined && { budget: { schedules } }),
      ...(flags.world !== undefined && { server: { world: readWorldFile("--world", flags.world, "1") } }),
      throws: false,
      signal: end.signal,
      onProgress: ({ done, failed, left, seconds }) => {
        if (process.stderr.isTTY)
          process.stderr.write(`\r${done} done, ${failed} failed, ${left} left, ${seconds} s \r`);
      },
    };
    const report = await explored(options, replayed);
    console.log(report.toString());
    if (keep !== undefined) await report.save(join(keep, "report.json"));
    if (flags.open && report.failures.length > 0) await openStudio(report);
    if (report.failures.length > 0) return 1;
    return report.skipped.length > 0 ? 2 : 0;
  },
};
