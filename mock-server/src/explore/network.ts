import { findRoute } from "../api/routes.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../http/message.js";
import { jsonOr } from "../kernel/json.js";
import type { MockServer } from "../server/server.js";
import { ARMED, type FaultKind, type Schedule } from "./faults.js";
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

/** The response of a gateway. */
const refusal = (status: number, headers = {}): HttpReply => ({
  status,
  headers: { "Content-Type": "text/plain", ...headers },
  body: `The gateway returned ${status}.`,
});

/** A response for the trace. */
function sawOf({ status, body, drop }: HttpReply): string {
  if (drop) return "TypeError: fetch failed";
  const answer = jsonOr(textOf(body));
  const { error } = Object(answer) as { error?: { code?: unknown; message?: unknown } };
  if (error) return `${status} ${error.code}: ${error.message}`;
  return `${status}${body && answer === undefined ? " (not JSON)" : ""}`;
}

/** How many slots the finalized state is behind the newest. */
const BEHIND = 32;

interface Statuses {
  readonly result?: { readonly context: { slot: number }; readonly value: ({ slot: number } | null)[] };
}

/** Removes newer statuses from the response to `getSignatureStatuses`, which takes no commitment. */
function staleAnswer(answer: Statuses): unknown {
  if (answer.result === undefined) return answer;
  const { context, value } = answer.result;
  const slot = context.slot - BEHIND;
  const known = value.map((status) => {
    if (status === null || status.slot > slot) return null;
    if (status.slot <= slot - BEHIND) return status;
    return { ...status, confirmations: slot - status.slot, confirmationStatus: "confirmed" };
  });
  return { ...answer, result: { context: { ...context, slot }, value: known } };
}

const SLOW_MS = 60_000;

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
    const sent = this.#withFault(traced, life, () => this.#send(traced, request, body));
    const reply = await sent.finally(() => this.open--);
    const signal = request.signal?.();
    if (life.isAlive) traced.saw = () => (signal?.aborted ? String(signal.reason) : sawOf(reply));
    return reply;
  }

  async #withFault(traced: TracedRequest, life: Process, send: () => Promise<HttpReply>): Promise<HttpReply> {
    const { faults, clock } = this.server;
    const { fault } = traced;
    if (fault === "refused") return refusal(503);
    if (fault === "429") return refusal(429, { "Retry-After": "1" });
    if (fault === "crash-before") life.crash.abort("the app crashed");
    if (!life.isAlive) return LOST;
    if (fault === "stale") this.#isStale = true;
    const kind = ARMED.find((one) => one === fault);
    const armed = kind && faults.add({ fault: { kind, ...(kind === "slow-confirm" && { by: "30s" }) } });
    const reply = await send();
    if (armed && faults.list().some(({ id, fired }) => id === armed.id && fired === 0)) {
      faults.clear(armed.id);
      traced.fault = undefined;
    }
    if (fault === "slow") await clock.sleep(SLOW_MS);
    if (fault === "crash-after") life.crash.abort("the app crashed");
    if (fault === "lost" || !life.isAlive) return LOST;
    if (fault === "500-after") return refusal(500);
    if (fault === "garbled") return { ...reply, body: '{"intentId":"inte' };
    return fault === "duplicate" ? send() : reply;
  }

  async #send({ target, operation }: TracedRequest, request: HttpRequest, body: string): Promise<HttpReply> {
    if (!this.#isStale || target === "api") return this.serve(request);
    // The finalized state is also the default. Sends are unchanged.
    const finalized = body.replace(/"commitment"\s*:\s*"\w+"/g, '"commitment":"finalized"');
    const reply = await this.serve({ ...request, body: async () => Buffer.from(finalized) });
    const methods = operation.split(", ");
    if (!methods.includes("getSignatureStatuses")) return reply;
    const answer = jsonOr(textOf(reply.body)) as object | object[];
    const known = [answer]
      .flat()
      .map((one, i) => (methods[i] === "getSignatureStatuses" ? staleAnswer(one) : one));
    return { ...reply, body: JSON.stringify(Array.isArray(answer) ? known : known[0]) };
  }
}
