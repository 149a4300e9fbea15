import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { makeHost } from "../create.js";
import type { Interception } from "../faults/request-faults.js";
import { TokenList } from "../fixtures/tokens.js";
import type { HttpHandler, HttpRequest } from "../http/message.js";
import { requestText } from "../http/outgoing.js";
import { tryPort } from "../http/ports.js";
import { checkedOption } from "../kernel/checked.js";
import { OptionError } from "../kernel/errors.js";
import { byName, integer, list, maybe, part, text } from "../kernel/schema-kit.js";
import { wallMark, wallWait } from "../kernel/timers.js";
import type { MockServerOptions } from "../options.js";
import { environmentOf } from "../server/environment-variables.js";
import { MockServer } from "../server/server.js";
import { tellChain } from "./chain-story.js";
import { expectation } from "./expectation.js";
import { BUDGET, Exploration, functionType, LIMITS } from "./exploration.js";
import { type ExploredFaults, ProcessFaultsSchema, type Schedule, scheduleText } from "./faults.js";
import { Network } from "./network.js";
import { Process } from "./process.js";
import { copyFolder, ProcessGroup } from "./process-app.js";
import { type Report, secretsOf } from "./report.js";
import { type AppRun, checkedRun, type Ended, MAX_LIVES, RESTART_MS } from "./run.js";

/** Argument of the check of {@link exploreProcess}. */
export interface ProcessEnding {
  /** The mock server, without faults. */
  readonly server: MockServer;
  /** How the app ended. */
  readonly ended: Ended;
  /** The working folder, with all that the app has written. */
  readonly folder: string;
  /** The end of what the app has printed, in all lives. */
  readonly output: string;
}

/** A server under exploration, for the user that `drive` plays. */
export interface DrivenApp {
  /** The URL of `ready`. */
  readonly url: string;
  /** The variables of the app. */
  readonly env: Readonly<Record<string, string>>;
}

/** Options of {@link exploreProcess}. */
export interface ExploreProcessOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** More variables for the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder, of which each schedule gets a fresh copy. Default: the current folder. */
  readonly cwd?: string;
  /**
   * Throws if something is wrong at the end. Without `check` and `expect`, another exit code than 0 is a failure.
   * @param ending The server, the working folder and the app's output at the end.
   * @example
   * ```ts
   * import type { ExploreProcessOptions } from "@intent-tx/mock-server/explore";
   *
   * const check: ExploreProcessOptions["check"] = ({ ended, output }) => {
   *   if (ended.how !== "returned") throw new Error(output);
   * };
   * ```
   */
  readonly check?: (ending: ProcessEnding) => unknown;
  /** Balance changes that must hold at the end: `shop: +1 SOL`. A wallet of the world, or an address. */
  readonly expect?: string;
  /** For a server: a URL that responds when the app is ready. `{PORT}` is a free port, also the variable `PORT`. */
  readonly ready?: string;
  /**
   * For a server: plays the user as soon as `ready` responds. The app is ended after it.
   * @param app The app's URL and its variables.
   * @example
   * ```ts
   * import type { ExploreProcessOptions } from "@intent-tx/mock-server/explore";
   *
   * const drive: ExploreProcessOptions["drive"] = ({ url }) => fetch(`${url}/buy`, { method: "POST" });
   * ```
   */
  readonly drive?: (app: DrivenApp) => unknown;
  /** Number of schedules that run in parallel. Default: the number of cores. */
  readonly jobs?: number;
  /** A folder that retains the working folder of each schedule. Default: they are deleted. */
  readonly keep?: string;
  /** Options of the mock server. Default: seed 1. */
  readonly server?: MockServerOptions;
  /** The faults to try. Default: those of requests, the chain and crashes, except outages by time. */
  readonly faults?: Pick<ExploredFaults, "api" | "chain" | "crash">;
  /** Maximum number of schedules (default 2,000), and whether schedules may be left untried. */
  readonly budget?: { readonly schedules?: number; readonly partial?: boolean };
  /** Tries only this schedule from a report, such as `9:lost`. */
  readonly only?: string;
  /** Whether failures and untried schedules throw an {@link ExplorationError}. Default true. */
  readonly throws?: boolean;
  /** Ends the exploration early. All schedules that are left count as skipped. */
  readonly signal?: AbortSignal;
  /**
   * Called after each schedule.
   * @param progress Numbers of schedules, and the seconds since the start.
   * @example
   * ```ts
   * import type { ExploreProcessOptions } from "@intent-tx/mock-server/explore";
   *
   * const onProgress: ExploreProcessOptions["onProgress"] = ({ done, left }) => console.log(done, left);
   * ```
   */
  readonly onProgress?: (progress: { done: number; failed: number; left: number; seconds: number }) => void;
}

