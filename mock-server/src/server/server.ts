import type { Environment } from "intent-tx/contract";
import type { SessionRequest } from "../control/commands/sessions.js";
import type { Addresses } from "../http/addresses.js";
import type { MockFetch } from "../http/fetch.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import type { ListenOptions } from "../http/ports.js";
import { OptionError } from "../kernel/errors.js";
import { readJson, writeJson } from "../kernel/json.js";
import { InstanceRouter, type ServerSetup } from "./instance-router.js";
import type {
  Listening,
  MockClientOptions,
  RpcTransport,
  RpcTransportCall,
  Session,
} from "./public-types.js";
import { WorldHandle } from "./world-handle.js";

/** A running mock of the service, created by `createMockServer`. */
export class MockServer extends WorldHandle {
  /** Handles requests without a socket: `/v1`, `/_mock` and `/rpc/*`. */
  readonly fetch: MockFetch;
  readonly #router: InstanceRouter;

  /** @internal */
  constructor(setup: ServerSetup) {
    const router = new InstanceRouter(setup);
    super(router.root, (call) => router.refuseClosed(call));
    this.#router = router;
    this.fetch = router.fetch;
  }

  /**
   * Handles a request, like `server.fetch`.
   *
   * @internal
   */
  static handle(server: MockServer, request: HttpRequest): Promise<HttpReply> {
    return server.#router.handle(request);
  }

  /** The API's base URL, including `/v1`. Before a socket is open its host is the reserved `http://mock.invalid`. */
  get baseUrl(): string {
    return this.#router.addresses.baseUrl;
  }

  /** The control plane's URL. */
  get controlUrl(): string {
    return this.#router.addresses.controlUrl;
  }

  /** Solana JSON-RPC URLs by network. */
  get rpc(): Addresses["rpc"] {
    return this.#router.addresses.rpc;
  }

  /** WebSocket URLs by network. */
  get ws(): Addresses["ws"] {
    return this.#router.addresses.ws;
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
    const named = Object.hasOwn(this.keys, key) ? this.keys[key] : undefined;
    const apiKey = typeof key === "string" && key.startsWith("svc_") ? key : named;
    if (apiKey === undefined) {
      throw new OptionError(
        "key",
        `must be one of ${Object.keys(this.keys).join(", ")}; got ${typeof key === "string" ? JSON.stringify(key) : typeof key}`,
      );
    }
    return {
      apiKey,
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
   * @throws nothing. If the server responds with an error status, the call rejects with an error that has this status
   * in `context.statusCode`.
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
    return async <T>({ payload, signal }: RpcTransportCall): Promise<T> => {
      const response = await this.fetch(this.rpc[environment], {
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
   * @throws {ListenError} if a port is in use
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
    this.#router.refuseClosed("listen");
    return this.#router.listen(options);
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
    this.#router.refuseClosed("openSession");
    return this.#router.sessions.openSession(request);
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
    this.#router.sessions.closeSession(id);
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
    return this.#router.close();
  }

  /** Closes the server at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
