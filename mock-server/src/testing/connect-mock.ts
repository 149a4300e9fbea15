import { ERROR_CODES, type ErrorCode } from "intent-tx/contract";
import { onNetwork } from "../control/command.js";
import { commandPath } from "../control/command-path.js";
import type { SessionRequest } from "../control/commands/sessions.js";
import type { CommandInput, CommandName, SendCommand } from "../control/commands.js";
import type { LoggedRequest } from "../control/log/entries.js";
import { REQUESTS_KEPT, refuseMissing } from "../control/log/expected-calls.js";
import type { RequestLog } from "../control/log/request-log.js";
import type { Faults } from "../faults/faults.js";
import { refuseUnfired } from "../faults/unfired.js";
import { type Addresses, addressesAt } from "../http/addresses.js";
import { sessionPath } from "../http/session-path.js";
import { checkedOptions } from "../kernel/checked.js";
import { ControlConflictError, memberNamed, OptionError, ServiceError } from "../kernel/errors.js";
import { jsonOr } from "../kernel/json.js";
import { text } from "../kernel/schema-kit.js";
import type { MockClientOptions } from "../server/server.js";
import type { WorldHandle, WorldKeySecrets, WorldWallets } from "../server/world-handle.js";
import { clockBody, type ServerClock } from "../world/server-clock.js";

/** Options of {@link connectMock}. */
export interface ConnectOptions {
  /**
   * Name or id of a session on the server. A missing session is opened, so that several processes can share one by its
   * name. Default: the server's own world.
   */
  readonly session?: string;
  /** Token of a server that was started with `--control-token`. Default: none. */
  readonly token?: string;
}

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

/** The server or session to which a handle sends its calls. */
interface Target {
  /** Origin of the server, including a proxy's path prefix. */
  readonly server: string;
  readonly token: string | undefined;
  /** Session id; undefined for the server's own world. */
  readonly session: string | undefined;
  /** Path of the session, if it is known; otherwise it follows from the id and the token. */
  readonly path: string | undefined;
  /** True if the session is open; otherwise the first call opens it. */
  readonly isOpen: boolean;
}

/**
 * A handle to a mock server in another process, over its control plane. It has the same members as the in-process
 * server, but every call returns a promise. Nothing is sent before the first call.
 *
 * @param url Any address of the server: its origin, its `baseUrl` or `controlUrl`, or those of a session.
 * @param options The server's session and control plane token; both are optional.
 * @throws {@link OptionError} if an option is invalid, or `url` is not a URL, or names a different session.
 * @example
 * ```ts
 * import { connectMock } from "@intent-tx/mock-server/testing";
 * import { IntentTx } from "intent-tx";
 *
 * const mock = connectMock("http://localhost:4010"); // intent-tx-mock serve
 * await mock.faults.add({ times: 1, fault: { kind: "status", status: 503 } });
 * const client = new IntentTx(await mock.clientOptions());
 * console.log((await client.prices.retrieve("SOL")).symbol); // sent again after the 503
 * await mock.faults.assertDone();
 * ```
 */
export function connectMock(url: string | URL, options: ConnectOptions = {}): RemoteMock {
  const { session, token } = checkedOptions({ session: text, token: text }, options);
  const address = String(url);
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new OptionError(
      "url",
      `must be the URL of a mock server, such as "http://${url && !address.includes("://") ? address : "127.0.0.1:4010"}"; got ${JSON.stringify(url)}`,
    );
  const { origin, pathname } = new URL(address);
  const [, before = "", named] = ADDRESS.exec(pathname) ?? [];
  const name = named?.split("~", 1)[0];
  if (name !== undefined && session !== undefined && session !== name)
    throw new OptionError("session", `is ${JSON.stringify(session)}, but url names the session ${name}`);
  return handleOf({
    server: origin + before,
    token,
    session: session ?? name,
    path: named?.includes("~") ? `/s/${named}` : undefined,
    isOpen: session === undefined,
  });
}

/** A server address: an optional proxy prefix, session, and `/v1` or `/_mock`. */
const ADDRESS = /^(.*?)(?:\/s\/([^/]+))?(?:\/v1|\/_mock)?\/?$/;

