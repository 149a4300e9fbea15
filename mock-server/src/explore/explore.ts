import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { makeHost } from "../create.js";
import { checkedOption } from "../kernel/checked.js";
import { Random } from "../kernel/random.js";
import { integer, maybe, part } from "../kernel/schema-kit.js";
import type { MockServerOptions } from "../options.js";
import { MockServer } from "../server/server.js";
import { clientLibraries } from "./connections.js";
import { BUDGET, Exploration, functionType, LIMITS } from "./exploration.js";
import { type ExploredFaults, FaultsSchema, type Schedule, scheduleText } from "./faults.js";
import type { TracedRequest } from "./network.js";
import { clearedTimers } from "./process.js";
import { type ExplorationFailure, failureOf, type Report, secretsOf } from "./report.js";
import { type AppRun, type ExploredApp, runOnce } from "./run.js";
import { longer, payingFirst } from "./schedules.js";

/** Options of {@link explore}. `S` is the result of `setup`. */
export interface ExploreOptions<S> extends ExploredApp<S> {
  /** Options of the mock server. Default: seed 1, and a clock in mode `auto` from 2026-01-01T00:00:00Z. */
  readonly server?: MockServerOptions;
  /** The faults to try. Default: all. */
  readonly faults?: ExploredFaults;
  /** Maximum number of faults in one schedule. Default 1. */
  readonly depth?: 1 | 2;
  /**
   * Limits: `schedules` (default 2,000), and `ms` of the process's CPU time (default 180,000). If schedules are left
   * untried, the exploration fails, unless it may be `partial`.
   */
  readonly budget?: { readonly schedules?: number; readonly ms?: number; readonly partial?: boolean };
  /** Tries only this schedule from a report, such as `9:lost`. */
  readonly only?: string;
  /** Whether failures and untried schedules throw an {@link ExplorationError}. Default true. */
  readonly throws?: boolean;
}

const auto = z.literal("auto", 'must be "auto", because an exploration moves the clock');

const OptionsSchema = part({
  server: maybe(z.looseObject({ clock: maybe(z.looseObject({ mode: maybe(auto) })) })),
  setup: maybe(functionType),
  run: functionType,
  check: maybe(functionType),
  faults: maybe(FaultsSchema),
  depth: maybe(integer(1, 2)),
  budget: maybe(part({ ...BUDGET, ms: maybe(integer(1)) })),
  ...LIMITS,
});

/** Number of failures that are shrunk: the shortest ones. */
const TOLD = 5;
/** Number of runs that may hang. Each takes ten seconds. */
const MAX_HUNG = 3;

const DIFFERS =
  "The app sent different requests from those of the run without faults, so the runs cannot be compared. Usual causes: Date.now() (use server.clock.now()), Math.random() and random IDs (derive them from the order), real timers (use server.clock.sleep), and module variables that keep values from the previous run.";

/**
 * Runs an app against the mock server once for each fault at each of its requests. It also crashes the app before and
 * after each request and starts it again. After each run, `check` verifies what must hold. The clock is virtual, so a
 * run takes milliseconds. The same seed and code give the same report.
 *
 * @param options The app (`setup`, `run`, `check`), the faults and the limits.
 * @returns The report.
 * @throws ExplorationError when the app went wrong under a schedule, or when schedules were left untried. The message
 * shows the requests, and how to replay.
 * @throws OptionError when an option is invalid.
 * @example
 * ```ts
 * import { explore } from "@intent-tx/mock-server/explore";
 *
 * const report = await explore({
 *   run: ({ client }) => client.prices.retrieve("SOL"),
 *   check: ({ ended }) => {
 *     if (ended.how !== "returned") throw new Error(`the app ${ended.how}`);
 *   },
 *   faults: { api: ["lost"], chain: false },
 * });
 * console.log(report.schedules, report.failures.length);
 * ```
 */