const OptionsSchema = part({
  command: list(text).check(z.minLength(1, "must name a program")),
  env: maybe(byName(text)),
  cwd: maybe(text),
  check: maybe(functionType),
  drive: maybe(functionType),
  expect: maybe(text),
  ready: maybe(text),
  jobs: maybe(integer(1)),
  keep: maybe(text),
  server: maybe(z.looseObject({})),
  faults: maybe(ProcessFaultsSchema),
  budget: maybe(part(BUDGET)),
  ...LIMITS,
  signal: maybe(z.instanceof(AbortSignal, { error: "must be an AbortSignal" })),
  onProgress: maybe(functionType),
});

/** Longest time of a run: an app that waits for a blockhash to expire takes more than a minute. */
const RUN_MS = 180_000;
const READY_MS = 60_000;
const POLL_MS = 100;
/** The faults of the simulation that a process cannot have, or that would take minutes. */
const OF_PROCESSES = { machine: false, disk: false, wallet: false } as const;

/** Waits until a URL responds, or the app has ended. */
async function responds(url: string, group: ProcessGroup, signal: AbortSignal): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  group.exited.then(end, end);
  for (const start = wallMark(); !hasEnded && !signal.aborted; await wallWait(POLL_MS, signal)) {
    if (await requestText(url, { deadlineMs: POLL_MS * 20, signal }).catch(() => undefined)) return;
    if (wallMark() - start > READY_MS) throw new Error(`The app did not respond at ${url} within a minute.`);
  }
}

/** Sends all requests and WebSocket messages of a world through the network of a run. */
function observe(
  server: Awaited<ReturnType<typeof makeHost>>,
  handle: (request: HttpRequest, serve: HttpHandler) => ReturnType<HttpHandler>,
) {
  const { faults } = server.root.world.parts;
  const before = faults.before.bind(faults);
  faults.before = async (request, path, fields) => {
    const whole: { -readonly [K in keyof Interception]: Interception[K] } = {
      around: (_, serve) =>
        handle(request, async (changed) => {
          const inner = await before(changed, path, fields);
          if (!inner) return serve(changed);
          // The service reads these of the whole interception.
          Object.assign(whole, { response: inner.response, prepare: inner.prepare });
          return inner.around(changed, serve);
        }),
    };
    return whole;
  };
  return () => {
    faults.before = before;
  };
}