function handleOf(target: Target): RemoteMock {
  const { server, session, token } = target;
  const path = session === undefined ? "" : (target.path ?? sessionPath(session, token));
  const addresses = addressesAt(server, path);
  const root = callsOf(addressesAt(server).controlUrl, token) as SendCommand;
  const own = callsOf(addresses.controlUrl, token);
  let opening: Promise<unknown> | undefined;
  const call = (async (name: CommandName, input?: CommandInput) => {
    if (session !== undefined && !target.isOpen) {
      opening ??= root("PUT /sessions/{id}", { body: {}, params: { id: session } });
      await opening.catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    }
    return own(name, input);
  }) as SendCommand;
  const clock = () => call("GET /clock");
  const world = () => call("GET /world");
  const faults: RemoteMock["faults"] = {
    add: (body) => call("POST /faults", { body }),
    clear: (id) =>
      id === undefined ? call("DELETE /faults") : call("DELETE /faults/{id}", { params: { id } }),
    list: async () => (await call("GET /faults")).data,
    assertDone: async () => refuseUnfired(await faults.list()),
  };
  const requests: RemoteMock["requests"] = {
    list: async (query = {}) => (await call("GET /requests", { params: query })).data,
    clear: () => call("DELETE /requests"),
    expectCalls: async (expected) => {
      const api = await requests.list();
      const networks = [
        await requests.list({ path: "/rpc/live" }),
        await requests.list({ path: "/rpc/test" }),
      ];
      const calls = networks.flat().sort((one, other) => one.number - other.number);
      refuseMissing(expected, {
        api: { entries: api, dropped: droppedBefore(api) },
        rpc: { entries: calls, dropped: droppedBefore(calls) },
      });
    },
  };
  return {
    ...addresses,
    faults,
    requests,
    clock: {
      now: async () => Date.parse((await clock()).now),
      advance: (by) => done(call("POST /clock/advance", { body: { by } })),
      set: (target) => done(call("POST /clock/set", { body: clockBody(target) })),
      resume: () => done(call("POST /clock/resume")),
      get running() {
        return clock().then(({ running }) => running);
      },
    },
    names: { set: (name, address) => done(call("POST /names", { body: { name, address } })) },
    prices: {
      set: (token, usd, options) => call("POST /prices", { body: { ...onNetwork(options), token, usd } }),
    },
    get seed() {
      return world().then(({ seed }) => seed);
    },
    get keys() {
      return world().then(({ keys }) => keys as WorldKeySecrets);
    },
    get keyIds() {
      return world().then(({ keyIds }) => keyIds as WorldKeySecrets);
    },
    get wallets() {
      return world().then(({ wallets }) => wallets as WorldWallets);
    },
    clientOptions: async (key = "enterprise") => {
      const options = { baseUrl: addresses.baseUrl, validateRequests: "strict" } as const;
      if (/^svc_/.test(key)) return { apiKey: key, ...options };
      return { apiKey: memberNamed("key", (await world()).keys, key), ...options };
    },
    fund: (walletAddress, tokens, options) =>
      call("POST /fund", { body: { ...onNetwork(options), walletAddress, tokens } }),
    clone: async (addresses, options) =>
      (await call("POST /clone", { body: { ...onNetwork(options), addresses } })).data,
    issueKey: (request) => call("POST /keys", { body: onNetwork(request) }),
    health: () => call("GET /health"),
    explain: (command) => call("POST /explain", { body: { command } }),
    snapshot: () => call("GET /state"),
    restore: (snapshot) => done(call("PUT /state", { body: snapshot })),
    reset: (options = {}) => done(call("POST /reset", { body: options })),
    openSession: async (request = {}): Promise<RemoteSession> => {
      const { id } = await root("POST /sessions", { body: request });
      const handle = handleOf({ server, token, session: id, path: undefined, isOpen: true });
      // `id` is added to the handle itself, because a copy would read the getters, which query the server.
      return Object.defineProperty(handle, "id", { value: id, enumerable: true }) as RemoteSession;
    },
    closeSession: (id) => root("DELETE /sessions/{id}", { params: { id } }),
  };
}

const done = async (call: Promise<unknown>): Promise<void> => void (await call);

/** Number of requests that a full log has dropped; 0 if the log is not full. */
function droppedBefore(entries: readonly LoggedRequest[]): number {
  const [first, last] = [entries[0], entries.at(-1)];
  return first && last && last.number - first.number + 1 >= REQUESTS_KEPT ? first.number - 1 : 0;
}

/** Sends commands to a control plane. */
function callsOf(controlUrl: string, token: string | undefined) {
  return async (name: CommandName, { body, params }: CommandInput = {}): Promise<unknown> => {
    const { method, path } = commandPath(name, params);
    const response = await fetch(controlUrl + path, {
      method,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      // A web page cannot distinguish a refused preflight from a missing server, so the message suggests both remedies.
      const page = (globalThis as { readonly location?: { readonly origin: string } }).location?.origin;
      const allowed = page === undefined || controlUrl.startsWith(`${page}/`);
      const flag = allowed ? "" : ` --control-origin ${page}`;
      throw new Error(
        `no mock server responds at ${controlUrl}; start one with intent-tx-mock serve${flag}`,
        {
          cause,
        },
      );
    });
    const answer = jsonOr(await response.text());
    if (response.ok && (answer !== undefined || response.status === 204)) return answer;
    throw refusalOf(`${method} ${controlUrl}${path}`, response.status, answer);
  };
}

/** Converts a control plane refusal to the error that the in-process server would throw. */
function refusalOf(call: string, status: number, answer: unknown): Error {
  const { error } = (answer ?? {}) as { error?: Partial<ServiceError> };
  const { code, message, field, details } = error ?? {};
  if (code === undefined || message === undefined)
    return new Error(`${call} returned ${status}, but the response is not from a mock server; check the URL`);
  if ((code as string) === "conflict") return new ControlConflictError(message);
  if (!Object.hasOwn(ERROR_CODES, code)) return new Error(`${call} returned ${status}: ${message}`);
  return new ServiceError<ErrorCode>(code, message, {
    ...(field !== undefined && { field }),
    ...(details !== undefined && { details }),
  } as ConstructorParameters<typeof ServiceError<ErrorCode>>[2]);
}
