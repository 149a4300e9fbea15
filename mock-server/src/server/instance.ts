import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ENVIRONMENTS, type Environment, HEADERS } from "intent-tx/contract";
import { redactUrl } from "../accounts/keys.js";
import { Api } from "../api/api.js";
import type { ControlTarget } from "../control/command.js";
import type { ServerParts } from "../control/commands.js";
import type { ControlPlane } from "../control/control-plane.js";
import { RequestLog } from "../control/log/request-log.js";
import type { Interception } from "../faults/request-faults.js";
import type { Addresses } from "../http/addresses.js";
import type { Guard } from "../http/guard.js";
import { refuseUpgrade } from "../http/listener.js";
import type { Exchange, HttpReply, HttpRequest, TrafficKind } from "../http/message.js";
import type { Clock } from "../kernel/clock.js";
import { ServiceError } from "../kernel/errors.js";
import { wallMark } from "../kernel/timers.js";
import type { Rpc } from "../rpc/rpc.js";
import type { Journal } from "../state/journal.js";
import { type ServerClock, serverClock } from "../world/server-clock.js";
import type { World } from "../world/world.js";
import { pageReply } from "./pages.js";

export interface InstanceSetup {
  readonly world: World;
  readonly addresses: () => Addresses;
  /** The socket's address and its control token. */
  readonly guard: Guard;
  /** The error for a request when the server's sockets are at capacity. The control plane still accepts requests. */
  readonly overload: () => ServiceError | undefined;
  /** JSON-RPC URL of an environment's validator. */
  readonly relayUrl?: (environment: Environment) => string | undefined;
  /** The sessions and metrics of the server. A session has neither. */
  readonly server?: ServerParts;
  /** Records the World's changes. Default: nothing is recorded. */
  readonly journal?: Journal | undefined;
  /** Session id; absent for the server's own World. */
  readonly session?: string;
  readonly listeners: ReadonlySet<(exchange: Exchange) => void>;
  readonly checkAnswers: boolean;
  readonly onFailure: (error: unknown) => void;
}

function trafficKindOf(path: string): TrafficKind {
  if (path.startsWith("/v1/")) return "api";
  if (path.startsWith("/rpc/")) return "rpc";
  return path.startsWith("/_mock/") ? "control" : "page";
}

/** A World with its API, control plane, JSON-RPC and pages. A server has one, and each of its sessions is another. */
export class Instance implements ControlTarget {
  readonly world: World;
  readonly clock: ServerClock;
  readonly log = new RequestLog();
  readonly addresses: () => Addresses;
  readonly stateFile: ControlTarget["stateFile"];
  failures: ControlTarget["failures"];
  readonly #clock: Clock;
  #api: Api;
  ledger: ControlTarget["ledger"];
  #rpc: Promise<Rpc> | undefined;
  #control: Promise<ControlPlane> | undefined;

  constructor(private readonly setup: InstanceSetup) {
    const { world } = setup;
    this.world = world;
    // A World keeps its clock when its other parts are replaced.
    this.#clock = world.parts.clock;
    this.clock = serverClock(world);
    this.addresses = setup.addresses;
    this.stateFile = setup.journal?.file;
    this.#api = this.#newApi();
    world.onReplaced = () => {
      this.#api = this.#newApi();
      this.#rpc?.then((rpc) => rpc.close()).catch(setup.onFailure);
      this.#rpc = undefined;
    };
  }