/** Runs a command under a schedule: a fresh world, and a fresh copy of the working folder. */
async function runProcess(
  options: ExploreProcessOptions,
  schedule: Schedule,
  stop: AbortSignal,
): Promise<AppRun & { readonly secrets: readonly string[] }> {
  const { command, cwd = ".", keep, check, drive, ready } = options;
  const host = await makeHost({ seed: 1, ...options.server });
  await using server = new MockServer(host);
  await server.listen({ port: 0 });
  const { tokens } = host.root.world.parts.data;
  const verify =
    options.expect === undefined
      ? undefined
      : await expectation(server, new TokenList(tokens), options.expect);
  const folder = keep
    ? resolve(keep, scheduleText(schedule).replaceAll(":", "-"))
    : await mkdtemp(join(tmpdir(), "intent-tx-explore-"));
  if (keep) {
    // An earlier exploration may have left its folder.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  await copyFolder(resolve(cwd), folder, keep && resolve(keep));
  const port = String(await tryPort(0));
  const url = ready?.replaceAll("{PORT}", port) ?? "";
  const own = { ...environmentOf(server), SOLANA_RPC_URL: server.rpc.live, PORT: port, ...options.env };
  const env = { ...process.env, ...own };

  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  let life = new Process(0);
  const network = new Network((request) => host.handle(request), server, schedule);
  const untell = await tellChain(host, server, network.requests);
  const restore = observe(host, (request, serve) => network.handle(life, request, serve));

  let group: ProcessGroup | undefined;
  let driven: Promise<unknown> | undefined;
  let error: unknown;
  /** One life of the app. */
  const live = async (): Promise<Ended["how"]> => {
    group = new ProcessGroup(command, folder, env, group?.output);
    const { exited } = group;
    const current = life;
    const kill = group.kill.bind(group);
    current.crash.signal.addEventListener("abort", kill);
    signal.addEventListener("abort", kill);
    if (ready) await responds(url, group, signal);
    if (drive && !driven) {
      driven = Promise.resolve({ url, env: own }).then(drive);
      driven.catch(() => undefined).finally(() => over.abort());
    }
    const code = await exited;
    if (!current.isAlive) return "crashes";
    if (code === 0) return "returned";
    error = new Error(`The command exited with code ${code}.`);
    return "threw";
  };
  let how: Ended["how"] = "hung";
  try {
    const limit = wallWait(RUN_MS, signal).then(() => !signal.aborted && over.abort("hung"));
    how = await live();
    while (how === "crashes" && life.number + 1 < MAX_LIVES && !signal.aborted) {
      await wallWait(RESTART_MS, signal);
      life = new Process(life.number + 1);
      how = await live();
    }
    if (over.signal.reason === "hung") how = "hung";
    else if (over.signal.aborted) how = "returned";
    over.abort();
    await limit;
    if (how === "returned") await driven;
  } catch (thrown) {
    [how, error] = ["threw", thrown];
  } finally {
    over.abort();
    life.crash.abort("the run ended");
    restore();
  }
  const end = { how, error, lives: life.number + 1 };
  // A pipe can still have text after the exit.
  const printed = () => group?.output ?? "";
  const run = await checkedRun(server, network, end, async (ended) => {
    if (how === "hung") throw new Error(`The app has not ended within ${RUN_MS / 60_000} minutes.`);
    if (!check && !verify && how !== "returned") throw error ?? new Error(`The app ${how}.`);
    await verify?.();
    await check?.({ server, ended, folder, output: printed() });
  });
  untell();
  if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return { ...run, output: printed(), secrets: secretsOf(server, env) };
}

/**
 * Runs a program of any language against the mock server once for each fault at each of its requests, over real sockets,
 * and kills it before and after each request. Each schedule has a fresh world and a fresh copy of the working folder.
 * The program gets the variables of `intent-tx-mock exec`, and `SOLANA_RPC_URL`. Time is the machine's, so waits are real.
 *
 * @param options The command, the check, the faults and the limits.
 * @returns The report.
 * @throws ExplorationError when the app went wrong under a schedule, or when schedules were left untried.
 * @throws OptionError when an option is invalid.
 * @example
 * ```ts no-run
 * import { exploreProcess } from "@intent-tx/mock-server/explore";
 *
 * const report = await exploreProcess({ command: ["python", "worker.py"], expect: "bob: +1 SOL" });
 * console.log(report.schedules, report.failures.length);
 * ```
 */
export function exploreProcess(options: ExploreProcessOptions): Promise<Report> {
  return explored(options, (schedule) => `exploreProcess({ …, only: ${JSON.stringify(schedule)} })`);
}

/** Explores with the text that replays a schedule. */
export async function explored(
  options: ExploreProcessOptions,
  replay: (schedule: string) => string,
): Promise<Report> {
  checkedOption("", OptionsSchema, options);
  if (options.drive && options.ready === undefined)
    throw new OptionError("ready", "is required with drive, which begins when the app responds at this URL");
  const { faults = {}, jobs = availableParallelism(), signal, onProgress } = options;
  const stop = signal ?? new AbortController().signal;
  const exploration = new Exploration(options);
  const began = wallMark();
  let left = 1;
  const attempt = async (schedule: Schedule) => {
    const run = await runProcess(options, schedule, stop);
    if (stop.aborted) {
      exploration.skip(1, "interrupted");
      return run;
    }
    exploration.add(schedule, run);
    const { tried: done, failures } = exploration;
    const seconds = Math.round((wallMark() - began) / 1000);
    onProgress?.({ done, failed: failures.length, left: --left, seconds });
    return run;
  };

  const { requests, secrets } = await attempt([]);
  const isTooSlow = (schedule: Schedule) =>
    !options.only && !faults.chain && !faults.api && schedule.some(({ kind }) => kind === "outage-100s");
  const all = exploration
    .planned(requests, { ...faults, ...OF_PROCESSES })
    .filter((schedule) => !isTooSlow(schedule));
  const queue = all.slice(0, exploration.most - 1);
  exploration.skip(all.length - queue.length, `budget.schedules is ${exploration.most}`);
  left = queue.length;
  const work = async () => {
    for (let next = queue.shift(); next && !stop.aborted; next = queue.shift()) await attempt(next);
  };
  await Promise.all(Array.from({ length: jobs }, work));
  if (stop.aborted) exploration.skip(queue.length, "interrupted");
  exploration.failures.sort((one, other) => one.trace.length - other.trace.length);
  return exploration.report(requests.length, replay, secrets);
}
