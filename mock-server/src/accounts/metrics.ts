import { type MetricsQuery, type OperationPayload, parseIsoDate } from "intent-tx/contract";
import { Breath } from "../kernel/breath.js";
import { invalidField } from "../kernel/service-error.js";
import type { LandedRow, ParseRow } from "../state/rows-accounts.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import type { Caller } from "./caller.js";
import { ParseHistory } from "./parse-history.js";
import { LandedTally } from "./tallies.js";
import { Timeline } from "./timeline.js";

/** Activity of accounts: commands parsed and refused, transactions landed (decision 32). */
export class Metrics {
  readonly #parses: ParseHistory;
  readonly #landed: Table<LandedRow>;
  /** Made from the rows when first needed: by `ready` in slices, or at once. */
  #landedInTime: Timeline<LandedRow, LandedTally> | undefined;
  #making: Promise<void> | undefined;
  /** How often everything was replaced: what was begun before is given up. */
  #makings = 0;

  constructor(options: { readonly state: State }) {
    this.#parses = new ParseHistory(options.state);
    this.#landed = options.state.open("landed");
    options.state.onRestore(() => {
      this.#landedInTime = undefined;
      this.#making = undefined;
      this.#makings++;
    });
  }

  /** Makes what the answers are read from, and lets others have their turn in between: after a start there may be many rows. */
  async ready(): Promise<void> {
    while (!this.#landedInTime) {
      this.#making ??= this.#make();
      await this.#making;
    }
  }

  async #make(): Promise<void> {
    const making = this.#makings;
    const breath = new Breath();
    // A row that is added meanwhile is reached as well: it stands behind the others.
    const landed = new Timeline<LandedRow, LandedTally>(() => new LandedTally(), []);
    for (const row of this.#landed.values()) {
      landed.add(row);
      if (breath.due) await breath.take();
      if (making !== this.#makings) return;
    }
    this.#landedInTime ??= landed;
  }

  /** Notes a command that was parsed, or, without `confidence`, refused with 422. A 400 is neither and not noted. */
  parsed(row: ParseRow): void {
    this.#parses.add(row);
  }

  /** Notes that a transaction that the service built has landed. The same signature again changes nothing. */
  landed(signature: string, row: LandedRow): void {
    if (this.knows(signature)) return;
    this.#landed.put(signature, row);
    this.#landedInTime?.add(row);
  }

  /** Whether the landing of a transaction was noted. */
  knows(signature: string): boolean {
    return this.#landed.get(signature) !== undefined;
  }

  /** How many transactions of an account landed from `start` (inclusive) to `end` (exclusive). */
  executed(account: string, start: number, end: number): number {
    return this.#landedBetween(account, start, end).total;
  }

  /** The caller's metrics; `granularity` is echoed and changes nothing else. */
  metrics(caller: Pick<Caller, "account">, query: MetricsQuery): OperationPayload<"analytics.metrics"> {
    const start = moment("startDate", query.startDate);
    const end = moment("endDate", query.endDate);
    const { total, swaps, successes, usd } = this.#landedBetween(caller.account, start, end);
    const { parsed, refused, averageConfidence } = this.#parses.between(caller.account, start, end);
    return {
      period: {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        granularity: query.granularity ?? "day",
      },
      transactions: {
        total,
        swaps,
        transfers: total - swaps,
        successRate: ratio(100 * successes, total),
      },
      volume: { totalUSD: clear(usd.value), averagePerTransaction: clear(ratio(usd.value, total)) },
      intents: { total: parsed, averageConfidence, parseErrors: refused },
    };
  }

  #landedBetween(account: string, start: number, end: number): LandedTally {
    this.#landedInTime ??= new Timeline(() => new LandedTally(), this.#landed.values());
    return this.#landedInTime.between(account, start, end);
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

/** Dollars in as many digits as a number holds exactly: 0.3, where the sum of 0.1 and 0.2 is 0.30000000000000004. */
function clear(usd: number): number {
  return Number(usd.toPrecision(15));
}
