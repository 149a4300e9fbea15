import { performance } from "node:perf_hooks";
import type { Connection } from "@solana/web3.js";
import type { FetchLike } from "../http/fetch.js";
import { wallClear, wallInterval } from "../kernel/timers.js";
import { SLOT_MS } from "../ledger/slots.js";
import type { MockServer } from "../server/server.js";
import { type FaultKind, identify, type PlannedFault, type RequestIdentity, type Schedule } from "./kinds.js";
import { connectionOver, DiskContent, forever, type Libraries, type Life, lifeOf, Vitals } from "./life.js";
import { staleAnswer, staleCall } from "./stale.js";

/** How an app ended. */
export interface Ended {
  /** `hung`: 10 s without a request or a sleep, or 10,000 requests. `crashes`: it crashed in five lives. */
  readonly how: "returned" | "threw" | "hung" | "crashes";
  /** The error that `run` threw. */
  readonly error?: unknown;
  /** Number of times that `run` was called. */
  readonly lives: number;
  /** The faults that took place, such as `9:lost`. */
  readonly faults: readonly string[];
}

/** Argument of `check`. */
export interface Ending<S> {
  /** The mock server, without faults. */
  readonly server: MockServer;
  /** A `Connection` of `@solana/web3.js` without faults. */
  readonly connection: Connection;
  /** The result of `setup`. */
  readonly state: S;
  /** How the app ended. */
  readonly ended: Ended;
}

/** The functions of an app under exploration. */
export interface App<S> {
  /** Runs once a schedule, before the app. Its result outlives crashes, like a database. */
  setup?(start: { readonly server: MockServer }): S | Promise<S>;
  /** One life of the app. */
  run(life: Life<S>): unknown;
  /** Throws if something is wrong at the end. Without it, a `run` that throws is a failure. */
  check?(ending: Ending<S>): unknown;
}

/** A request of a run, for the comparison with other runs and for the trace. */
export interface TracedRequest extends RequestIdentity {
  readonly life: number;
  readonly fault?: FaultKind;
  /** What the app saw. */
  saw: string;
}

/** A run of the app under one schedule. */
export interface Ran {
  readonly requests: readonly TracedRequest[];
  readonly ended: Ended;
  /** Why the run is a failure; undefined if it is none. */
  readonly failure?: unknown;
  /** Faults that had nothing to hit, such as a moved pool at the build of a transfer. */
  readonly unfired: readonly PlannedFault[];
  /** Whether the clock moved although nothing slept on it. */
  readonly realTimers: boolean;
}

const MAX_LIVES = 5;
const MAX_REQUESTS = 10_000;
/** Time (ms) in which the process is idle before the clock moves by a slot. */
const IDLE_MS = 250;
const HUNG_MS = 10_000;
const RESTART_MS = 1000;
const SLOW_MS = 60_000;
/** Slots between the end of the app and `check`. Everything sent has landed or expired by then. */
const SLOTS_TO_CHECK = 200;

interface Request {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string | undefined;
  readonly signal: AbortSignal | undefined;
}

