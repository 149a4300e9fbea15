import { type MetricsQuery, type OperationPayload, parseIsoDate } from "intent-tx/contract";
import { invalidField } from "../kernel/service-error.js";
import type { LandedRow, ParseRow } from "../state/rows-accounts.js";
import type { State } from "../state/state.js";
import type { Caller } from "./caller.js";
import { Timeline } from "./timeline.js";

/** What accounts did: commands parsed and refused, transactions landed (decision 32). */
export class Metrics {
  readonly #state: State;
  #parses: Timeline<ParseRow> | undefined;
  #landed: Timeline<LandedRow> | undefined;

  constructor(options: { readonly state: State }) {
    this.#state = options.state;
    this.#state.onRestore(() => {
      this.#parses = undefined;
      this.#landed = undefined;
    });
  }

  /** Notes a command that was parsed, or, without `confidence`, refused with 422. A 400 is neither and not noted. */
  parsed(row: ParseRow): void {
    this.#state.put("parses", `${row.account}:${this.#state.next("parse")}`, row);
    this.#parses?.add(row);
  }

  /** Notes that a transaction that the service built has landed. The same signature again changes nothing. */
  landed(signature: string, row: LandedRow): void {
    if (this.#state.get("landed", signature)) return;
    this.#state.put("landed", signature, row);
    this.#landed?.add(row);
  }

  /** How many transactions of an account landed from `start` (inclusive) to `end` (exclusive). */
  executed(account: string, start: number, end: number): number {
    return this.#landedBetween(account, start, end).length;
  }

  /** The caller's metrics; `granularity` is echoed and changes nothing else. */
  metrics(caller: Pick<Caller, "account">, query: MetricsQuery): OperationPayload<"analytics.metrics"> {
    const start = moment("startDate", query.startDate);
    const end = moment("endDate", query.endDate);
    const landed = this.#landedBetween(caller.account, start, end);
    this.#parses ??= new Timeline(this.#state.table("parses").values());
    const parses = this.#parses.between(caller.account, start, end);
    const confidences = parses.flatMap((row) => (row.confidence === undefined ? [] : [row.confidence]));
    const totalUSD = sum(landed.map((row) => row.usd));
    const swaps = landed.filter((row) => row.action === "swap").length;
    return {
      period: {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        granularity: query.granularity ?? "day",
      },
      transactions: {
        total: landed.length,
        swaps,
        transfers: landed.length - swaps,
        successRate: 100 * ratio(landed.filter((row) => row.success).length, landed.length),
      },
      volume: { totalUSD, averagePerTransaction: ratio(totalUSD, landed.length) },
      intents: {
        total: confidences.length,
        averageConfidence: ratio(sum(confidences), confidences.length),
        parseErrors: parses.length - confidences.length,
      },
    };
  }

  #landedBetween(account: string, start: number, end: number): readonly LandedRow[] {
    this.#landed ??= new Timeline(this.#state.table("landed").values());
    return this.#landed.between(account, start, end);
  }
}

function moment(field: "startDate" | "endDate", text: string): number {
  const at = parseIsoDate(text);
  if (at === undefined) throw invalidField(field, "must be an ISO 8601 date, or a date and time with a zone");
  return at;
}

/** 0 where there is nothing to divide by. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Neumaier's sum: the rounding errors are carried along, so that a sum over 90 days does not drift. */
function sum(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}
