import type { AnsweredRequest } from "./public-types.js";

/** Upper bounds of the durations that are counted together, seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Answers of one operation. */
interface Tally {
  readonly labels: { readonly kind: string; readonly operation: string };
  /** Answers by HTTP status. */
  readonly statuses: Map<number, number>;
  /** Answers by the first bound that their duration is not over; behind the last one, those over all. */
  readonly durations: number[];
  /** Seconds of all together. */
  seconds: number;
}

/** One line of a metric, as prom-client has it. */
interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly metricName?: string;
}

/** Counts answers by operation: plain numbers, since what counts by labels costs a tenth of an answer. */
export class AnswerTallies {
  readonly #tallies = new Map<string, Tally>();

  /** Counts an answer. */
  count({ kind, status, ms, exchange }: AnsweredRequest): void {
    // There are as many paths that lead nowhere as clients think of.
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

  /** Answers by operation and status. */
  requests(): MetricValue[] {
    return [...this.#tallies.values()].flatMap(({ labels, statuses }) =>
      [...statuses].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
    );
  }

  /** Lines of a histogram of the durations; `name` is the metric's. */
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