async function requestOf(input: string | URL | globalThis.Request, init: RequestInit = {}): Promise<Request> {
  const whole = input instanceof globalThis.Request ? new globalThis.Request(input, init) : undefined;
  const { method = "GET", headers, body, signal } = whole ?? init;
  const text = whole?.body ? await whole.text() : typeof body === "string" ? body : undefined;
  const url = new URL(whole?.url ?? String(input));
  return { url, method, headers: new Headers(headers ?? {}), text, signal: signal ?? undefined };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function lost(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return Object.assign(new TypeError("fetch failed"), { cause });
}

/** A gateway's answer in place of the service's or the node's. */
function refusal(status: 429 | 500 | 503, target: RequestIdentity["target"]): Response {
  const [code, message] = {
    429: ["rate_limit_exceeded", "Too many requests."],
    500: ["internal_error", "Internal error."],
    503: ["service_unavailable", "Service unavailable."],
  }[status] as [string, string];
  const body =
    target === "api"
      ? { error: { code, message } }
      : { jsonrpc: "2.0", id: null, error: { code: status, message } };
  const headers = { "Content-Type": "application/json", ...(status === 429 && { "Retry-After": "1" }) };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Runs an app once under a schedule, on a server that is in its initial state. */
export class Run<S> {
  readonly #server: MockServer;
  readonly #app: App<S>;
  readonly #libraries: Libraries;
  readonly #planned: ReadonlyMap<number, FaultKind>;
  readonly #requests: TracedRequest[] = [];
  readonly #fired: string[] = [];
  readonly #unfired: PlannedFault[] = [];
  readonly #over = new AbortController();
  readonly #disk = new DiskContent();
  #vitals = new Vitals(() => {});
  #life = 0;
  #open = 0;
  #isStale = false;
  #realTimers = false;
  #idleSince = 0;
  #progressSince = 0;
  #hang: (() => void) | undefined;

  constructor(server: MockServer, app: App<S>, libraries: Libraries, schedule: Schedule) {
    this.#server = server;
    this.#app = app;
    this.#libraries = libraries;
    this.#planned = new Map(schedule.map(({ request, kind }) => [request, kind]));
  }

  async whole(): Promise<Ran> {
    const server = this.#server;
    const state = (await this.#app.setup?.({ server })) as S;
    const { how, error } = await this.#live(state);
    this.#vitals.kill();
    server.faults.clear();
    await server.clock.advance(SLOTS_TO_CHECK * SLOT_MS);
    const ended: Ended = {
      how,
      ...(how === "threw" && { error }),
      lives: this.#life + 1,
      faults: this.#fired,
    };
    const failure = await this.#failure(state, ended);
    this.#over.abort();
    return {
      requests: this.#requests,
      ended,
      ...(failure !== undefined && { failure }),
      unfired: this.#unfired,
      realTimers: this.#realTimers,
    };
  }

  async #failure(state: S, ended: Ended): Promise<unknown> {
    if (ended.how === "hung")
      return new Error(
        `The app hung: ${this.#requests.length >= MAX_REQUESTS ? `it made ${MAX_REQUESTS} requests` : "it made no request and slept on no clock for 10 s"}.`,
      );
    const { check } = this.#app;
    if (check === undefined)
      return ended.how === "threw" ? (ended.error ?? new Error("run threw undefined")) : undefined;
    const [server, libraries] = [this.#server, this.#libraries];
    try {
      await check.call(this.#app, {
        server,
        get connection() {
          return connectionOver(libraries, server.rpc.live, server.fetch);
        },
        state,
        ended,
      });
      return undefined;
    } catch (error) {
      return error ?? new Error("check threw undefined");
    }
  }

  /** Runs life after life until the app ends. */
  async #live(state: S): Promise<{ how: Ended["how"]; error?: unknown }> {
    const hung = new Promise<{ how: "hung" }>((resolve) => {
      this.#hang = () => resolve({ how: "hung" });
    });
    const watch = wallInterval(() => this.#watch(), IDLE_MS / 5);
    try {
      for (; ; this.#life++) {
        const vitals = new Vitals(() => this.#active());
        this.#vitals = vitals;
        this.#active();
        const fetch: FetchLike = (input, init) => this.#fetch(vitals, input, init);
        const parts = { server: this.#server, libraries: this.#libraries, vitals, fetch, state };
        const life = lifeOf({
          ...parts,
          disk: this.#disk.of(vitals),
          life: this.#life,
          signal: this.#over.signal,
        });
        const ended = (async () => this.#app.run(life))().then(
          () => ({ how: "returned" as const }),
          (error: unknown) => ({ how: "threw" as const, error }),
        );
        const crashed = vitals.crashed.then(() => undefined);
        const end = await Promise.race([vitals.guard(ended), crashed, hung]);
        if (end !== undefined) return end;
        if (this.#life + 1 === MAX_LIVES) return { how: "crashes" };
        await this.#server.clock.sleep(RESTART_MS);
      }
    } finally {
      wallClear(watch);
    }
  }

  /** Idle time of the event loop. A busy process is not waiting for anything. */
  get #idle(): number {
    return performance.eventLoopUtilization().idle;
  }

  #active(): void {
    this.#idleSince = this.#progressSince = this.#idle;
  }

  #watch(): void {
    if (this.#open > 0 || this.#vitals.sleepers > 0) return;
    const idle = this.#idle;
    if (idle - this.#progressSince >= HUNG_MS) this.#hang?.();
    else if (idle - this.#idleSince >= IDLE_MS) {
      this.#idleSince = idle;
      this.#realTimers = true;
      void this.#server.clock.advance(SLOT_MS);
    }
  }

  async #fetch(
    vitals: Vitals,
    input: string | URL | globalThis.Request,
    init?: RequestInit,
  ): Promise<Response> {
    if (!vitals.isAlive) return forever();
    const request = await requestOf(input, init);
    return vitals.guard(this.#answer(vitals, request));
  }

  async #answer(vitals: Vitals, request: Request): Promise<Response> {
    const body = parsed(request.text);
    const identity = identify(request.method, request.url, body);
    const number = this.#requests.length + 1;
    const fault = this.#planned.get(number);
    const traced: TracedRequest = {
      ...identity,
      life: this.#life,
      ...(fault && { fault }),
      saw: "no answer",
    };
    this.#requests.push(traced);
    if (number === MAX_REQUESTS) this.#hang?.();
    this.#active();
    if (fault !== undefined) this.#fired.push(`${number}:${fault}`);
    if (fault === "crash-before") {
      traced.saw = "nothing: the app crashed before the request";
      vitals.kill();
    }
    if (!vitals.isAlive) return forever();
    this.#open++;
    try {
      const response = await this.#withFault(fault, number, identity, request, body);
      if (fault === "crash-after") {
        traced.saw = "nothing: the app crashed after the request";
        vitals.kill();
        return forever();
      }
      return await this.#seen(traced, response);
    } catch (error) {
      traced.saw = `${error}`;
      throw error;
    } finally {
      this.#open--;
    }
  }

  /** Notes the answer as the app sees it. */
  async #seen(traced: TracedRequest, response: Response): Promise<Response> {
    const { status, headers } = response;
    const text = await response.text();
    const { error } = Object(parsed(text)) as {
      readonly error?: { readonly code?: unknown; readonly message?: unknown };
    };
    const reason = error && ` ${String(error.code)}: ${String(error.message)}`;
    traced.saw = `${status}${reason ?? ""}`;
    return new Response(status === 204 ? null : text, { status, headers });
  }

  async #withFault(
    fault: FaultKind | undefined,
    number: number,
    { target }: RequestIdentity,
    request: Request,
    body: unknown,
  ): Promise<Response> {
    const send = () => this.#send(request, body, target);
    switch (fault) {
      case "refused":
        return refusal(503, target);
      case "429":
        return refusal(429, target);
      case "lost":
        await send();
        throw lost();
      case "500-after":
        await send();
        return refusal(500, target);
      case "slow": {
        const response = await send();
        await this.#server.clock.sleep(SLOW_MS);
        return response;
      }
      case "garbled": {
        const { status, headers } = await send();
        return new Response('{"intentId":"inte', { status, headers });
      }
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
      case "moved-pool":
        return this.#withChainFault({ request: number, kind: fault }, send);
      default:
        return send();
    }
  }

  async #withChainFault({ request, kind }: PlannedFault, send: () => Promise<Response>): Promise<Response> {
    const { id } = this.#server.faults.add({
      fault: kind === "slow-confirm" ? { kind, by: "30s" } : { kind: kind as "drop-transaction" },
    });
    const response = await send();
    if (this.#server.faults.list().some((armed) => armed.id === id && armed.fired === 0)) {
      this.#server.faults.clear(id);
      this.#unfired.push({ request, kind });
    }
    return response;
  }

  async #send(request: Request, body: unknown, target: RequestIdentity["target"]): Promise<Response> {
    const { url, method, headers, text, signal } = request;
    const isStale = this.#isStale && target === "node";
    const sent = isStale
      ? JSON.stringify(Array.isArray(body) ? body.map(staleCall) : staleCall(Object(body)))
      : text;
    const response = await this.#server.fetch(url, {
      method,
      headers,
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    });
    if (!isStale || !response.ok) return response;
    const answer = parsed(await response.text());
    const stale = Array.isArray(body)
      ? body.map((call, i) => staleAnswer(call, (answer as unknown[])[i]))
      : staleAnswer(Object(body), answer);
    return new Response(JSON.stringify(stale), { status: response.status, headers: response.headers });
  }
}
