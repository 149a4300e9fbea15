import * as z from "zod/mini";
import { flag, integer, maybe, text } from "../kernel/schema-kit.js";
import { type ExploredFaults, readSchedule, type Schedule, scheduleText } from "./faults.js";
import type { TracedRequest } from "./network.js";
import {
  ExplorationError,
  type ExplorationFailure,
  failureOf,
  Report,
  type SkippedSchedule,
} from "./report.js";
import type { AppRun } from "./run.js";
import { longer, payingFirst } from "./schedules.js";

export const functionType = z.custom<() => unknown>(
  (value) => typeof value === "function",
  "must be a function",
);
/** Options of each exploration, and the parts of its budget. */
export const LIMITS = { only: maybe(text), throws: maybe(flag) } as const;
export const BUDGET = { schedules: maybe(integer(1)), partial: maybe(flag) } as const;

const NO_REQUESTS =
  "The app sent no request, so nothing can be tried. Use the handles that run gets, or the variables that the command gets.";

/** The schedules of an exploration: those tried, those that failed, and those left out. */
export class Exploration {
  readonly #tried = new Set<string>();
  failures: ExplorationFailure[] = [];
  readonly warnings = new Set<string>();
  readonly most: number;
  readonly #only: Schedule | undefined;
  readonly #skipped: SkippedSchedule[] = [];
  readonly #unmatched: SkippedSchedule[] = [];

  constructor(
    private readonly options: {
      readonly only?: string;
      readonly throws?: boolean;
      readonly budget?: { readonly schedules?: number; readonly partial?: boolean };
    },
  ) {
    this.most = options.budget?.schedules ?? 2000;
    this.#only = options.only === undefined ? undefined : readSchedule(options.only);
  }

  /** Number of schedules that were tried. */
  get tried(): number {
    return this.#tried.size;
  }

  /** The schedules to try after the run without faults. */
  planned(plain: readonly TracedRequest[], faults: ExploredFaults): Schedule[] {
    if (this.#only) return [this.#only].filter(({ length }) => length > 0);
    return this.failures.length > 0 ? [] : payingFirst(longer([], plain, faults), plain);
  }

  add(schedule: Schedule, run: AppRun): ExplorationFailure | undefined {
    const text = scheduleText(schedule);
    this.#tried.add(text);
    for (const warning of run.warnings ?? []) this.warnings.add(warning);
    const isEmpty = run.requests.length === 0 && schedule.length === 0;
    const failed = run.failure ?? (isEmpty ? { error: new Error(NO_REQUESTS) } : undefined);
    const failure = failed && failureOf(text, failed.error, run);
    const missed = schedule.filter(({ request, kind }) => !run.ended.faults.includes(`${request}:${kind}`));
    if (failure) this.failures.push(failure);
    else if (missed.length > 0) {
      const reason = `no request matched ${scheduleText(missed)}`;
      (this.#only ? this.#skipped : this.#unmatched).push({ schedule: text, count: 1, reason });
    }
    return failure;
  }

  /** Leaves a number of schedules out. */
  skip(count: number, reason: string): void {
    if (count > 0)
      this.#skipped.push({ schedule: count === 1 ? "1 schedule" : `${count} schedules`, count, reason });
  }

  /** @throws ExplorationError for a failure or a schedule that was left out, unless the options allow it */
  report(requests: number, replay: (schedule: string) => string, secrets: readonly string[]): Report {
    const { failures, tried, warnings, options } = this;
    const [skipped, unmatched] = [this.#skipped, this.#unmatched];
    const report = new Report(failures, tried, requests, skipped, unmatched, [...warnings], replay, secrets);
    const isPartial = skipped.length > 0 && !options.budget?.partial;
    if (options.throws !== false && (failures.length > 0 || isPartial)) throw new ExplorationError(report);
    return report;
  }
}
