import { createMockServer } from "../create.js";
import { checkedOption } from "../kernel/checked.js";
import { OptionError } from "../kernel/errors.js";
import { Random } from "../kernel/random.js";
import { choice, integer } from "../kernel/schema-kit.js";
import { wallMark } from "../kernel/timers.js";
import type { MockServerOptions } from "../options.js";
import type { MockServer } from "../server/server.js";
import type { WorldSnapshot } from "../server/world.js";
import { type ExploredFaults, faultKinds, readSchedule, type Schedule, scheduleText } from "./kinds.js";
import { clientLibraries, type Libraries, type Life } from "./life.js";
import {
  ExplorationError,
  type ExplorationFailure,
  Report,
  type SkippedSchedule,
  traceOf,
} from "./report.js";
import { type Ending, type Ran, Run } from "./run.js";

/** Options of {@link explore}. `S` is the result of `setup`. */
export interface ExploreOptions<S> {
  /** Options of the mock server. Default: seed 1, and a clock in mode `auto` from 2026-01-01T00:00:00Z. */
  readonly server?: MockServerOptions;
  /**
   * Runs once a schedule, before the app. Its result outlives crashes, like a database.
   *
   * @param start The mock server.
   */
  readonly setup?: (start: { readonly server: MockServer }) => S | Promise<S>;
  /**
   * One life of the app. After a crash it is called again, with new handles and the same `state` and `disk`.
   *
   * @param life The handles of this life.
   */
  readonly run: (life: Life<S>) => unknown;
  /**
   * Throws if something is wrong at the end, for example if the shop has paid twice. Faults are off by then, and 200
   * slots have passed. Without it, a `run` that throws is a failure.
   *
   * @param ending The server, a connection, the state, and how the app ended.
   */
  readonly check?: (ending: Ending<S>) => unknown;
  /** The faults to try. Default: all. */
  readonly faults?: ExploredFaults;
  /** Number of faults in one schedule. Default 1. */
  readonly depth?: 1 | 2;
  /** Limits: `schedules` (default 2,000), and `ms` of real time (default 60,000). */
  readonly budget?: { readonly schedules?: number; readonly ms?: number };
  /** Tries only this schedule, as a report prints it: `"9:lost"`, or `"none"`. */
  readonly only?: string;
  /** Whether failures throw an {@link ExplorationError}. Default true. */
  readonly throws?: boolean;
}

const NAMES = ["server", "setup", "run", "check", "faults", "depth", "budget", "only", "throws"];

/** Number of runs that may hang before the exploration ends. Each takes ten seconds. */
const MAX_HUNG = 3;

/**
 * Runs an app against the mock server once for each fault at each of its requests, crashes it before and after each
 * request, starts it again, and checks what must hold. The clock is virtual, so this takes about as long as the same
 * number of ordinary runs. The same seed and code give the same report.
 *
 * @param options The app (`setup`, `run`, `check`), the faults and the limits.
 * @returns The report.
 * @throws ExplorationError when `check` failed under a schedule; its message shows the requests and how to replay them.
 * @throws OptionError when an option is invalid.
 * @example
 * ```ts
 * import { explore } from "@intent-tx/mock-server/explore";
 *
 * const report = await explore({
 *   run: async ({ client }) => {
 *     await client.prices.retrieve("SOL");
 *   },
 *   check: ({ ended }) => {
 *     if (ended.how !== "returned") throw new Error(`the app ${ended.how}`);
 *   },
 *   faults: { api: ["lost"], chain: false, crash: true },
 * });
 * console.log(report.schedules, report.failures.length);
 * ```
 */
export async function explore<S = undefined>(options: ExploreOptions<S>): Promise<Report> {
  const { throws = true } = options;
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new OptionError(unknown, `does not exist; the options are ${NAMES.join(", ")}`);
  if (typeof options.run !== "function") throw new OptionError("run", "must be a function");
  const { clock } = options.server ?? {};
  if (clock?.mode !== undefined && clock.mode !== "auto")
    throw new OptionError(
      "server.clock.mode",
      `must be "auto": an exploration moves its own clock; got ${JSON.stringify(clock.mode)}`,
    );
  await using server = await createMockServer({
    seed: 1,
    ...options.server,
    clock: { now: "2026-01-01T00:00:00Z", ...clock, mode: "auto" },
  });
  const exploration = new Exploration(options, server, await server.snapshot(), await clientLibraries());
  const report = await exploration.whole();
  if (throws && report.failures.length > 0) throw new ExplorationError(report);
  return report;
}

/** Ends the exploration early, with its reason in the report. */
class Stop {
  constructor(readonly reason: string) {}
}

class Exploration<S> {
  readonly #options: ExploreOptions<S>;
  readonly #server: MockServer;
  readonly #initial: WorldSnapshot;
  readonly #libraries: Libraries;
  readonly #kinds: ReturnType<typeof faultKinds>;
  readonly #failures: ExplorationFailure[] = [];
  readonly #skipped: SkippedSchedule[] = [];
  readonly #began = wallMark();
  readonly #budget: { readonly schedules: number; readonly ms: number };
  #tried = 0;
  #hung = 0;
  #realTimers = false;

  constructor(options: ExploreOptions<S>, server: MockServer, initial: WorldSnapshot, libraries: Libraries) {
    this.#options = options;
    this.#server = server;
    this.#initial = initial;
    this.#libraries = libraries;
    this.#kinds = faultKinds(options.faults);
    checkedOption("depth", choice([1, 2]), options.depth ?? 1);
    const { schedules = 2000, ms = 60_000 } = options.budget ?? {};
    checkedOption("budget.schedules", integer(1), schedules);
    checkedOption("budget.ms", integer(1), ms);
    this.#budget = { schedules, ms };
  }

