import { findRoute } from "../api/routes.js";
import { MOCK_CONTROL } from "../faults/request-faults.js";
import type { HttpHandler, HttpReply, HttpRequest } from "../http/message.js";
import { jsonOr } from "../kernel/json.js";
import type { MockServer } from "../server/server.js";
import { ARMED, type FaultKind, IN_HEADER, outageOf, type Schedule, type Target } from "./faults.js";
import type { Process } from "./process.js";

/** A request, a write to the disk, or a signature of the wallet. */
export interface TracedRequest {
  /** From 1, across all lives. */
  readonly number: number;
  readonly target: Target;
  /** Name of the API operation, the JSON-RPC methods, or the call of the disk or the wallet. */
  readonly operation: string;
  /** All that the service reads of the request, without JSON-RPC ids and headers. */
  readonly parameters: unknown;
  readonly life: number;
  /** The fault that took place. */
  fault: FaultKind | undefined;
  /** Returns what the app saw. */
  saw: () => string;
  /** Changes of the balances since the start, if this request has changed them. */
  balances?: readonly string[];
}

function identify({ method, path, query }: HttpRequest, text: string): readonly [Target, string, unknown] {
  const body = text && jsonOr(text, text);
  if (path.includes("/rpc/")) {
    const calls = [body].flat().map((call) => Object(call) as { method?: string; params?: unknown });
    const parameters = [path, ...calls.map((call) => [call.method, call.params])];
    return ["node", calls.map((call) => call.method).join(", "), parameters];
  }
  const name = `${method} ${path}`;
  const found = findRoute(method, path.slice(path.lastIndexOf("/v1/")));
  return ["api", found && "route" in found ? found.route.name : name, [name, query, body]];
}

const textOf = (body: string | Uint8Array = "") => Buffer.from(body).toString();

const LOST: HttpReply = { status: 0, headers: {}, drop: "before" };
/** How far the app's clock jumps. */
const JUMP_MS = 3_600_000;
/** Time after which a queue gives the job of a silent worker to another one. */
const TAKEN_OVER_MS = 30_000;
/** Operations that send a payment. */
export const SENDS = /sendTransaction|wallet\.sign-and-send/;

/** A response for the trace. */
function sawOf({ status, body, drop }: HttpReply): string {
  if (drop) return "TypeError: fetch failed";
  const answer = jsonOr(textOf(body));
  const { error } = Object(answer) as { error?: { code?: unknown; message?: unknown } };
  if (error) return `${status} ${error.code}: ${error.message}`;
  return `${status}${body && answer === undefined ? " (not JSON)" : ""}`;
}

/** Passes on and records an app's requests in one run, and injects the faults of its schedule. */
export class Network {
  readonly requests: TracedRequest[] = [];
  /** Number of requests without a response. */
  open = 0;
  /** How far (ms) the app's clock is ahead. */
  ahead = 0;
  /** The write that is lost when the app sends. */
  #unsafe: { readonly traced: TracedRequest; readonly undo: () => void } | undefined;
  /** True after the last request. */
  isOver = false;
  #isStale = false;

  constructor(
    private readonly serve: HttpHandler,
    private readonly server: MockServer,
    private readonly schedule: Schedule,
    /** The last request that the app makes: then it ends for ever. */
    private readonly last = Infinity,
    /** Starts a life beside the others. */
    private readonly startLife: () => void = () => {},
  ) {}

  /** Numbers a request, a write or a signature of a living process, and begins its fault. */
  begin(life: Process, target: Target, operation: string, parameters: unknown): TracedRequest {
    const number = this.requests.length + 1;
    const traced: TracedRequest = {
      number,
      target,
      operation,
      parameters,
      life: life.number,
      fault: this.schedule.find((planned) => planned.request === number)?.kind,
      saw: () => `nothing: ${life.crash.signal.reason}`,
    };
    if (number > this.last) {
      this.isOver = true;
      life.crash.abort("the run ended");
      return traced;
    }
    this.requests.push(traced);
    const outage = outageOf(traced.fault);
    if (outage)
      this.server.faults.add({ ...(target === "node" && { match: { path: "/rpc/*" } }), fault: outage });
    if (traced.fault === "clock-jump") this.ahead += JUMP_MS;
    if (traced.fault === "two-lives") this.startLife();
    if (traced.fault === "crash-before") life.crash.abort("the app crashed");
    return traced;
  }

  /** The second life of `two-lives` takes the job over while the first waits for its request. */
  async wait({ fault }: TracedRequest): Promise<void> {
    if (fault === "two-lives") await this.server.clock.sleep(TAKEN_OVER_MS);
  }

  /** Ends what has begun: the app crashes if its schedule says so. */
  end({ fault, operation }: TracedRequest, life: Process): void {
    const isLost = this.#unsafe !== undefined && SENDS.test(operation);
    if (isLost) this.#unsafe?.undo();
    if (isLost) this.#unsafe = undefined;
    if (fault === "crash-after" || isLost) life.crash.abort("the app crashed");
  }

  /** Forgets a write that is no longer at risk: its fault did not take place. */
  flush(): void {
    if (this.#unsafe) this.#unsafe.traced.fault = undefined;
    this.#unsafe = undefined;
  }

  /** Makes a write of the app. `undo` is absent for a write that the disk has flushed. */
  write(life: Process, call: string, key: string, make: () => void, undo?: () => void): void {
    if (!life.isAlive) return;
    const traced = this.begin(life, "disk", call, key);
    traced.saw = () => key;
    if (traced.fault === "disk-fails") {
      traced.saw = () => "ENOSPC";
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }
    make();
    if (this.#unsafe?.traced.parameters === key) this.flush();
    if (traced.fault === "disk-lost" && undo) this.#unsafe = { traced, undo };
    else traced.fault = undefined;
  }

  async handle(life: Process, request: HttpRequest, serve = this.serve): Promise<HttpReply> {
    const body = textOf(await request.body(Number.POSITIVE_INFINITY));
    if (!life.isAlive) return LOST;
    const traced = this.begin(life, ...identify(request, body));
    this.open++;
    const reply = await this.#send(traced, life, request, serve).finally(() => this.open--);
    const signal = request.signal?.();
    // A dropped response ends the connection, which aborts the signal, too.
    const gaveUp = () => signal?.aborted && !reply.drop;
    if (life.isAlive) traced.saw = () => (gaveUp() ? String(signal?.reason) : sawOf(reply));
    return reply;
  }

  async #send(
    traced: TracedRequest,
    life: Process,
    request: HttpRequest,
    serve: HttpHandler,
  ): Promise<HttpReply> {
    const { faults } = this.server;
    const { fault } = traced;
    await this.wait(traced);
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
    const reply = await serve({ ...request, header });
    if (armed && faults.list().some(({ id, fired }) => id === armed.id && fired === 0)) {
      faults.clear(armed.id);
      traced.fault = undefined;
    }
    this.end(traced, life);
    return life.isAlive ? reply : LOST;
  }
}
