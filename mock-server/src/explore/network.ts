import { jsonOr } from "../kernel/json.js";
import type { MockServer } from "../server/server.js";
import { type FaultKind, identify, type RequestIdentity, type Schedule } from "./kinds.js";
import type { Process } from "./life.js";

/** A request of a run. */
export interface TracedRequest extends RequestIdentity {
  readonly life: number;
  readonly fault: FaultKind | undefined;
  /** The answer, as the app saw it. */
  saw: string;
}

const SLOW_MS = 60_000;

function lost(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return Object.assign(new TypeError("fetch failed"), { cause });
}

/** The response of a gateway. */
const refusal = (status: number): Response =>
  new Response(`The gateway returned ${status}.`, {
    status,
    headers: status === 429 ? { "Retry-After": "1" } : {},
  });

/** The response for the trace. */
function sawOf(status: number, answer: unknown): string {
  const { error } = Object(answer) as { error?: { code?: unknown; message?: unknown } };
  if (error) return `${status} ${error.code}: ${error.message}`;
  return `${status}${typeof answer === "string" && answer !== "" ? " (not JSON)" : ""}`;
}

/** How many slots the finalized state is behind the newest. */
const BEHIND = 32;

/** Makes JSON-RPC calls read the finalized state, which is also the default. Sends are unchanged. */
const staleCalls = (text: string): string => text.replace(/"commitment":"\w+"/g, '"commitment":"finalized"');

interface Statuses {
  readonly context: { readonly slot: number };
  readonly value: readonly ({ readonly slot: number } | null)[];
}

/** Removes newer statuses from the response to `getSignatureStatuses`, which takes no commitment. */
function staleAnswer(method: string | undefined, answer: { readonly result?: Statuses }): unknown {
  const { result } = answer;
  if (method !== "getSignatureStatuses" || result === undefined) return answer;
  const slot = result.context.slot - BEHIND;
  const value = result.value.map((status) => {
    if (status === null || status.slot > slot) return null;
    if (status.slot <= slot - BEHIND) return status;
    return { ...status, confirmations: slot - status.slot, confirmationStatus: "confirmed" };
  });
  return { ...answer, result: { context: { ...result.context, slot }, value } };
}

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
    const whole = input instanceof Request ? new Request(input, init) : undefined;
    const { method = "GET", headers, signal } = whole ?? init;
    const body = whole === undefined ? String(init.body ?? "") : await whole.text();
    const request = {
      method,
      headers: headers ?? {},
      ...(signal && { signal }),
      ...(body !== "" && { body }),
    };
    const url = new URL(whole?.url ?? String(input));
    const identity = identify(method, url, jsonOr(body, body));
    const number = this.requests.length + 1;
    const fault = this.schedule.find((planned) => planned.request === number)?.kind;
    const traced: TracedRequest = { ...identity, life: life.number, fault, saw: "nothing: the app crashed" };
    this.requests.push(traced);
    if (fault !== undefined) this.faults.add(`${number}:${fault}`);
    if (fault === "crash-before") life.kill();
    if (!life.isAlive) throw lost();
    this.open++;
    try {
      const send = () => this.#send(url, request, identity);
      const response = await this.#withFault(fault, number, send);
      const text = await response.text();
      if (fault === "crash-after") life.kill();
      if (!life.isAlive) throw lost();
      traced.saw = sawOf(response.status, jsonOr(text, text));
      return new Response(response.status === 204 ? null : text, response);
    } catch (error) {
      if (life.isAlive) traced.saw = String(error);
      throw error;
    } finally {
      this.open--;
    }
  }

  async #withFault(fault: FaultKind | undefined, number: number, send: () => Promise<Response>) {
    const { faults, clock } = this.server;
    switch (fault) {
      case "refused":
        return refusal(503);
      case "429":
        return refusal(429);
      case "duplicate":
        await send();
        return send();
      case "stale":
        this.#isStale = true;
        return send();
      case "drop-transaction":
      case "late-transaction":
      case "slow-confirm":
      case "expired-blockhash":
      case "moved-pool": {
        const { id } = faults.add({ fault: { kind: fault, ...(fault === "slow-confirm" && { by: "30s" }) } });
        const response = await send();
        if (faults.list().some((armed) => armed.id === id && armed.fired === 0)) {
          faults.clear(id);
          this.faults.delete(`${number}:${fault}`);
        }
        return response;
      }
      case "lost":
        await send();
        throw lost();
      case "500-after":
        await send();
        return refusal(500);
      case "slow": {
        const response = await send();
        await clock.sleep(SLOW_MS);
        return response;
      }
      case "garbled":
        return new Response('{"intentId":"inte', await send());
      case "crash-before":
      case "crash-after":
      case undefined:
        return send();
    }
  }

  async #send(url: URL, request: RequestInit, { target, operation }: RequestIdentity): Promise<Response> {
    if (!this.#isStale || target === "api") return this.server.fetch(url, request);
    const response = await this.server.fetch(url, { ...request, body: staleCalls(String(request.body)) });
    if (!response.ok) return response;
    const text = await response.text();
    const answer = jsonOr(text, text);
    const methods = operation.split(", ");
    const stale = Array.isArray(answer)
      ? answer.map((one, i) => staleAnswer(methods[i], one))
      : staleAnswer(operation, Object(answer));
    return new Response(JSON.stringify(stale), response);
  }
}