  async whole(): Promise<Report> {
    const { only } = this.#options;
    const planned = only === undefined ? undefined : readSchedule(only);
    const plain = await this.#run([]);
    try {
      // The second run shows whether the app does the same each time.
      if (planned?.length !== 0) await this.#try([], plain);
      if (planned === undefined) await this.#all(plain);
      else if (planned.length > 0) await this.#try(planned, plain);
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      this.#skipped.push({ schedule: "the rest", reason: stop.reason });
    }
    if (planned?.length === 0) this.#note([], plain);
    const warnings = this.#realTimers
      ? [
          "The app waits with real timers. Wait with server.clock.sleep, which takes no time and repeats exactly.",
        ]
      : [];
    return new Report(this.#failures, this.#tried, plain.requests.length, this.#skipped, warnings);
  }

  /** Tries the schedules of each depth. A failure without faults makes the others pointless. */
  async #all(plain: Ran): Promise<void> {
    if (this.#failures.length > 0) return;
    const single = plain.requests.flatMap((request, i) =>
      this.#kinds(request).map((kind): Schedule => [{ request: i + 1, kind }]),
    );
    const pairs: Schedule[] = [];
    for (const [tried, schedule] of single.entries()) {
      this.#spend(single.length - tried);
      const { requests } = await this.#try(schedule, plain);
      if (this.#options.depth !== 2) continue;
      requests.forEach((later, i) => {
        const request = i + 1;
        if (request > (schedule[0]?.request ?? 0))
          for (const kind of this.#kinds(later)) pairs.push([...schedule, { request, kind }]);
      });
    }
    const random = new Random(String(this.#server.seed));
    const drawn = pairs
      .map((schedule) => [random.fraction("explore", scheduleText(schedule)), schedule] as const)
      .sort(([one], [other]) => one - other);
    for (const [tried, [, schedule]] of drawn.entries()) {
      this.#spend(drawn.length - tried);
      await this.#try(schedule, plain);
    }
  }

  #spend(left: number): void {
    const { schedules, ms } = this.#budget;
    if (this.#tried >= schedules)
      throw new Stop(`${left} schedules are left, and budget.schedules is ${schedules}`);
    if (wallMark() - this.#began >= ms) throw new Stop(`${left} schedules are left, and budget.ms is ${ms}`);
  }

  async #run(schedule: Schedule): Promise<Ran> {
    await this.#server.restore(this.#initial);
    const { setup, run, check } = this.#options;
    const app = { run, ...(setup && { setup }), ...(check && { check }) };
    const ran = await new Run<S>(this.#server, app, this.#libraries, schedule).whole();
    this.#realTimers ||= ran.realTimers;
    return ran;
  }

  async #try(schedule: Schedule, plain: Ran): Promise<Ran> {
    const ran = await this.#run(schedule);
    const first = schedule[0]?.request ?? Math.max(plain.requests.length, ran.requests.length);
    for (let i = 0; i < first; i++) {
      const [expected, made] = [plain.requests[i], ran.requests[i]];
      if (expected?.key !== made?.key) this.#differs(schedule, i, expected, made, ran);
    }
    this.#note(schedule, ran);
    return ran;
  }

  #note(schedule: Schedule, ran: Ran): void {
    this.#tried++;
    this.#progress();
    for (const { kind } of ran.unfired)
      this.#skipped.push({ schedule: scheduleText(schedule), reason: `${kind} had nothing to hit` });
    const reached = ran.ended.faults.length;
    if (reached < schedule.length)
      this.#skipped.push({
        schedule: scheduleText(schedule),
        reason: `the app ended before request ${schedule[reached]?.request}`,
      });
    if (ran.failure === undefined) return;
    this.#fail(schedule, ran.failure, ran);
    if (ran.ended.how === "hung" && ++this.#hung >= MAX_HUNG)
      throw new Stop(`${MAX_HUNG} runs hung, each for ten seconds`);
  }

  #fail(schedule: Schedule, error: unknown, ran: Ran): void {
    const { lives } = ran.ended;
    this.#failures.push({ schedule: scheduleText(schedule), error, lives, trace: traceOf(ran) });
  }

  #differs(
    schedule: Schedule,
    index: number,
    expected: Ran["requests"][number] | undefined,
    made: Ran["requests"][number] | undefined,
    ran: Ran,
  ): never {
    const text = (request: typeof made) =>
      request === undefined ? "no request" : `${request.operation} ${request.key}`;
    const message = `The app does not do the same each time, so its runs cannot be compared. Request ${index + 1} was ${text(expected)} and is now ${text(made)}. Usual causes: Date.now() and new Date() (use server.clock.now()), Math.random() and random ids (derive them from the order), real timers (use server.clock.sleep), and module variables that keep values from the run before.`;
    this.#tried++;
    this.#fail(schedule, new Error(message), ran);
    throw new Stop("the app does not do the same each time");
  }

  /** Shows the progress on a terminal. */
  #progress(): void {
    if (!process.stderr.isTTY) return;
    const failures = this.#failures.length === 0 ? "" : `, ${this.#failures.length} failed`;
    process.stderr.write(`\rexplore: ${this.#tried} schedules${failures} \r`);
  }
}