export async function explore<S = undefined>(options: ExploreOptions<S>): Promise<Report> {
  checkedOption("", OptionsSchema, options);
  const { only, faults = {}, budget: { ms = 180_000 } = {} } = options;
  const depth = only === undefined ? (options.depth ?? 1) : 1;
  const exploration = new Exploration(options);
  const clock = { now: "2026-01-01T00:00:00Z", ...options.server?.clock, mode: "auto" } as const;
  const host = await makeHost({ seed: 1, ...options.server, clock });
  await using server = new MockServer(host);
  using _timers = clearedTimers();
  const initial = await server.snapshot();
  const libraries = await clientLibraries();
  const checked = new Map<ExplorationFailure, { readonly schedule: Schedule; readonly run: AppRun }>();
  const began = process.cpuUsage();
  let hung = 0;
  /** The requests of the run without faults. */
  let plain: readonly TracedRequest[] | undefined;
  /** Why the exploration ends early. */
  let stop: string | undefined;

  const runUnder = async (...args: [Schedule, Parameters<typeof runOnce>[4]?]) => {
    await server.restore(initial);
    server.requests.clear();
    return runOnce(host, options, libraries, ...args);
  };

  /** Runs the app under a schedule and returns its requests; none if the request of a fault did not occur. */
  const attempt = async (schedule: Schedule): Promise<readonly TracedRequest[]> => {
    const run = await runUnder(schedule);
    const { requests, ended } = run;
    const difference = plain && differenceOf(plain, requests, schedule[0]?.request);
    if (difference !== undefined) {
      exploration.add(schedule, { ...run, failure: { error: new Error(`${DIFFERS} ${difference}`) } });
      stop = "the app sends different requests in each run";
      return [];
    }
    const failure = exploration.add(schedule, run);
    if (failure && options.check && ended.how !== "hung") checked.set(failure, { schedule, run });
    if (ended.how === "hung" && ++hung === MAX_HUNG) stop = `${MAX_HUNG} runs hung, each for ten seconds`;
    const progress = `\rexplore: ${exploration.tried} schedules, ${exploration.failures.length} failed \r`;
    if (process.stderr.isTTY) process.stderr.write(progress);
    return ended.faults.length < schedule.length ? [] : requests;
  };

  /** Tries schedules until a limit is reached, and returns those with one more fault. */
  const attemptAll = async (all: readonly Schedule[]): Promise<Schedule[]> => {
    const extended: Schedule[] = [];
    for (const [i, schedule] of all.entries()) {
      if (exploration.tried === exploration.most) stop ??= `budget.schedules is ${exploration.most}`;
      const { user, system } = process.cpuUsage(began);
      if ((user + system) / 1000 >= ms) stop ??= `budget.ms is ${ms} of CPU time`;
      if (stop !== undefined) {
        exploration.skip(all.length - i, stop);
        break;
      }
      const requests = await attempt(schedule);
      if (schedule.length < depth) extended.push(...longer(schedule, requests, faults));
    }
    return extended;
  };

  plain = await attempt([]);
  // The second run shows whether the app does the same each time.
  if (exploration.failures.length === 0) await attempt([]);
  const pairs = await attemptAll(exploration.planned(plain, faults));
  const random = new Random(server.seed);
  const order = new Map(pairs.map((pair) => [pair, random.fraction("explore", scheduleText(pair))]));
  pairs.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  await attemptAll(payingFirst(pairs, plain));

  /** A failure with the fewest requests after which the check fails in the same way. */
  const shrunk = async (failure: ExplorationFailure): Promise<ExplorationFailure> => {
    const found = checked.get(failure);
    if (!found) return failure;
    const { schedule, run: whole } = found;
    const total = whole.requests.length;
    const upTo = (last: number) => runUnder(schedule, { last, ended: whole.ended });
    const isSame = ({ failure: other }: AppRun) =>
      other !== undefined && String(other.error) === String(failure.error);
    // A check that fails without any request looks only at the app's end.
    let [low, high] = isSame(await upTo(0)) ? [total, total] : [schedule.at(-1)?.request ?? 1, total];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isSame(await upTo(middle))) high = middle;
      else low = middle + 1;
    }
    const run = await upTo(high);
    if (!isSame(run)) return failure;
    return failureOf(failure.schedule, failure.error, { ...run, ended: whole.ended }, total - high);
  };
  const { failures } = exploration;
  const singles = new Set(failures.map(({ schedule, error }) => `${schedule} ${error}`));
  const isNew = ({ schedule, error }: ExplorationFailure) =>
    !schedule.includes("+") || !schedule.split("+").some((one) => singles.has(`${one} ${error}`));
  exploration.failures = failures.filter(isNew).sort((one, other) => one.trace.length - other.trace.length);
  for (const [i, failure] of exploration.failures.entries())
    if (i < TOLD) exploration.failures[i] = await shrunk(failure);
  const replay = (schedule: string) => `explore({ …, only: ${JSON.stringify(schedule)} })`;
  return exploration.report(plain.length, replay, secretsOf(server));
}

/** The first difference between two runs, up to a request; undefined if there is none. */
function differenceOf(plain: readonly TracedRequest[], now: readonly TracedRequest[], last = Infinity) {
  const textOf = (one?: TracedRequest) =>
    one ? `${one.operation} ${JSON.stringify(one.parameters)}` : "missing";
  for (let i = 0; i < Math.min(last, Math.max(plain.length, now.length)); i++)
    if (!isDeepStrictEqual(plain[i]?.parameters, now[i]?.parameters))
      return `Request ${i + 1} was ${textOf(plain[i])} and is now ${textOf(now[i])}.`;
  return undefined;
}
