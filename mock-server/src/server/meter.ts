import { ENVIRONMENTS } from "intent-tx/contract";
import type { OpenMetricsContentType, Registry } from "prom-client";
import type { ServerMetrics } from "../control/commands/metrics.js";
import type { Load } from "../http/listener.js";
import type { Exchange } from "../http/message.js";
import type { Ledgers } from "../ledger/ledgers.js";

/** Delay before the metrics code is loaded for process metrics, so that the first responses do not wait for it. */
const LOADED_AFTER_MS = 500;

/** Upper bounds of the histogram buckets in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const PREFIX = "intent_tx_mock_";

export type ExchangeListener = (exchange: Exchange) => void;

/** The values of a server's gauges, which are read on each metrics request. */
interface GaugeSource {
  readonly load: Load;
  readonly sessions: () => { readonly size: number };
  readonly sessionLimit: number;
  readonly webSockets: () => number;
  /** Ledgers of the server's own World. */
  readonly ledgers: () => Ledgers;
  /** Why the state cannot currently be written; undefined if it can. */
  readonly failure: () => string | undefined;
}

/**
 * Counts a server's responses. Counting starts, and the metrics code is loaded, at the first metrics request. With
 * process metrics, counting starts with the server.
 */
export class Meter implements ServerMetrics {
  #loading: Promise<Registry<OpenMetricsContentType>> | undefined;
  /** Responses to count after the code has loaded. */
  readonly #pending: Exchange[] = [];
  readonly #keep = (exchange: Exchange): unknown => this.#pending.push(exchange);

  /**
   * @param listeners functions to call with every handled request
   * @param processMetrics also collects process metrics (memory, CPU, garbage collection, event-loop lag)
   */
  constructor(
    private readonly server: GaugeSource,
    private readonly listeners: Set<ExchangeListener>,
    private readonly processMetrics = false,
  ) {
    if (!processMetrics) return;
    this.listeners.add(this.#keep);
    // The next metrics request reports the error.
    const load = () => void this.#registry().catch(() => this.listeners.delete(this.#keep));
    setTimeout(load, LOADED_AFTER_MS).unref();
  }

  async text(): Promise<{ type: string; body: string }> {
    const registry = await this.#registry();
    return { type: registry.contentType, body: await registry.metrics() };
  }

  #registry(): Promise<Registry<OpenMetricsContentType>> {
    this.#loading ??= this.#make();
    return this.#loading;
  }

  async #make(): Promise<Registry<OpenMetricsContentType>> {
    const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
    const registry = new Registry<OpenMetricsContentType>();
    registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    const registers = [registry];
    if (this.processMetrics) collectDefaultMetrics({ register: registry as unknown as Registry });
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name: PREFIX + name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    const { load, sessions, sessionLimit, webSockets, ledgers, failure } = this.server;
    gauge("sessions_open", "Open sessions.", () => sessions().size);
    gauge("sessions_limit", "Maximum number of open sessions.", () => sessionLimit);
    gauge(
      "requests_in_flight",
      "Requests in progress over sockets, including this one.",
      () => load.requests,
    );
    gauge(
      "answer_bytes_waiting",
      "Bytes of long responses that clients have not read yet.",
      () => load.bytes,
    );
    gauge("body_bytes_waiting", "Bytes of request bodies that are not complete.", () => load.bodies.bytes);
    gauge("websockets_open", "Open WebSocket connections.", webSockets);
    new Gauge({
      name: `${PREFIX}slot`,
      help: "Current slot of each simulated chain; absent until the chain is first used.",
      registers,
      labelNames: ["environment"],
      async collect() {
        this.reset();
        for (const environment of ENVIRONMENTS) {
          // If a validator does not respond, its current slot is omitted.
          const slot = await ledgers()
            .opened(environment)
            ?.slot()
            .catch(() => undefined);
          if (slot !== undefined) this.set({ environment }, slot);
        }
      },
    });
    gauge(
      "state_writable",
      "1 if the state file can be written, 0 if not. Always 1 without a state file.",
      () => (failure() === undefined ? 1 : 0),
    );
    const requests = new Counter({
      name: `${PREFIX}requests_total`,
      help: "Requests handled, by server component, operation and HTTP status.",
      labelNames: ["kind", "operation", "status"],
      registers,
    });
    const durations = new Histogram({
      name: `${PREFIX}request_duration_seconds`,
      help: "Time from a request's arrival to its response.",
      labelNames: ["kind", "operation"],
      buckets: BUCKETS,
      registers,
    });
    const count: ExchangeListener = ({ kind, status, ms, operation: name = "none" }) => {
      // Unknown paths share one label, because clients can invent any number of them.
      const operation = kind === "api" ? name : kind;
      requests.inc({ kind, operation, status: String(status) });
      durations.observe({ kind, operation }, ms / 1000);
    };
    for (const exchange of this.#pending.splice(0)) count(exchange);
    this.listeners.delete(this.#keep);
    this.listeners.add(count);
    return registry;
  }
}
