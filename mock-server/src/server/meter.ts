import type { Counter, Histogram, OpenMetricsContentType, Registry } from "prom-client";
import type { MetricsHost } from "../control/metrics-commands.js";
import type { AnsweredRequest } from "./answered.js";

/** Upper bounds of the durations that are counted together, seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** When what counts is loaded where the process is measured from its start: after the first answers, which are not to wait for it. */
const LOADED_AFTER_MS = 500;

/** Beginning of every metric's name. */
const PREFIX = "intent_tx_mock_";

/** A figure that is read when somebody asks. */
export interface Gauged {
  /** Name without the prefix. */
  readonly name: string;
  readonly help: string;
  /** Label that tells its values apart. */
  readonly label?: string;
  /** How the figures of several processes become one. Default: their sum. */
  readonly aggregator?: "first" | "min" | "sum";
  /** Values by the label's; without a label there is one, under the empty text. */
  readonly read: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
}

/** All that is counted of a server. */
interface Instruments {
  readonly registry: Registry<OpenMetricsContentType>;
  readonly requests: Counter;
  readonly durations: Histogram;
}

/** The figures of one process, as they travel to another one. */
export type ProcessFigures = object;

/**
 * Counts what a server answers. Nothing is counted, and nothing loaded for it, before somebody asks: a counter may begin at
 * any time.
 */
export class Meter implements MetricsHost {
  #making: Promise<Instruments> | undefined;
  #made: Instruments | undefined;
  /** Requests that were answered before there was what counts them. */
  #early: AnsweredRequest[] | undefined;
  readonly #gauges: readonly Gauged[];
  readonly #wholeProcess: boolean;
  readonly #others: () => Promise<readonly ProcessFigures[]>;

  constructor(options: {
    readonly gauges: readonly Gauged[];
    /** Measures the process too (memory, CPU, garbage collection, lag of the event loop), and begins at once. Default false. */
    readonly wholeProcess?: boolean;
    /** The figures of the other processes of this server. Default: it is one process. */
    readonly others?: () => Promise<readonly ProcessFigures[]>;
  }) {
    this.#gauges = options.gauges;
    this.#wholeProcess = options.wholeProcess ?? false;
    this.#others = options.others ?? (async () => []);
    if (!this.#wholeProcess) return;
    this.#early = [];
    // Whoever asks for the figures hears why they cannot be had.
    setTimeout(() => void this.#instruments().catch(() => undefined), LOADED_AFTER_MS).unref();
  }

  /** Counts an answered request. */
  observe(answered: AnsweredRequest): void {
    const made = this.#made;
    if (!made) {
      this.#early?.push(answered);
      return;
    }
    const { kind, status, ms, exchange } = answered;
    // There are as many paths that lead nowhere as clients think of.
    const operation = kind === "api" ? (exchange?.operation ?? "none") : kind;
    made.requests.inc({ kind, operation, status: String(status) });
    made.durations.observe({ kind, operation }, ms / 1000);
  }

  async text(): Promise<{ type: string; body: string }> {
    const [{ registry }, others] = await Promise.all([this.#instruments(), this.#others()]);
    const type = registry.contentType;
    if (others.length === 0) return { type, body: await registry.metrics() };
    const { AggregatorRegistry } = await import("prom-client");
    const all = AggregatorRegistry.aggregate([await this.own(), ...others]);
    const openMetrics = all as unknown as Registry<OpenMetricsContentType>;
    openMetrics.setContentType(type);
    return { type, body: await all.metrics() };
  }

  /** This process's figures. */
  async own(): Promise<ProcessFigures> {
    const { registry } = await this.#instruments();
    const figures = await registry.getMetricsAsJSON();
    // Put together, counters would be called `…_total_total`: OpenMetrics adds the ending once more.
    return figures.map((metric) => ({
      ...metric,
      name: metric.name.replace(/_total$/, ""),
      // The lag of a loop that was not measured yet is no number, and neither JSON nor a sum can hold that.
      values: metric.values.filter(({ value }) => Number.isFinite(value)),
    }));
  }

  async #instruments(): Promise<Instruments> {
    this.#making ??= this.#make().finally(() => {
      const early = this.#early ?? [];
      this.#early = undefined;
      for (const answered of this.#made ? early : []) this.observe(answered);
    });
    return this.#making;
  }

  async #make(): Promise<Instruments> {
    const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
    const registry = new Registry<OpenMetricsContentType>();
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    const registers = [registry];
    if (this.#wholeProcess) collectDefaultMetrics({ register: registry as unknown as Registry });
    for (const { name, help, label, aggregator = "sum", read } of this.#gauges) {
      new Gauge({
        name: PREFIX + name,
        ...{ help, registers, aggregator },
        labelNames: label === undefined ? [] : [label],
        async collect() {
          this.reset();
          for (const [value, figure] of await read())
            this.set(label === undefined ? {} : { [label]: value }, figure);
        },
      });
    }
    const requests = new Counter({
      name: `${PREFIX}requests_total`,
      help: "Requests answered, by face of the server, operation and HTTP status.",
      labelNames: ["kind", "operation", "status"],
      registers,
    });
    const durations = new Histogram({
      name: `${PREFIX}request_duration_seconds`,
      help: "Time from a request's arrival to its answer.",
      labelNames: ["kind", "operation"],
      buckets: BUCKETS,
      registers,
    });
    this.#made = { registry, requests, durations };
    return this.#made;
  }
}
