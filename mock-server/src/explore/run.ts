import { performance } from "node:perf_hooks";
import type { Connection } from "@solana/web3.js";
import { Random } from "../kernel/random.js";
import { wallClear, wallInterval } from "../kernel/timers.js";
import { SLOT_MS } from "../ledger/slots.js";
import type { MockServer } from "../server/server.js";
import { type FaultKind, identify, type RequestIdentity, type Schedule, scheduleText } from "./kinds.js";
import { connectionOver, DiskContent, type Libraries, type Life, lifeOf, Process } from "./life.js";
import { staleAnswer, staleCall } from "./stale.js";

/** How an app ended. */
export interface Ended {
  /** `hung`: 10 s without a request or a sleep, or 10,000 requests. `crashes`: five lives crashed. */
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
  /** A `Connection` of `@solana/web3.js`, without faults. */
  readonly connection: Connection;
  /** The result of `setup`. */
  readonly state: S;
  /** How the app ended. */
  readonly ended: Ended;
}

/** An app under exploration. */
export interface ExploredApp<S> {
  /**
   * Runs once a schedule, before the app. Its result outlives crashes, like a database.
   *
   * @param start The mock server.
   * @example
   * ```ts
   * import { explore } from "@intent-tx/mock-server/explore";
   * await explore({
   *   setup: async ({ server }) => {
   *     const wallet = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   *     await server.fund(wallet, { SOL: "2" });
   *     return { wallet };
   *   },
   *   run: ({ client, state }) => client.portfolio.retrieve(state.wallet),
   * });
   * ```
   */
  readonly setup?: (start: { readonly server: MockServer }) => S | Promise<S>;
  /**
   * One life of the app. After a crash it is called again, with new handles and the same `state` and `disk`.
   *
   * @param life The handles of this life.
   * @example
   * ```ts
   * import { explore } from "@intent-tx/mock-server/explore";
   * await explore({ run: ({ client }) => client.prices.retrieve("SOL") });
   * ```
   */
  readonly run: (life: Life<S>) => unknown;
  /**
   * Throws if something is wrong at the end, for example if the app has paid twice. By then, faults are off and 200
   * slots have passed. Without `check`, a `run` that throws is a failure.
   *
   * @param ending The server, a connection, the state, and how the app ended.
   * @example
   * ```ts
   * import { explore } from "@intent-tx/mock-server/explore";
   * await explore({
   *   run: ({ client }) => client.prices.retrieve("SOL"),
   *   check: ({ ended }) => {
   *     if (ended.how !== "returned") throw new Error(`the app ${ended.how}`);
   *   },
   *   faults: { api: ["lost"], chain: false },
   * });
   * ```
   */
  readonly check?: (ending: Ending<S>) => unknown;
}

/** A request of a run. */
export interface TracedRequest extends RequestIdentity {
  readonly life: number;
  readonly fault: FaultKind | undefined;
  /** The answer, as the app saw it. */
  saw: string;
}

const MAX_LIVES = 5;
const MAX_REQUESTS = 10_000;
/** Idle time (ms) of the process after which the clock moves by a slot, and after which the app counts as hung. */
const IDLE_MS = 250;
const HUNG_MS = 10_000;
const HUNG =
  "The app hung: it made 10,000 requests, or waited 10 s for something that no request, no sleep on server.clock and no timer ends. Look at the last request of the trace.";
const RESTART_MS = 1000;
const SLOW_MS = 60_000;
/** Slots between the end of the app and `check`. All that the app has sent has landed or expired by then. */
const SLOTS_TO_CHECK = 200;

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return text;
  }
}

function lost(): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return Object.assign(new TypeError("fetch failed"), { cause });
}

/** The answer of a gateway. */
function refusal(status: number, { target }: RequestIdentity): Response {
  const code = { 429: "rate_limit_exceeded", 500: "internal_error" }[status] ?? "service_unavailable";
  const message = `The gateway returned ${status}.`;
  const body =
    target === "api" ? { error: { code, message } } : { jsonrpc: "2.0", error: { code: status, message } };
  return Response.json(body, { status, headers: status === 429 ? { "Retry-After": "1" } : {} });
}

/** One run of an app under a schedule, on a server in its initial state. */
export class AppRun<S> {
  readonly requests: TracedRequest[] = [];
  /** Faults that took place. */
  readonly #hits = new Set<string>();
  readonly #over = new AbortController();
  readonly #disk = new DiskContent();
  #process = new Process(() => {});
  readonly #random: () => number;
  #draws = 0;
  #life = 0;
  #open = 0;
  #isStale = false;
  #idleSince = 0;
  #progressAt = 0;
  #hang = () => {};
  /** Whether the clock moved although nothing slept on it. */
  realTimers = false;

  constructor(
    private readonly server: MockServer,
    private readonly app: ExploredApp<S>,
    private readonly libraries: Libraries,
    private readonly schedule: Schedule,
  ) {
    const random = new Random(`${server.seed} ${scheduleText(schedule)}`);
    this.#random = () => random.fraction("jitter", this.#draws++);
  }

