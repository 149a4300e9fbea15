import { findRoute } from "../api/routes.js";
import { MOCK_CONTROL } from "../faults/request-faults.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../http/message.js";
import { jsonOr } from "../kernel/json.js";
import type { MockServer } from "../server/server.js";
import { ARMED, type FaultKind, IN_HEADER, type Schedule } from "./faults.js";
import type { Process } from "./life.js";

/** A request of a run. */
export interface TracedRequest {
  /** From 1, across all lives. */
  readonly number: number;
  readonly target: "api" | "node";
  /** Name of the API operation, or the JSON-RPC methods. */
  readonly operation: string;
  /** All that the service reads of the request, without JSON-RPC ids and headers. */
  readonly parameters: unknown;
  readonly life: number;
  /** The fault that took place. */
  fault: FaultKind | undefined;
  /** Returns what the app saw. */
  saw: () => string;
}

function identify({ method, path, query }: HttpRequest, text: string) {
  const body = text && jsonOr(text, text);
  if (path.includes("/rpc/")) {
    const calls = [body].flat().map((call) => Object(call) as { method?: string; params?: unknown });
    const parameters = [path, ...calls.map((call) => [call.method, call.params])];
    return { target: "node", operation: calls.map((call) => call.method).join(", "), parameters } as const;
  }
  const name = `${method} ${path}`;
  const found = findRoute(method, path.slice(path.lastIndexOf("/v1/")));
  const operation = found && "route" in found ? found.route.name : name;
  return { target: "api", operation, parameters: [name, query, body] } as const;
}

const textOf = (body: string | Uint8Array = "") => Buffer.from(body).toString();

const LOST: HttpReply = { status: 0, headers: {}, drop: "before" };

/** A response for the trace. */
function sawOf({ status, body, drop }: HttpReply): string {
  if (drop) return "TypeError: fetch failed";
  const answer = jsonOr(textOf(body));
  const { error } = Object(answer) as { error?: { code?: unknown; message?: unknown } };
  if (error) return `${status} ${error.code}: ${error.message}`;
  return `${status}${body && answer === undefined ? " (not JSON)" : ""}`;
}

/** The requests of one run, with the faults of its schedule. */
export class Network {
  readonly requests: TracedRequest[] = [];
  /** Number of requests without a response. */
  open = 0;
  #isStale = false;

  constructor(
    private readonly serve: HttpHandler,
    private readonly server: MockServer,
    private readonly schedule: Schedule,
  ) {}

  async handle(life: Process, request: HttpRequest): Promise<HttpReply> {
    const body = textOf(await request.body(Number.POSITIVE_INFINITY));
    if (!life.isAlive) return LOST;
    const number = this.requests.length + 1;
    const traced: TracedRequest = {
      ...identify(request, body),
      number,
      life: life.number,
      fault: this.schedule.find((planned) => planned.request === number)?.kind,
      saw: () => `nothing: ${life.crash.signal.reason}`,
    };
    this.requests.push(traced);
    this.open++;
    const reply = await this.#send(traced, life, request).finally(() => this.open--);
    const signal = request.signal?.();
    if (life.isAlive) traced.saw = () => (signal?.aborted ? String(signal.reason) : sawOf(reply));
    return reply;
  }

  async #send(traced: TracedRequest, life: Process, request: HttpRequest): Promise<HttpReply> {
    const { faults } = this.server;
    const { fault } = traced;
    if (fault === "crash-before") life.crash.abort("the app crashed");
    if (!life.isAlive) return LOST;
    if (fault === "stale") this.#isStale = true;
    const words = [
      fault !== undefined && IN_HEADER[fault],
      this.#isStale && traced.target === "node" && "stale",
      request.header(MOCK_CONTROL),
    ];
    const control = words.filter(Boolean).join("; ") || undefined;
    const header = (name: string) => (name === MOCK_CONTROL ? control : request.header(name));
    const kind = ARMED.find((one) => one === fault);
    const armed = kind && faults.add({ fault: { kind, ...(kind === "slow-confirm" && { by: "30s" }) } });
    const reply = await this.serve({ ...request, header });
    if (armed && faults.list().some(({ id, fired }) => id === armed.id && fired === 0)) {
      faults.clear(armed.id);
      traced.fault = undefined;
    }
    if (fault === "crash-after") life.crash.abort("the app crashed");
    return life.isAlive ? reply : LOST;
  }
}
