import { findRoute } from "../api/routes.js";
import { jsonOr } from "../kernel/json.js";
import type { MockServer } from "../server/server.js";
import { ARMED, type FaultKind, type Schedule } from "./faults.js";
import type { Process } from "./life.js";

/** A request of a run. */
export interface TracedRequest {
  readonly number: number;
  readonly target: "api" | "node";
  /** Name of the API operation, or the JSON-RPC methods. */
  readonly operation: string;
  /** All that the service reads of the request, without JSON-RPC ids and headers. */
  readonly parameters: unknown;
  readonly life: number;
  readonly fault: FaultKind | undefined;
  /** Returns what the app saw. */
  saw: () => string;
}

function identify(method: string, { pathname, search }: URL, text: string) {
  const body = text && jsonOr(text, text);
  if (pathname.includes("/rpc/")) {
    const calls = [body].flat().map((call) => Object(call) as { method?: string; params?: unknown });
    const parameters = [pathname, ...calls.map(({ params }) => params)];
    return { target: "node", operation: calls.map((call) => call.method).join(", "), parameters } as const;
  }
  const name = `${method} ${pathname}`;
  const found = findRoute(method, pathname.slice(pathname.lastIndexOf("/v1/")));
  const operation = found && "route" in found ? found.route.name : name;
  return { target: "api", operation, parameters: [name, search, body] } as const;
}

function lost(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return Object.assign(new TypeError("fetch failed"), { cause });
}

/** The response of a gateway. */
const refusal = (status: number, headers = {}): Response =>
  new Response(`The gateway returned ${status}.`, { status, headers });

/** A response for the trace. */
function sawOf(status: number, text: string): string {
  const answer = jsonOr(text);
  const { error } = Object(answer) as { error?: { code?: unknown; message?: unknown } };
  if (error) return `${status} ${error.code}: ${error.message}`;
  return `${status}${text !== "" && answer === undefined ? " (not JSON)" : ""}`;
}

/** How many slots the finalized state is behind the newest. */
const BEHIND = 32;

interface Statuses {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ readonly slot: number } | null)[];
}

/** Removes newer statuses from the response to `getSignatureStatuses`, which takes no commitment. */
function staleAnswer(answer: { readonly result?: Statuses }): unknown {
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
  /** The faults that took place. */
  readonly faults = new Set<string>();
  /** Number of requests without a response. */
  open = 0;
  #isStale = false;

  constructor(
    private readonly server: MockServer,
    private readonly schedule: Schedule,
  ) {}

  async fetch(life: Process, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    // Creating a `Request` takes longer than most calls.
    const isPlain = !(input instanceof Request) && typeof (init.body ?? "") === "string";
    const whole = isPlain ? undefined : new Request(input, init);
    const { method = "GET", headers = {}, signal } = whole ?? init;
    const body = whole ? await whole.text() : String(init.body ?? "");
    if (!life.isAlive) throw lost();
    const url = new URL(whole?.url ?? String(input));
    const request = { method, headers, ...(signal && { signal }), ...(body !== "" && { body }) };
    const number = this.requests.length + 1;
    const traced: TracedRequest = {
      ...identify(method, url, body),
      number,
      life: life.number,
      fault: this.schedule.find((planned) => planned.request === number)?.kind,
      saw: () => "nothing: the app crashed",
    };
    this.requests.push(traced);
    this.open++;
    try {
      const response = await this.#withFault(traced, life, () => this.#send(traced, url, request));
      const text = await response.text();
      if (life.isAlive) traced.saw = () => sawOf(response.status, text);
      return new Response(response.status === 204 ? null : text, response);
    } catch (error) {
      if (life.isAlive) traced.saw = () => String(error);
      throw error;
    } finally {
      this.open--;
    }
  }

  async #withFault({ number, fault }: TracedRequest, life: Process, send: () => Promise<Response>) {
    const { faults, clock } = this.server;
    if (fault !== undefined) this.faults.add(`${number}:${fault}`);
    if (fault === "refused") return refusal(503);
    if (fault === "429") return refusal(429, { "Retry-After": "1" });
    if (fault === "crash-before") life.kill();
    if (!life.isAlive) throw lost();
    if (fault === "stale") this.#isStale = true;
    const kind = ARMED.find((one) => one === fault);
    const armed = kind && faults.add({ fault: { kind, ...(kind === "slow-confirm" && { by: "30s" }) } });
    const response = await send();
    if (armed && faults.list().some(({ id, fired }) => id === armed.id && fired === 0)) {
      faults.clear(armed.id);
      this.faults.delete(`${number}:${fault}`);
    }
    if (fault === "slow") await clock.sleep(SLOW_MS);
    if (fault === "crash-after") life.kill();
    if (fault === "lost" || !life.isAlive) throw lost();
    if (fault === "500-after") return refusal(500);
    if (fault === "garbled") return new Response('{"intentId":"inte', response);
    return fault === "duplicate" ? send() : response;
  }

  async #send({ target, operation }: TracedRequest, url: URL, request: RequestInit): Promise<Response> {
    if (!this.#isStale || target === "api") return this.server.fetch(url, request);
    // The finalized state is also the default. Sends are unchanged.
    const body = String(request.body).replace(/"commitment"\s*:\s*"\w+"/g, '"commitment":"finalized"');
    const response = await this.server.fetch(url, { ...request, body });
    const methods = operation.split(", ");
    if (!response.ok || !methods.includes("getSignatureStatuses")) return response;
    const answer = (await response.json()) as object | object[];
    const stale = [answer]
      .flat()
      .map((one, i) => (methods[i] === "getSignatureStatuses" ? staleAnswer(one) : one));
    return new Response(JSON.stringify(Array.isArray(answer) ? stale : stale[0]), response);
  }
}
