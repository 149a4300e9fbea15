import type { SessionRequest } from "../control/commands/sessions.js";
import type { RequestLog } from "../control/log/request-log.js";
import type { Faults } from "../faults/faults.js";
import type { Addresses } from "../http/addresses.js";
import type { MockClientOptions } from "../server/server.js";
import type { WorldHandle } from "../server/world-handle.js";
import type { ServerClock } from "../world/server-clock.js";

/** The same members, each returning a promise: a method calls the server, and a property reads it each time. */
type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : Promise<T[K]>;
};

/**
 * A running server's clock: the members of {@link ServerClock}, each of which returns a promise. It has no `sleep`,
 * because another process cannot drive its sleeps.
 */
export interface RemoteClock extends Remote<Omit<ServerClock, "sleep">> {}

/** A running server's faults: the members of {@link Faults}, each of which returns a promise. */
export interface RemoteFaults extends Remote<Omit<Faults, "before" | "settled">> {}

/**
 * The last 1,000 requests that a running server handled: the members of {@link RequestLog}, each of which returns a
 * promise.
 */
export interface RemoteRequests extends Remote<Pick<RequestLog, "list" | "clear" | "expectCalls">> {}

/** A running server's `.sol` names. */
export interface RemoteNames {
  /**
   * Registers a name for an address on both networks.
   *
   * @param name Lower-case, with `.sol`.
   * @param address Base58 address.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const { bob } = await mock.wallets;
   * await mock.names.set("treasury.sol", bob.address);
   * ```
   */
  set(name: string, address: string): Promise<void>;
}

/** The parts of a world that a remote handle declares itself. */
type Grouped = "clock" | "faults" | "prices" | "requests";

/**
 * A running mock server, or a session on it: the members of {@link WorldHandle}, each of which returns a promise. A
 * method's promise rejects with the error of the in-process method, or with an Error if no mock server responds. The
 * properties `seed`, `keys`, `keyIds` and `wallets` are promises, too: each read queries the server.
 */
export interface RemoteMock
  extends Addresses,
    Pick<WorldHandle, "prices">,
    Remote<Omit<WorldHandle, Grouped>> {
  /** Arms and disarms faults. */
  readonly faults: RemoteFaults;
  /** The last requests, for queries and assertions. */
  readonly requests: RemoteRequests;
  /** The server's clock. */
  readonly clock: RemoteClock;
  /** Points `.sol` names at addresses. */
  readonly names: RemoteNames;
  /**
   * Options for a client of the server. The client's waits take real time, because a clock in another process cannot
   * drive them.
   *
   * @param key Name of one of `keys`, or an API key; `enterprise` by default.
   * @throws {OptionError} if no key has this name
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   * import { IntentTx } from "intent-tx";
   *
   * const mock = connectMock("http://localhost:4010");
   * const client = new IntentTx(await mock.clientOptions());
   * console.log((await client.prices.retrieve("SOL")).symbol);
   * ```
   */
  clientOptions(key?: string): Promise<Pick<MockClientOptions, "apiKey" | "baseUrl" | "validateRequests">>;
  /**
   * Opens a separate world on the server, for a test or a parallel worker.
   *
   * @param request The session's name, seed, dialect and contract options; all are optional.
   * @throws {@link ServiceError} with the control plane's error; {@link ControlConflictError} if a session with this name is
   * open
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const session = await mock.openSession();
   * await session.clock.advance("24h");
   * await mock.closeSession(session.id);
   * ```
   */
  openSession(request?: SessionRequest): Promise<RemoteSession>;
  /**
   * Closes a session and deletes its world.
   *
   * @param id Identifier of the session.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const { id } = await mock.openSession();
   * await mock.closeSession(id);
   * ```
   */
  closeSession(id: string): Promise<void>;
}

/** A session on a running mock server. */
export interface RemoteSession extends RemoteMock {
  /** Identifier for `closeSession`. */
  readonly id: string;
}