  #newApi(): Api {
    const { checkAnswers, world } = this.setup;
    return new Api({ ...world.parts, checkAnswers, failed: (...failure) => this.failed(...failure) });
  }

  /** Handles a request to a path below the prefix, with the faults of its kind. */
  async handle(request: HttpRequest, path: string): Promise<HttpReply> {
    // The control plane is always available, because only it can end the requests that wait for a frozen clock.
    const refusal =
      request.refusal ?? (trafficKindOf(path) === "control" ? undefined : this.setup.overload());
    const checked = refusal ? { ...request, refusal } : request;
    const pending = this.#faultsOf(checked, path);
    // Without a fault the request is admitted synchronously, so that ids follow the order of the calls.
    if (!pending) return this.#handle(checked, path);
    const interception = await pending.catch((error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    });
    if (interception instanceof ServiceError)
      return this.#handle({ ...checked, refusal: interception }, path);
    return interception.around(checked, (request) => this.#handle(request, path, interception));
  }

  /** The faults of an API or JSON-RPC request; undefined at once if there can be none. */
  #faultsOf(request: HttpRequest, path: string): Promise<Interception> | undefined {
    const environment = environmentOf(path);
    const isHit = path.startsWith("/v1") || environment !== undefined;
    if (!isHit || request.refusal || request.method === "OPTIONS") return undefined;
    const target = environment ? `/rpc/${environment}` : path;
    return this.world.parts.faults.before(request, target, () => this.#api.fieldsOf(request, path));
  }

  /** Handles a request. Its changes are in the state file before the response is sent. */
  async #handle(request: HttpRequest, path: string, interception?: Interception): Promise<HttpReply> {
    const { method, query } = request;
    const kind = trafficKindOf(path);
    const { session, journal, listeners, onFailure } = this.setup;
    const exchange: Exchange = { kind, session, method, path, query, status: 0, at: 0, ms: 0, isApi: false };
    const start = wallMark();
    const changes = journal?.changes ?? 0;
    let reply: HttpReply;
    try {
      reply = await this.#answer(request, path, exchange, interception);
    } catch (error) {
      reply = this.#failureReply(error, exchange);
    }
    try {
      journal?.beforeReply(changes);
    } catch {
      // The state file has reported the reason. A response would acknowledge changes that are not saved.
      return { status: 503, headers: {}, drop: "before" };
    }
    const now = this.#clock.now();
    try {
      exchange.status = reply.status;
      exchange.ms = wallMark() - start;
      if (!exchange.isApi) exchange.at = now;
      exchange.requestId ??= reply.headers[HEADERS.requestId];
      for (const listener of listeners) listener(exchange);
      // An unreadable request is not logged.
      if (method !== "") this.log.record(exchange, request, reply);
    } catch (error) {
      onFailure(error);
    }
    const { stream } = reply;
    const whole = stream
      ? { ...reply, stream: (signal?: AbortSignal) => this.#whole(stream(signal), exchange) }
      : reply;
    if (reply.headers["Date"] !== undefined) return whole;
    // Without this header, node:http would add a date with the wall clock's time.
    return { ...whole, headers: { ...reply.headers, Date: new Date(now).toUTCString() } };
  }

  /** A stream in which a line reports an error, and the log says why: a reader cannot tell a cut from an end. */
  #whole<T>(stream: AsyncIterable<T>, { method, path }: Exchange): AsyncIterable<T | string> {
    const iterator = stream[Symbol.asyncIterator]();
    return {
      [Symbol.asyncIterator]: () => ({
        // Not a generator, because a waiting generator could not be ended before the next value.
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
        next: () =>
          iterator.next().catch((error: unknown) => {
            const requestId = this.failed(error, `The response to ${method} ${path}`);
            const failure = { code: "internal_error", message: "The mock server failed; see its log." };
            return { done: false, value: `\n${JSON.stringify({ error: failure, meta: { requestId } })}\n` };
          }),
      }),
    };
  }

  async #answer(
    received: HttpRequest,
    path: string,
    exchange: Exchange,
    interception: Interception | undefined,
  ): Promise<HttpReply> {
    const { kind } = exchange;
    if (kind === "api" || received.refusal) return this.#serve(received, path, exchange, interception);
    const body: HttpRequest["body"] = async (...limits) => {
      exchange.body = await received.body(...limits);
      return exchange.body;
    };
    const request = { ...received, body };
    if (kind === "control")
      return this.#loadControl().then((control) => control.handle(request, path.slice(6)));
    const environment = environmentOf(path);
    if (environment) return this.#loadRpc().then((rpc) => rpc.handle(environment, request, interception));
    return pageReply(request, path, this.addresses()) ?? this.#serve(received, path, exchange);
  }

  /**
   * Reports an unexpected error, which degrades the health until the next reset.
   *
   * @param what the work that failed
   * @returns the ID of the failed request, by default a new one
   */
  failed(error: unknown, what: string, id?: string): string {
    const { count = 0 } = this.failures ?? {};
    const requestId = id ?? this.world.parts.random.requestId(count, "failed request");
    this.failures = { count: count + 1, lastRequestId: requestId };
    this.setup.onFailure(new Error(`${redactUrl(what)} failed (request ID ${requestId})`, { cause: error }));
    return requestId;
  }

  #failureReply(error: unknown, exchange: Exchange): HttpReply {
    const { kind, method, path } = exchange;
    const requestId = this.failed(error, `${method} ${path}`, exchange.requestId);
    exchange.code = "internal_error";
    const message = "The mock server failed; see its log.";
    const timestamp = new Date(this.#clock.now()).toISOString();
    const body =
      kind === "rpc"
        ? {
            jsonrpc: "2.0",
            error: { code: -32603, message: "Internal error", data: { requestId } },
            id: null,
          }
        : { error: { code: "internal_error", message }, meta: { requestId, timestamp } };
    const type = "application/json; charset=utf-8";
    return {
      status: 500,
      headers: { "Content-Type": type, [HEADERS.requestId]: requestId },
      body: JSON.stringify(body),
    };
  }

  /** The clock waits for the API, but not for the control plane, which moves the clock. */
  #serve(
    request: HttpRequest,
    path: string,
    exchange: Exchange,
    interception?: Interception,
  ): Promise<HttpReply> {
    return this.#clock.work.track(() => this.#api.handle(request, path, exchange, interception));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void {
    const environment = environmentOf(path);
    if (!environment) {
      refuseUpgrade(socket, 404);
      return;
    }
    this.#loadRpc()
      .then((rpc) => rpc.upgrade(environment, request, socket, head))
      .catch((error: unknown) => {
        this.failed(error, "A WebSocket request");
        refuseUpgrade(socket, 500);
      });
  }

  /** Ends streams and subscriptions, so that their connections close. Requests in progress continue. */
  endStreams(): void {
    this.log.close();
    this.#rpc?.then((rpc) => rpc.close()).catch(this.setup.onFailure);
  }

  /** Writes the last changes to the state file and stops the clock's timers. */
  close(): void {
    this.endStreams();
    this.setup.journal?.close();
    this.world.close();
  }

  /** Loads the control plane on first use, for a faster start. */
  #loadControl(): Promise<ControlPlane> {
    const { guard, server } = this.setup;
    this.#control ??= import("../control/control-plane.js").then(
      ({ ControlPlane }) => new ControlPlane(this, server, guard),
    );
    return this.#control;
  }

  /** Loads JSON-RPC on first use, because most tests never use it. */
  #loadRpc(): Promise<Rpc> {
    const { guard, onFailure, overload, relayUrl } = this.setup;
    this.#rpc ??= import("../rpc/rpc.js").then(
      ({ Rpc }) =>
        new Rpc({
          target: this,
          guard,
          onFailure,
          overloaded: () => overload() !== undefined,
          faultsOf: (request) => this.#faultsOf(request, request.path),
          ...(relayUrl && { relayUrl }),
        }),
    );
    return this.#rpc;
  }
}

const RPC_PATH = new RegExp(`^/rpc/(${ENVIRONMENTS.join("|")})(?:/health|/*)$`);

const environmentOf = (path: string) => RPC_PATH.exec(path)?.[1] as Environment | undefined;
