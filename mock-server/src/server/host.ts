import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type Addresses, addressesAt, originOf } from "../http/addresses.js";
import { fetchOver, type MockFetch, UNBOUND_HOST } from "../http/fetch.js";
import { type Guard, hasToken, isLoopback, refusalOf } from "../http/guard.js";
import { drained, Listener, Load, refuseUpgrade } from "../http/listener.js";
import type { Exchange, HttpReply, HttpRequest } from "../http/message.js";
import type { ListenOptions } from "../http/ports.js";
import { belowSession, SESSIONS_PATH, withoutSecret } from "../http/session-path.js";
import { tokenProblem, WrongTokens } from "../http/token.js";
import { ClosedError, OptionError, ServiceError } from "../kernel/errors.js";
import { checkWsVersion } from "../rpc/ws-version.js";
import { composeWorld } from "../world/compose-world.js";
import { Instance } from "./instance.js";
import { Meter } from "./meter.js";
import { DEFAULT_LIMIT, Sessions, type SessionsSetup } from "./sessions.js";

/** The origin before a socket is open. The host is reserved (RFC 6761), so it can never be another server. */
const UNBOUND_ORIGIN = `http://${UNBOUND_HOST}`;
/** The route to which the separate RPC port sends every path. */
const LIVE_RPC = "/rpc/live";

const OPEN_TO_ALL =
  "must not be on-demand on a host other than loopback without a controlToken, because anyone could open sessions otherwise";

/** Result of `listen`. */
export interface Listening extends Addresses {
  /** The API's port. */
  readonly port: number;
  /**
   * Whether the WebSocket is also on the next port, where web3.js expects it. If false, pass `wsEndpoint` to web3.js.
   */
  readonly neighbour: boolean;
  /** The separate JSON-RPC port, if requested. */
  readonly rpcPort?: number;
}

/** A server's sockets and instances: that of its own World, and those of its sessions, each below a prefix. */
export class Host {
  readonly fetch: MockFetch;
  /** The server's own World. */
  readonly root: Instance;
  readonly sessions: Sessions;
  readonly #listener: Listener;
  readonly #rpcListener: Listener;
  readonly #guard: Guard;
  #origin: string;
  #closing: Promise<void> | undefined;

  /** @throws {OptionError} if the state file cannot be used */
  constructor(private readonly setup: ServerSetup) {
    const { world: options, stateStore } = setup;
    this.#origin = setup.publicUrl ?? UNBOUND_ORIGIN;
    this.#guard = {
      token: setup.controlToken,
      origins: setup.controlOrigins ?? [],
      wrongTokens: new WrongTokens(),
    };
    const load = new Load();
    const listeners = new Set(setup.onAnswered ? [setup.onAnswered] : []);
    const gauges = {
      load,
      sessions: () => this.sessions,
      sessionLimit: setup.sessions.limit ?? DEFAULT_LIMIT,
      webSockets: () => this.#listener.webSockets + this.#rpcListener.webSockets,
      ledgers: () => this.root.world.parts.ledgers,
      failure: () => stateStore?.failure,
    };
    const metrics = new Meter(gauges, listeners, setup.processMetrics);
    const shared = {
      checkAnswers: setup.checkAnswers ?? true,
      overload: () => load.refusal(),
      listeners,
      guard: this.#guard,
      onFailure: options.onFailure,
      ...(options.validatorUrl && { relayUrl: options.validatorUrl }),
    };
    const addresses = (prefix: string) => addressesAt(this.#origin, prefix);
    try {
      const world = composeWorld(options);
      const journal = stateStore?.attachRoot(world);
      this.sessions = new Sessions({ shared, setup, root: world, addresses });
      this.root = new Instance({
        ...shared,
        world,
        journal,
        addresses: () => addresses(""),
        server: { sessions: this.sessions, metrics },
      });
      stateStore?.begin();
    } catch (error) {
      stateStore?.close();
      throw error;
    }
    const { root } = this;
    if (setup.loadLedgerAfter) {
      root.ledger = "loading";
      void setup.loadLedgerAfter.then(() => this.#loadLedger());
    }
    const handle = (request: HttpRequest) => this.handle(request);
    this.fetch = fetchOver(handle, () => this.#closing === undefined);
    const listening = {
      load,
      trustProxy: setup.trustProxy,
      onFailure: (error: unknown) => root.failed(error, "A response"),
    };
    this.#listener = new Listener(handle, (...upgrade) => this.#upgrade(...upgrade), listening);
    this.#rpcListener = new Listener(
      (request) => root.handle(request, LIVE_RPC),
      (request, socket, head) => root.upgrade(request, socket, head, LIVE_RPC),
      listening,
    );
  }

  get addresses(): Addresses {
    return addressesAt(this.#origin);
  }

  async listen(options: ListenOptions): Promise<Listening> {
    checkWsVersion();
    const host = options.host ?? "127.0.0.1";
    const { rpcPort } = options;
    const { token } = this.#guard;
    const problem = token === undefined ? undefined : tokenProblem(token, !isLoopback(host));
    if (problem) throw new OptionError("controlToken", problem);
    if (token === undefined && this.setup.sessions.open === "on-demand" && !isLoopback(host))
      throw new OptionError("sessions.open", OPEN_TO_ALL);
    const rpc = rpcPort === undefined ? undefined : await this.#rpcListener.listen({ port: rpcPort, host });
    const { port, neighbour } = await this.#listener.listen({ ...options, host }).catch(async (error) => {
      if (rpc) await this.#rpcListener.shut();
      throw error;
    });
    this.#origin = this.setup.publicUrl ?? originOf(host, port);
    return { ...this.addresses, port, neighbour, ...(rpc && { rpcPort: rpc.port }) };
  }

