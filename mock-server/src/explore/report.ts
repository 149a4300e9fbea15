import { NO_FAULTS } from "./kinds.js";
import type { Ran } from "./run.js";

/** A schedule under which the app went wrong. */
export interface ExplorationFailure {
  /** The faults, such as `9:lost`, for the option `only`. `none`: the app goes wrong without faults. */
  readonly schedule: string;
  /** The error of `check`, or of a `run` without `check`. */
  readonly error: unknown;
  /** Number of times that `run` was called. */
  readonly lives: number;
  /** The requests of the app, one line each: number, operation, injected fault, and what the app saw. */
  readonly trace: readonly string[];
}

/** Schedules that were not tried, or that had nothing to hit. */
export interface SkippedSchedule {
  /** The schedule, or how many there are. */
  readonly schedule: string;
  /** Why it was skipped. */
  readonly reason: string;
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The lines of a run's trace. */
export function traceOf({ requests, ended }: Pick<Ran, "requests" | "ended">): string[] {
  const lines: string[] = [];
  let life = -1;
  requests.forEach((request, i) => {
    if (request.life !== life) {
      life = request.life;
      lines.push(life === 0 ? "start" : `start ${life + 1}, after the crash`);
    }
    const fault = request.fault === undefined ? "" : `[${request.fault}] `;
    lines.push(`${String(i + 1).padStart(4)}  ${request.operation.padEnd(24)} ${fault}${request.saw}`);
  });
  const last = {
    returned: "run returned",
    threw: `run threw ${textOf(ended.error)}`,
    hung: "run hung",
    crashes: "run crashed each time",
  };
  return [...lines, last[ended.how]];
}

/** The result of an exploration. */
export class Report {
  /** Failures, the shortest trace first. */
  readonly failures: readonly ExplorationFailure[];

  /** @internal */
  constructor(
    failures: readonly ExplorationFailure[],
    /** Number of schedules that were tried, the one without faults included. */
    readonly schedules: number,
    /** Number of requests that the app makes without faults. */
    readonly requests: number,
    /** Schedules that were not tried or had nothing to hit. */
    readonly skipped: readonly SkippedSchedule[],
    /** Warnings, such as that the app waits with real timers. */
    readonly warnings: readonly string[],
  ) {
    this.failures = [...failures].sort((one, other) => one.trace.length - other.trace.length);
  }

  /**
   * The report as text: the failures with their traces, and the line that replays each.
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
    const { failures, schedules, requests } = this;
    const head = `explore: ${schedules} schedules over ${requests} requests, ${failures.length === 0 ? "no failure" : failures.length === 1 ? "1 failure" : `${failures.length} failures`}`;
    const told = failures.map(({ schedule, error, trace }) =>
      [
        `${schedule}: ${textOf(error)}`,
        ...trace.map((line) => `  ${line}`),
        ...(schedule === NO_FAULTS ? [] : [`  Replay it: explore({ …, only: ${JSON.stringify(schedule)} })`]),
      ].join("\n"),
    );
    const skipped = this.skipped.map(({ schedule, reason }) => `skipped ${schedule}: ${reason}`);
    return [head, ...told, ...skipped, ...this.warnings.map((text) => `warning: ${text}`)].join("\n\n");
  }
}

/** An exploration found failures. Its message is the report's text. */
export class ExplorationError extends Error {
  override readonly name = "ExplorationError";

  /** @param report The report, with all failures. */
  constructor(readonly report: Report) {
    super(report.toString(), { cause: report.failures[0]?.error });
  }
}
