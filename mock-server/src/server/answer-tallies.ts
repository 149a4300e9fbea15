import type { AnsweredRequest } from "./public-types.js";

/** Upper bounds of the histogram buckets, seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Response counts of one operation. */
interface Tally {
  readonly labels: { readonly kind: string; readonly operation: string };
  /** Responses by HTTP status. */
  readonly statuses: Map<number, number>;
  /** Responses by duration bucket; the last entry is for those above all bounds. */
  readonly durations: number[];
  /** Total seconds. */
  seconds: number;
}

/** One line of a metric, in prom-client's format. */
interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/** Counts responses by operation with plain numbers: labelled counters would cost a tenth of a response. */
export class AnswerTallies {
  readonly #tallies = new Map<string, Tally>();

  /** Counts a response. */
  count({ kind, status, ms, exchange }: AnsweredRequest): void {
    // Unknown paths share one label, since clients can invent any number of them.
    const operation = kind === "api" ? (exchange?.operation ?? "none") : kind;
    let tally = this.#tallies.get(operation);
    if (!tally) {
      const durations = new Array<number>(BUCKETS.length + 1).fill(0);
      tally = { labels: { kind, operation }, statuses: new Map(), durations, seconds: 0 };
      this.#tallies.set(operation, tally);
    }
    const { statuses, durations } = tally;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++;
    durations[bucket] = (durations[bucket] ?? 0) + 1;
    tally.seconds += seconds;
  }

  /** Responses by operation and status. */
  requests(): MetricValue[] {
    return [...this.#tallies.values()].flatMap(({ labels, statuses }) =>
      [...statuses].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
    );
  }

  /** Lines of a histogram of the durations; `name` is the name of the metric. */
  durations(name: string): MetricValue[] {
    return [...this.#tallies.values()].flatMap(({ labels, durations, seconds }) => {
      let count = 0;
      const buckets = durations.map((answers, at) => {
        count += answers;
        return {
          metricName: `${name}_bucket`,
          labels: { le: BUCKETS[at] ?? "+Inf", ...labels },
          value: count,
        };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: seconds },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
  }
}
