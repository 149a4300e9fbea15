import type { Metric, OpenMetricsContentType, Registry } from "prom-client";
import type { MetricsHost } from "../control/commands/sessions.js";
import { AnswerTallies } from "./answer-tallies.js";
import type { AnsweredRequest } from "./public-types.js";

/** Delay before the metrics code is loaded when process metrics are on: the first responses do not wait for it. */
const LOADED_AFTER_MS = 500;

/** Prefix of every metric's name. */
const PREFIX = "intent_tx_mock_";

/** A gauge that is read on each request for metrics. */
export interface Gauged {
  /** Name without the prefix. */
  readonly name: string;
  readonly help: string;
  /** Label that distinguishes its values. */
  readonly label?: string;
  /** Values by label; without a label there is one, under the empty string. */
  readonly read: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
}

/**
 * Counts a server's responses. Counting starts, and its code is loaded, with the first request for metrics: a counter
 * may start at any time. With process metrics it starts at once.
 */
export class Meter implements MetricsHost {
  #making: Promise<Registry<OpenMetricsContentType>> | undefined;
  /** Absent until counting starts. */
  #tallies: AnswerTallies | undefined;
  readonly #gauges: readonly Gauged[];
  readonly #wholeProcess: boolean;

  constructor(options: {
    readonly gauges: readonly Gauged[];
    /**
     * Collects process metrics too (memory, CPU, garbage collection, event-loop lag), starting at once. Default false.
     */
    readonly wholeProcess?: boolean;
  }) {
    this.#gauges = options.gauges;
    this.#wholeProcess = options.wholeProcess ?? false;
    if (!this.#wholeProcess) return;
    this.#tallies = new AnswerTallies();
    // The request for metrics reports the error.
    setTimeout(() => void this.#registry().catch(() => undefined), LOADED_AFTER_MS).unref();
  }

  /** Counts an answered request. */
  observe(answered: AnsweredRequest): void {
    this.#tallies?.count(answered);
  }

  async text(): Promise<{ type: string; body: string }> {
    const registry = await this.#registry();
    return { type: registry.contentType, body: await registry.metrics() };
  }

  #registry(): Promise<Registry<OpenMetricsContentType>> {
    this.#making ??= this.#make();
    return this.#making;
  }

  async #make(): Promise<Registry<OpenMetricsContentType>> {
    const { collectDefaultMetrics, Counter, Gauge, Registry } = await import("prom-client");
    const registry = new Registry<OpenMetricsContentType>();
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    const registers = [registry];
    if (this.#wholeProcess) collectDefaultMetrics({ register: registry as unknown as Registry });
    for (const { name, help, label, read } of this.#gauges) {
      new Gauge({
        name: PREFIX + name,
        help,
        registers,
        labelNames: label === undefined ? [] : [label],
        async collect() {
          this.reset();
          for (const [value, figure] of await read())
            this.set(label === undefined ? {} : { [label]: value }, figure);
        },
      });
    }
    const tallies = this.#tallies ?? new AnswerTallies();
    this.#tallies = tallies;
    new Counter({
      name: `${PREFIX}requests_total`,
      help: "Requests answered, by part of the server, operation and HTTP status.",
      labelNames: ["kind", "operation", "status"],
      registers,
      collect() {
        this.reset();
        for (const { labels, value } of tallies.requests()) this.inc(labels, value);
      },
    });
    registry.registerMetric(durationsOf(tallies));
    return registry;
  }
}

/** The durations as a metric of a registry: prom-client's own histogram only accepts single durations. */
function durationsOf(tallies: AnswerTallies): Metric {
  const name = `${PREFIX}request_duration_seconds`;
  const help = "Time from a request's arrival to its answer.";
  const read = async () => ({
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    values: tallies.durations(name),
  });
  // A registry only uses a metric's name and its reader.
  return { name, get: read } as unknown as Metric;
}
