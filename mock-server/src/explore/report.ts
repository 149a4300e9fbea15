import { writeFile } from "node:fs/promises";
import { redactSecrets } from "../accounts/keys.js";
import type { MockServer } from "../server/server.js";
import type { AppRun } from "./run.js";
import type { SavedReport, Story } from "./saved-report.js";

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
  /** @internal The trace in parts. */
  readonly story: Story;
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

function storyOf({ requests, ended: { how, error }, output = "" }: AppRun, later: number): Story {
  const steps = requests.map(({ number, life, operation, fault, saw, balances }) => ({
    number,
    life,
    operation,
    ...(fault && { fault }),
    saw: saw(),
    ...(balances && { balances: [...balances] }),
  }));
  const keys = steps.map((step) => JSON.stringify({ ...step, number: 0 }));
  /** True inside a row of equal groups of steps, as of an app that polls. */
  const isInner = (i: number) =>
    [1, 2, 3].some((size) => i >= size && keys.slice(i - size, i + 1).every((key, k) => key === keys[i + k]));
  return {
    steps: steps.filter((_, i) => !isInner(i)),
    later,
    end: how === "threw" ? `threw ${textOf(error)}` : how,
    output: output.split("\n").filter(Boolean).slice(-20),
  };
}

/** The story as lines of text. */
function traceOf({ steps, later, end, output }: Story): string[] {
  const lines = steps.flatMap(({ number, life, operation, fault, saw, balances }, i) => {
    const before = steps[i - 1];
    const gap = before && number > before.number + 1 ? "… " : "";
    const text = `${`${gap}${number}`.padStart(6)}  ${operation.padEnd(24)} ${fault ? `[${fault}] ` : ""}${saw}`;
    const line = balances ? `${text.padEnd(SIDE + 8)} | chain: ${balances.join(", ") || "unchanged"}` : text;
    return before?.life === life ? [line] : [`life ${life + 1}`, line];
  });
  if (later > 0) lines.push(`       … the check fails already here, before ${later} more requests`);
  return [...lines, `run: ${end}`, ...output.map((line) => `> ${line}`)];
}

/** A failure of a run, of which `later` requests are left out. */
export function failureOf(schedule: string, error: unknown, run: AppRun, later = 0): ExplorationFailure {
  const story = storyOf(run, later);
  return { schedule, error, lives: run.ended.lives, trace: traceOf(story), story };
}

const SECRET_NAME = /(?:^|_)(?:KEY|PASSWORD|SECRET|TOKEN)(?:_|$)/i;

/** The secrets of a world and of the app's variables, longest first, because one can contain another. */
export const secretsOf = ({ wallets }: MockServer, env: NodeJS.ProcessEnv = process.env): string[] =>
  [
    ...Object.values(wallets).map(({ secretKey }) => secretKey),
    ...Object.entries(env).map(([name, value = ""]) => (SECRET_NAME.test(name) ? value : "")),
  ]
    .filter(({ length }) => length >= 8)
    .sort((one, other) => other.length - one.length);

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
    /** The line that replays a schedule: a call (`explore.ts`) or a command (`cli/explore.ts`). */
    private readonly replay: (schedule: string) => string,
    private readonly secrets: readonly string[],
  ) {}

  /**
   * The report as text: each failure with its trace and the line that replays it. Keys and secrets are redacted.
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
    const text = [
      `${schedules} schedules tried, ${left} skipped, ${failures.length} failed (${requests} requests without faults)`,
      ...failed,
      ...skipped.map(({ schedule, reason }) => `skipped ${schedule}: ${reason}`),
      ...(unmatched.length > 0
        ? [`no request matched ${unmatched.map(({ schedule }) => schedule).join(", ")}`]
        : []),
      ...warnings.map((warning) => `warning: ${warning}`),
    ].join("\n\n");
    return this.#redacted(text);
  }

  /**
   * Saves the report as JSON, which the studio shows: `/studio/explore`. Keys and secrets are redacted.
   *
   * @param file The path. A file that exists is overwritten.
   * @throws Error of Node's file system, if the file cannot be written.
   * @example
   * ```ts
   * import { explore } from "@intent-tx/mock-server/explore";
   *
   * const report = await explore({ run: ({ client }) => client.prices.retrieve("SOL"), throws: false });
   * if (report.failures.length > 0) await report.save("report.json");
   * ```
   */
  async save(file: string | URL): Promise<void> {
    await writeFile(file, this.json());
  }

  /** @internal The content of a saved report. */
  json(): string {
    const { schedules, requests } = this;
    const failures = this.failures.map(({ schedule, error, lives, story }) => {
      return { schedule, error: textOf(error), lives, ...story, replay: this.replay(schedule) };
    });
    const saved: SavedReport = {
      kind: "intent-tx exploration",
      version: 1,
      schedules,
      requests,
      failures,
      skipped: [...this.skipped],
      unmatched: [...this.unmatched],
      warnings: [...this.warnings],
    };
    return JSON.stringify(
      saved,
      (_, value) => (typeof value === "string" ? this.#redacted(value) : value),
      1,
    );
  }

  #redacted(text: string): string {
    return this.secrets.reduce((left, secret) => left.replaceAll(secret, "…"), redactSecrets(text));
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