  /** @throws {ClosedError} with the name of the call if the server is closed */
  refuseClosed(call: string): void {
    if (this.#closing) throw new ClosedError(call);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async handle(request: HttpRequest): Promise<HttpReply> {
    if (request.path === "/livez") return PROBE_REPLY;
    if (request.path === "/studio/report.json") return this.#reportReply(request);
    if (request.path === "/readyz") return this.root.ledger === "loading" ? LOADING_REPLY : PROBE_REPLY;
    const { instance, path, refusal } = this.#find(request.path, request);
    return instance.handle(refusal ? { ...request, refusal } : request, path);
  }

  #reportReply(request: HttpRequest): HttpReply {
    const { report } = this.setup;
    const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
    if (report === undefined || refusalOf(request, this.#guard)) return { status: 204, headers };
    return { status: 200, headers, body: report };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      const { instance, path, refusal } = this.#find((request.url ?? "/").split("?", 1)[0] ?? "/");
      if (refusal) refuseUpgrade(socket, refusal.status, refusal.headers);
      else instance.upgrade(request, socket, head, path);
    } catch (error) {
      this.root.failed(error, "An upgrade");
      refuseUpgrade(socket, 500);
    }
  }

  /** Loads the live network's chain, so that the first request does not wait for it. */
  async #loadLedger(): Promise<void> {
    if (this.#closing) return;
    // If it cannot be loaded, each request for it says why.
    await this.root.world.parts.ledgers.get("live").catch(() => undefined);
    this.root.ledger = "ready";
  }

  /** The instance of a path, and the path below the instance's prefix. A refusal if the path's session is not open. */
  #find(
    path: string,
    request?: HttpRequest,
  ): { readonly instance: Instance; readonly path: string; readonly refusal?: ServiceError } {
    const instance = this.root;
    const below = path.startsWith(SESSIONS_PATH) ? belowSession(path) : undefined;
    if (!below) return { instance, path };
    const { secret, rest = "" } = below;
    const isAuthorized = request !== undefined && hasToken(request, this.#guard);
    // The server's own control plane refuses the request, in the same way for every name.
    if (
      this.#guard.token !== undefined &&
      secret === undefined &&
      rest.startsWith("/_mock/") &&
      !isAuthorized
    )
      return { instance, path: rest };
    const other = { instance, path: withoutSecret(path) };
    try {
      return this.sessions.find(below, isAuthorized) ?? other;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { ...other, refusal: error };
    }
  }

  async #close(): Promise<void> {
    // Streams and subscriptions end. Requests in progress are finished, including in-process ones.
    this.sessions.endStreams();
    this.root.endStreams();
    await Promise.all([this.#listener.close(), this.#rpcListener.close()]);
    await drained(Promise.all([this.root.world.parts.clock.work.whenIdle(), this.sessions.whenIdle()]));
    this.sessions.close();
    this.root.close();
    this.setup.stateStore?.close();
  }
}

/** The response to health probes. It reveals nothing about the server, so it needs no token. */
const PROBE_REPLY: HttpReply = {
  status: 200,
  headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  body: "ok\n",
};

const LOADING_REPLY: HttpReply = { ...PROBE_REPLY, status: 503, body: "the ledger is loading\n" };

/** Options of the command line. */
export interface HostHooks {
  /** Checks every response against the contract. Default true. */
  readonly checkAnswers?: boolean;
  /** Called with every handled request. */
  readonly onAnswered?: (exchange: Exchange) => void;
  /** Loads the live network's chain when this resolves; until then `/readyz` is 503. Default: on first use. */
  readonly loadLedgerAfter?: Promise<unknown>;
  /** Collects process metrics from the start. Default: only request metrics, from the first metrics request on. */
  readonly processMetrics?: boolean;
  /** A saved report of an exploration, for the studio. */
  readonly report?: string;
}

/** The checked options of a server. */
export interface ServerSetup extends SessionsSetup, HostHooks {
  readonly controlToken?: string;
  /** Takes a client's address from the last `X-Forwarded-For`. Default false. */
  readonly trustProxy?: boolean | undefined;
  /** Origins of other servers whose pages are allowed to use the control plane. Default: none. */
  readonly controlOrigins?: readonly string[];
  /** Public origin of the server. Default: its socket's origin. */
  readonly publicUrl?: string;
}
