import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { Session, SessionRequest } from "../control/commands/sessions.js";
import type { Addresses } from "../http/addresses.js";
import type { MockFetch } from "../http/fetch.js";
import { LISTEN_SCHEMAS, type ListenOptions } from "../http/ports.js";
import { checkedOption, checkedOptions } from "../kernel/checked.js";
import { memberNamed } from "../kernel/errors.js";
import { readJson, writeJson } from "../kernel/json.js";
import { choice, withoutUndefined } from "../kernel/schema-kit.js";
import type { ServerClock } from "../world/server-clock.js";
import type { Host, Listening } from "./host.js";
import { WorldHandle } from "./world-handle.js";

/** Result of `clientOptions`. Pass it unchanged to `new IntentTx(…)`. */
export interface MockClientOptions {
  /** The requested API key. */
  readonly apiKey: string;
  /** The server's base URL. */
  readonly baseUrl: string;
  /** Sends requests to the server without a socket. */
  readonly fetch: MockFetch;
  /** The server clock, on which the client's waits run. */
  readonly clock: ServerClock;
  /** The client rejects what the server would reject, such as a misspelled field. */
  readonly validateRequests: "strict";
}

/**
 * A call through {@link RpcTransport}.
 * @inline
 */
export interface RpcTransportCall {
  /** The JSON-RPC request; a `bigint` is written as the exact integer. */
  readonly payload: unknown;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/**
 * A `@solana/kit` transport to the server's JSON-RPC. Integers beyond 2^53 in its results are `bigint`.
 *
 * @param call The request.
 */
export type RpcTransport = <T>(call: RpcTransportCall) => Promise<T>;

/** A running mock of the service, created by `createMockServer`. */
export class MockServer extends WorldHandle {
  /** Handles requests without a socket: `/v1`, `/_mock` and `/rpc/*`. */
  readonly fetch: MockFetch;
  readonly #host: Host;

  /** @internal */
  constructor(host: Host, fetch = host.fetch, clock = host.root.clock) {
    super(host, clock);
    this.#host = host;
    this.fetch = fetch;
  }

  /** The API's base URL, including `/v1`. Before a socket is open its host is the reserved `http://mock.invalid`. */
  get baseUrl(): string {
    return this.#host.addresses.baseUrl;
  }

  /** The control plane's URL. */
  get controlUrl(): string {
    return this.#host.addresses.controlUrl;
  }

  /** Solana JSON-RPC URLs by network. */
  get rpc(): Addresses["rpc"] {
    return this.#host.addresses.rpc;
  }

  /** WebSocket URLs by network. */
  get ws(): Addresses["ws"] {
    return this.#host.addresses.ws;
  }

  /**
   * Options for a client of this server: key, base URL, the in-process `fetch`, and the clock, so that the client's
   * waits use the server's time. The client validates requests strictly, so that a misspelled field fails the test.
   *
   * @param key - name of one of `keys`, or an API key
   * @throws {OptionError} if no key has that name
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * console.log((await client.prices.retrieve("SOL")).symbol);
   * ```
   */
  clientOptions(key = "enterprise"): MockClientOptions {
    return {
      apiKey: /^svc_/.test(key) ? key : memberNamed("key", this.keys, key),
      baseUrl: this.baseUrl,
      fetch: this.fetch,
      clock: this.clock,
      validateRequests: "strict",
    };
  }

  /**
   * A transport for `createSolanaRpcFromTransport` of `@solana/kit`. It calls the server's JSON-RPC without a socket.
   *
   * @param environment The network; `live` by default.
   * @throws {OptionError} for an unknown network. If the server responds with an error status, the call rejects with an
   * error that has this status in `context.statusCode`.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { createSolanaRpcFromTransport } from "@solana/kit";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const rpc = createSolanaRpcFromTransport(server.rpcTransport());
   * console.log(await rpc.getSlot().send());
   * ```
   */
  rpcTransport(environment: Environment = "live"): RpcTransport {
    const network = checkedOption("environment", choice(ENVIRONMENTS), environment);
    return async <T>({ payload, signal }: RpcTransportCall): Promise<T> => {
      const response = await this.fetch(this.rpc[network], {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: writeJson(payload),
        ...(signal && { signal }),
      });
      const text = await response.text();
      if (response.ok) return readJson(text) as T;
      const { status: statusCode, headers } = response;
      throw Object.assign(new Error(`HTTP error (${statusCode}): ${text}`), {
        context: { statusCode, headers },
      });
    };
  }

  /**
   * Opens a socket.
   *
   * @param options Port (default: any free one), host, and a separate port for Solana JSON-RPC.
   * @throws {OptionError} if an option is invalid; {@link ListenError} if a port is in use
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { baseUrl, port } = await server.listen({ port: 0 });
   * console.log(baseUrl, port > 0);
   * ```
   */
  async listen(options: ListenOptions = {}): Promise<Listening> {
    this.#host.refuseClosed("listen");
    return this.#host.listen(withoutUndefined(checkedOptions(LISTEN_SCHEMAS, options)));
  }

  /**
   * Opens a separate world on this server, for a parallel worker.
   *
   * @param request The session's `name`, `seed`, `dialect`, `contract` and `ttl`; all are optional.
   * @throws {@link ServiceError} 400 with the invalid `field`; {@link ControlConflictError} if a session of this name is open.
   * @throws ClosedError if the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { baseUrl, keys } = server.openSession();
   * const client = new IntentTx({ baseUrl, apiKey: keys.enterprise, fetch: server.fetch });
   * console.log((await client.prices.retrieve("SOL")).symbol);
   * ```
   */
  openSession(request: SessionRequest = {}): Session {
    this.#host.refuseClosed("openSession");
    return this.#host.sessions.openSession(request);
  }

  /**
   * Closes a session and deletes its world.
   *
   * @param id Identifier of the session.
   * @throws {@link ServiceError} 404 if no such session is open.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { id } = server.openSession();
   * server.closeSession(id);
   * ```
   */
  closeSession(id: string): void {
    this.#host.sessions.closeSession(id);
  }

  /**
   * Finishes requests in progress and closes the socket, subscriptions and timers. From this call on, `fetch` refuses
   * connections like a closed port.
   *
   * @throws nothing; a second call returns the same promise.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * const server = await createMockServer({ seed: 1 });
   * await server.close();
   * ```
   */
  close(): Promise<void> {
    return this.#host.close();
  }

  /** Closes the server at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
