import type { MetricsQuery, OperationPayload } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import { DAY_MS, HOUR_MS } from "../kernel/time.js";
import type { LandedRow, MetricHourRow, ParseRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import type { Caller } from "./keys.js";

/** How long each command and transaction is stored. Older rows are merged into hourly counts. */
const EXACT_MS = 31 * DAY_MS;
/** Confidences have six decimals, so their sums are exact as integers. */
const MILLION = 1_000_000;

type Counts = Omit<MetricHourRow, "account" | "at">;

interface Activity {
  parses: [key: string, row: ParseRow][];
  landed: [signature: string, row: LandedRow][];
  readonly hours: Map<number, MetricHourRow>;
}

/** Each account's activity: commands parsed and refused, transactions landed (decision 32). */
export class Metrics {
  readonly #parses: Table<ParseRow>;
  readonly #landed: Table<LandedRow>;
  readonly #hours: Table<MetricHourRow>;
  /** Rows by account, built on first use. */
  #accounts: Map<string, Activity> | undefined;

  constructor(private readonly parts: { readonly state: State; readonly clock: Clock }) {
    const { state } = parts;
    this.#parses = state.open("parses");
    this.#landed = state.open("landed");
    this.#hours = state.open("metricHours");
    state.onRestore(() => {
      this.#accounts = undefined;
    });
  }

  /** Records a command. Without `confidence`, the command was refused with 422. Refusals with 400 are not recorded. */
  parsed(row: ParseRow): void {
    const { parses } = this.#of(row.account);
    let key: string;
    do key = `${row.account}:${this.parts.state.next("parse")}`;
    while (this.#parses.get(key));
    this.#parses.put(key, row);
    parses.push([key, row]);
  }

  /** Records an account's landed transaction that the service built. Repeating a signature changes nothing. */
  landed(signature: string, row: LandedRow): void {
    const isShared = (this.#landed.get(signature)?.account ?? row.account) !== row.account;
    const key = isShared ? `${signature}:${row.account}` : signature;
    if (this.knows(key)) return;
    const { landed } = this.#of(row.account);
    this.#landed.put(key, row);
    landed.push([key, row]);
  }

  knows(signature: string): boolean {
    return this.#landed.get(signature) !== undefined;
  }

  /** Counts an account's transactions that landed from `start` (inclusive) to `end` (exclusive). */
  executed(account: string, start: number, end: number): number {
    const { swaps, transfers } = this.#between(account, start, end);
    return swaps + transfers;
  }

  /** The caller's metrics. `granularity` does not change them; it is only returned. */
  metrics(caller: Pick<Caller, "account">, query: MetricsQuery): OperationPayload<"analytics.metrics"> {
    const [start, end] = [Date.parse(query.startDate), Date.parse(query.endDate)];
    const counts = this.#between(caller.account, start, end);
    const { parsed, refused, millionths, swaps, transfers, successes, usd } = counts;
    const total = swaps + transfers;
    return {
      period: {
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        granularity: query.granularity ?? "day",
      },
      transactions: { total, swaps, transfers, successRate: ratio(100 * successes, total) },
      volume: { totalUSD: clear(usd), averagePerTransaction: clear(ratio(usd, total)) },
      intents: {
        total: parsed,
        averageConfidence: ratio(millionths, parsed * MILLION),
        parseErrors: refused,
      },
    };
  }

  /** Sums an account's activity from `start` to `end`. An hourly count is included if its hour starts in this range. */
  #between(account: string, start: number, end: number): Counts {
    const isInside = ({ at }: { readonly at: number }) => at >= start && at < end;
    const { parses, landed, hours } = this.#of(account);
    return sumOf(
      [...hours.values()].filter(isInside),
      parses.map(([, row]) => row).filter(isInside),
      landed.map(([, row]) => row).filter(isInside),
    );
  }

  /** Merges the rows of each hour that ended at least 31 days ago into one row. */
  #fold(account: string, activity: Activity): void {
    const cut = Math.floor((this.parts.clock.now() - EXACT_MS) / HOUR_MS) * HOUR_MS;
    const isOld = (entry: readonly [string, { readonly at: number }] | undefined) =>
      entry !== undefined && entry[1].at < cut;
    if (!isOld(activity.parses[0]) && !isOld(activity.landed[0])) return;
    const [parses, landed] = [activity.parses.filter(isOld), activity.landed.filter(isOld)];
    activity.parses = activity.parses.filter((entry) => !isOld(entry));
    activity.landed = activity.landed.filter((entry) => !isOld(entry));
    const hourOf = ([, row]: readonly [string, { readonly at: number }]) =>
      Math.floor(row.at / HOUR_MS) * HOUR_MS;
    for (const hour of new Set([...parses, ...landed].map(hourOf))) {
      const of = <T extends { readonly at: number }>(rows: [string, T][]) =>
        rows.filter((entry) => hourOf(entry) === hour).map(([, row]) => row);
      const known = activity.hours.get(hour);
      const row = { account, at: hour, ...sumOf(known ? [known] : [], of(parses), of(landed)) };
      activity.hours.set(hour, row);
      this.#hours.putLater(`${account}:${hour}`, row);
    }
    for (const [key] of parses) this.#parses.deleteLater(key);
    for (const [signature] of landed) this.#landed.deleteLater(signature);
  }

  #of(account: string): Activity {
    this.#accounts ??= this.#read();
    const activity = activityOf(this.#accounts, account);
    this.#fold(account, activity);
    return activity;
  }

  #read(): Map<string, Activity> {
    const accounts = new Map<string, Activity>();
    for (const entry of this.#parses.entries()) activityOf(accounts, entry[1].account).parses.push(entry);
    for (const entry of this.#landed.entries()) activityOf(accounts, entry[1].account).landed.push(entry);
    for (const row of this.#hours.values()) activityOf(accounts, row.account).hours.set(row.at, row);
    return accounts;
  }
}

function activityOf(accounts: Map<string, Activity>, account: string): Activity {
  const activity = accounts.get(account) ?? { parses: [], landed: [], hours: new Map() };
  accounts.set(account, activity);
  return activity;
}

function sumOf(
  hours: readonly MetricHourRow[],
  parses: readonly ParseRow[],
  landed: readonly LandedRow[],
): Counts {
  const sum = (count: (hour: MetricHourRow) => number) =>
    hours.reduce((total, hour) => total + count(hour), 0);
  const accepted = parses.flatMap(({ confidence }) => confidence ?? []);
  const swaps = landed.filter(({ action }) => action === "swap").length;
  return {
    parsed: sum((hour) => hour.parsed) + accepted.length,
    refused: sum((hour) => hour.refused) + parses.length - accepted.length,
    millionths: accepted.reduce(
      (total, one) => total + Math.round(one * MILLION),
      sum((hour) => hour.millionths),
    ),
    swaps: sum((hour) => hour.swaps) + swaps,
    transfers: sum((hour) => hour.transfers) + landed.length - swaps,
    successes: sum((hour) => hour.successes) + landed.filter(({ success }) => success).length,
    usd: exactSum([...hours, ...landed].map(({ usd }) => usd)),
  };
}

/** A sum that compensates for rounding errors (Neumaier). Plain addition of 90 days of amounts would be inexact. */
function exactSum(values: readonly number[]): number {
  let [total, lost] = [0, 0];
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** Returns 0 for a division by zero. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Rounds to the digits that a double represents exactly: 0.3 instead of 0.30000000000000004. */
function clear(usd: number): number {
  return Number(usd.toPrecision(15));
}
