import type { TracedRequest } from "./network.js";
import type { Ended } from "./run.js";

/** A schedule under which the app went wrong. */
export interface ExplorationFailure {
  /** The faults, such as `9:lost`, for the option `only`; `none` if the app goes wrong without faults. */
  readonly schedule: string;
  /** The error of `check`, or of a `run` without `check`. */
  readonly error: unknown;
  /** Number of times that `run` was called. */
  readonly lives: number;
  /**
   * The requests of the app up to the one after which the check fails, a line each: number, operation, injected fault,
   * what the app saw, and what the chain then held, as changes since the start.
   */
  readonly trace: readonly string[];
}

/** Schedules that were not tried, or whose request did not occur. */
export interface SkippedSchedule {
  /** The schedule, or how many. */
  readonly schedule: string;
  /** Number of schedules. */
  readonly count: number;
  /** Why it was skipped. */
  readonly reason: string;
}

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : `${error}`);

/** Column in which the trace says what the chain held. */
const SIDE = 56;

/** The trace of a run. Of equal lines in a row, only the first and the last are shown. `later` requests are left out. */
export function traceOf(requests: readonly TracedRequest[], { how, error }: Ended, later = 0): string[] {
  const texts = requests.map(({ operation, fault, saw, chain }) => {
    const text = `${operation.padEnd(24)} ${fault === undefined ? "" : `[${fault}] `}${saw()}`;
    return chain === undefined ? text : `${text.padEnd(SIDE)} | chain: ${chain}`;
  });
  const lines = requests.flatMap(({ life }, i) => {
    const repeats = (other: number) => texts[other] === texts[i] && requests[other]?.life === life;
    if (repeats(i - 1) && repeats(i + 1)) return [];
    const line = `${(repeats(i - 1) ? "… " : "") + (i + 1)}`.padStart(6);
    const isFirst = requests[i - 1]?.life !== life;
    const start = life === 0 ? "start" : `start ${life + 1}, after the crash`;
    return [...(isFirst ? [start] : []), `${line}  ${texts[i]}`];
  });
  if (later > 0) lines.push(`       … the check fails already here, before ${later} more requests`);
  return [...lines, how === "threw" ? `run threw ${textOf(error)}` : `run: ${how}`];
}

/** The result of an exploration. */
export class Report {
  /** @internal */
  constructor(
    /** Failures, the shortest trace first. */
    readonly failures: readonly ExplorationFailure[],
    /** Number of schedules that were tried, with the one without faults. */
    readonly schedules: number,
    /** Number of requests that the app makes without faults. */
    readonly requests: number,
    /** Schedules that were left untried. They make the exploration fail, unless the budget is `partial`. */
    readonly skipped: readonly SkippedSchedule[],
    /** Schedules whose fault had no effect, because no request matched it. They do not fail. */
    readonly unmatched: readonly SkippedSchedule[],
    /** All that the app does and the simulation cannot: real timers, and subscriptions that polling cannot answer. */
    readonly warnings: readonly string[],
    private readonly replay = (schedule: string) => `explore({ …, only: ${JSON.stringify(schedule)} })`,
  ) {}

  /**
   * The report as text: each failure with its trace and the line that replays it.
   *
   * @example
   * ```ts
   * import { explore } from "@intent-tx/mock-server/explore";
   *
   * const report = await explore({ run: ({ client }) => client.prices.retrieve("SOL"), check: () => {} });
   * console.log(report.toString());
   * ```
   */
  toString(): string {
    const { failures, schedules, requests, skipped, unmatched, warnings } = this;
    const failed = failures.map(({ schedule, error, trace }) => {
      const replay = `  replay: ${this.replay(schedule)}`;
      return [`${schedule}: ${textOf(error)}`, ...trace.map((line) => `  ${line}`), replay].join("\n");
    });
    const left = skipped.reduce((sum, { count }) => sum + count, 0);
    return [
      `${schedules} schedules tried, ${left} skipped, ${failures.length} failed (${requests} requests without faults)`,
      ...failed,
      ...skipped.map(({ schedule, reason }) => `skipped ${schedule}: ${reason}`),
      ...(unmatched.length > 0
        ? [`no request matched ${unmatched.map(({ schedule }) => schedule).join(", ")}`]
        : []),
      ...warnings.map((warning) => `warning: ${warning}`),
    ].join("\n\n");
  }
}

/** An exploration found failures, or left schedules untried. The message is the report's text. */
export class ExplorationError extends Error {
  override readonly name = "ExplorationError";

  /** @param report The report, with all failures. */
  constructor(readonly report: Report) {
    super(report.toString(), { cause: report.failures[0]?.error });
  }
}