  /** Runs the app to its end; `failure` is why the run is a failure. */
  async whole(): Promise<{ readonly ended: Ended; readonly failure?: unknown }> {
    const { server, libraries, app } = this;
    const state = (await app.setup?.({ server })) as S;
    const end = await this.#live(state);
    this.#process.kill();
    server.faults.clear();
    await server.clock.advance(SLOTS_TO_CHECK * SLOT_MS);
    const ended = { ...end, lives: this.#life + 1, faults: [...this.#hits] };
    const ending = {
      server,
      state,
      ended,
      get connection() {
        return connectionOver(libraries, server.rpc.live, server.fetch);
      },
    };
    try {
      if (end.how === "hung") throw new Error(HUNG);
      if (app.check !== undefined) await app.check(ending);
      else if (end.how !== "returned") throw end.error ?? new Error("The app crashed in each of its lives.");
      return { ended };
    } catch (error) {
      return { ended, failure: error ?? new Error("check threw undefined") };
    } finally {
      this.#over.abort();
    }
  }

  /** Runs life after life until the app ends. */
  async #live(state: S): Promise<Pick<Ended, "how" | "error">> {
    const { server, libraries, app } = this;
    const hung = new Promise<{ how: "hung" }>((resolve) => {
      this.#hang = () => resolve({ how: "hung" });
    });
    const watch = wallInterval(() => this.#watch(), IDLE_MS / 5);
    try {
      for (; ; this.#life++) {
        const process = new Process(() => this.#active());
        this.#process = process;
        this.#active();
        const fetch: Life<S>["fetch"] = (input, init) =>
          process.guard(() => this.#answer(process, input, init));
        const disk = this.#disk.of(process);
        const parts = { server, fetch, disk, state, life: this.#life, signal: this.#over.signal };
        const ended = process
          .guard(async () => app.run(lifeOf(parts, libraries, process, this.#random)))
          .then(
            () => ({ how: "returned" as const }),
            (error: unknown) => ({ how: "threw" as const, error }),
          );
        const end = await Promise.race([ended, process.crashed, hung]);
        if (end !== undefined) return end;
        if (this.#life + 1 === MAX_LIVES) return { how: "crashes" };
        await server.clock.sleep(RESTART_MS);
      }
    } finally {
      wallClear(watch);
    }
  }

  #active(): void {
    // Idle time instead of real time: a busy process waits for nothing.
    this.#idleSince = this.#progressAt = performance.eventLoopUtilization().idle;
  }

  #watch(): void {
    if (this.#open > 0 || this.#process.sleepers > 0) return;
    const { idle } = performance.eventLoopUtilization();
    if (idle - this.#progressAt >= HUNG_MS) this.#hang();
    if (idle - this.#idleSince < IDLE_MS) return;
    this.#idleSince = idle;
    this.realTimers = true;
    void this.server.clock.advance(SLOT_MS);
  }

  async #answer(process: Process, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const whole = input instanceof Request ? new Request(input, init) : undefined;
    const { method = "GET", headers, signal } = whole ?? init;
    const text = whole?.body ? await whole.text() : (init.body ?? undefined);
    const request = { method, headers: new Headers(headers ?? {}), ...(signal && { signal }) };
    const url = new URL(whole?.url ?? String(input));
    const body = parsed(text as string | undefined);
    const identity = identify(method, url, body);
    const number = this.requests.length + 1;
    const fault = this.schedule.find((planned) => planned.request === number)?.kind;
    const traced: TracedRequest = { ...identity, life: this.#life, fault, saw: "nothing: the app crashed" };
    this.requests.push(traced);
    if (number === MAX_REQUESTS) this.#hang();
    if (fault !== undefined) this.#hits.add(`${number}:${fault}`);
    if (fault === "crash-before") process.kill();
    if (!process.isAlive) throw lost();
    this.#open++;
    this.#active();
    try {
      const send = () => this.#send(url, request, text as string | undefined, body, identity);
      const response = await this.#withFault(fault, number, identity, send);
      if (fault === "crash-after") process.kill();
      if (!process.isAlive) throw lost();
      const { status, headers: received } = response;
      const read = await response.text();
      const answer = parsed(read);
      const { error } = Object(answer) as { error?: { code?: unknown; message?: unknown } };
      const reason = error
        ? ` ${error.code}: ${error.message}`
        : typeof answer === "string"
          ? " (not JSON)"
          : "";
      traced.saw = `${status}${reason}`;
      return new Response(status === 204 ? null : read, { status, headers: received });
    } catch (error) {
      if (process.isAlive) traced.saw = String(error);
      throw error;
    } finally {
      this.#open--;
    }
  }

  async #withFault(
    fault: FaultKind | undefined,
    number: number,
    identity: RequestIdentity,
    send: () => Promise<Response>,
  ): Promise<Response> {
    switch (fault) {
      case "refused":
        return refusal(503, identity);
      case "429":
        return refusal(429, identity);
      case "lost":
        await send();
        throw lost();
      case "500-after":
        await send();
        return refusal(500, identity);
      case "slow": {
        const response = await send();
        await this.server.clock.sleep(SLOW_MS);
        return response;
      }
      case "garbled":
        return new Response('{"intentId":"inte', await send());
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
        const { faults } = this.server;
        const { id } = faults.add({ fault: { kind: fault, ...(fault === "slow-confirm" && { by: "30s" }) } });
        const response = await send();
        if (faults.list().some((armed) => armed.id === id && armed.fired === 0)) {
          faults.clear(id);
          this.#hits.delete(`${number}:${fault}`);
        }
        return response;
      }
      case "crash-before":
      case "crash-after":
      case undefined:
        return send();
    }
  }

  async #send(
    url: URL,
    request: RequestInit,
    text: string | undefined,
    body: unknown,
    { target }: RequestIdentity,
  ): Promise<Response> {
    const isStale = this.#isStale && target === "node";
    const calls = [body].flat() as { readonly method?: string }[];
    const one = <T>(all: readonly T[]) => JSON.stringify(Array.isArray(body) ? all : all[0]);
    const sent = isStale ? one(calls.map(staleCall)) : text;
    const response = await this.server.fetch(url, { ...request, ...(sent !== undefined && { body: sent }) });
    if (!isStale || !response.ok) return response;
    const answers = [parsed(await response.text())].flat() as object[];
    return new Response(one(answers.map((answer, i) => staleAnswer(calls[i] ?? {}, answer))), response);
  }
}
