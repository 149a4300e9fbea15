import type { Environment } from "intent-tx/contract";
import type { SessionRequest } from "../control/commands/sessions.js";
import type { LoggedRequest, RequestQuery } from "../control/log/entries.js";
import type { ExpectedCall } from "../control/log/expected-calls.js";
import type {
  FundedWallet,
  FundTokens,
  IssuedControlKey,
  IssueKeyRequest,
  PlacedAccount,
  PriceControl,
} from "../control/subject.js";
import type { ArmedFault } from "../faults/armed-fault.js";
import type { FaultRule } from "../faults/fault-rules.js";
import type { Addresses } from "../http/addresses.js";
import type { Duration } from "../kernel/time.js";
import type { MockClientOptions, WorldKeySecrets, WorldWallets } from "../server/public-types.js";
import type { ClockTarget } from "../world/server-clock.js";
import type { WorldSnapshot } from "../world/world.js";

/** A running server's clock. It has no `sleep`, because another process cannot drive its sleeps. */
export interface RemoteClock {
  /**
   * The current time in milliseconds since 1970.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * console.log(new Date(await mock.clock.now()).toISOString());
   * ```
   */
  now(): Promise<number>;
  /**
   * Moves the clock forward; resolves when everything that became due has run.
   *
   * @param by Milliseconds, or a duration such as `"24h"`.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.clock.advance("24h");
   * ```
   */
  advance(by: Duration): Promise<void>;
  /**
   * Moves the clock to a time, or to the start of a slot or an epoch, and freezes it.
   *
   * @param target ISO 8601 with a zone, a `Date`, milliseconds since 1970, `{ slot }` or `{ epoch }`; not in the past.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.clock.set("2026-02-01T00:00:00Z");
   * ```
   */
  set(target: ClockTarget): Promise<void>;
  /**
   * Lets the clock run with wall time again.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.clock.resume();
   * ```
   */
  resume(): Promise<void>;
  /** True if the clock runs with wall time. Each read queries the server. */
  readonly running: Promise<boolean>;
}

/** A running server's faults. */
export interface RemoteFaults {
  /**
   * Arms a fault.
   *
   * @param rule Which requests fail, how often, and how.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.faults.add({ times: 1, fault: { kind: "status", status: 503 } });
   * ```
   */
  add(rule: FaultRule): Promise<{ readonly id: string }>;
  /**
   * Disarms one fault, or all.
   *
   * @param id Identifier returned by `add`; default: all faults.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.faults.clear();
   * ```
   */
  clear(id?: string): Promise<void>;
  /**
   * All armed faults, with the number of times each has fired.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * console.log((await mock.faults.list()).map(({ id, fired }) => [id, fired]));
   * ```
   */
  list(): Promise<ArmedFault[]>;
  /**
   * Throws if an armed fault has not fired.
   *
   * @throws Error that lists the faults that have not fired
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.faults.clear();
   * await mock.faults.assertDone();
   * ```
   */
  assertDone(): Promise<void>;
}

/** The last 1,000 requests that a running server handled. */
export interface RemoteRequests {
  /**
   * The matching requests, oldest first. With `rpcMethod` or a JSON-RPC path they are JSON-RPC calls, otherwise API
   * requests.
   *
   * @param query Fields that a request must match; all are optional.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * console.log((await mock.requests.list({ operation: "prices.retrieve" })).length);
   * ```
   */
  list(query?: RequestQuery): Promise<LoggedRequest[]>;
  /**
   * Clears the log; numbering continues.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.requests.clear();
   * ```
   */
  clear(): Promise<void>;
  /**
   * Throws if one of the expected calls was not made.
   *
   * @param expected The calls, in any order, with the fields that matter.
   * @throws Error with the missing call and the closest recorded one
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.requests.expectCalls([{ operation: "prices.retrieve", times: 0 }]);
   * ```
   */
  expectCalls(expected: readonly ExpectedCall[]): Promise<void>;
}

/** A running server's `.sol` names. */
export interface RemoteNames {
  /**
   * Points a name at an address on both networks.
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

/** A running mock server, or a session on it. It has the in-process server's members, each returning a promise. */
export interface RemoteMock extends Addresses {
  /** Arms and disarms faults. */
  readonly faults: RemoteFaults;
  /** The last requests, for queries and assertions. */
  readonly requests: RemoteRequests;
  /** The server's clock. */
  readonly clock: RemoteClock;
  /** Points `.sol` names at addresses. */
  readonly names: RemoteNames;
  /** Sets token prices. */
  readonly prices: PriceControl;
  /** The seed of everything random. Each read queries the server. */
  readonly seed: Promise<string>;
  /** API keys of the world by name. Each read queries the server. */
  readonly keys: Promise<WorldKeySecrets>;
  /** Key ids by name. Each read queries the server. */
  readonly keyIds: Promise<WorldKeySecrets>;
  /** The world's wallets, which can sign. Each read queries the server. */
  readonly wallets: Promise<WorldWallets>;
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
   * Adds tokens to a wallet, in human units by symbol or mint.
   *
   * @param walletAddress Base58 address.
   * @param tokens Amounts in human units: `{ SOL: "10" }`.
   * @param options The network; `live` by default.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const { bob } = await mock.wallets;
   * await mock.fund(bob.address, { SOL: "10", USDC: "500" });
   * ```
   */
  fund(
    walletAddress: string,
    tokens: FundTokens,
    options?: { readonly environment?: Environment },
  ): Promise<FundedWallet>;
  /**
   * Copies accounts from a running chain. A program is copied with its code.
   *
   * @param addresses Base58 addresses.
   * @param options The source chain: its JSON-RPC URL, or `mainnet-beta`, `devnet`, `testnet`, `localhost`; and the
   * network that gets the accounts, `live` by default.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts no-run
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.clone(["JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4"], { url: "mainnet-beta" });
   * ```
   */
  clone(
    addresses: readonly string[],
    options: { readonly url: string; readonly environment?: Environment },
  ): Promise<PlacedAccount[]>;
  /**
   * Issues an API key. Default scopes: `["admin"]`.
   *
   * @param request Tier, and optionally environment, scopes, name, expiry and account.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const { key } = await mock.issueKey({ tier: "pro", scopes: ["read:prices"] });
   * ```
   */
  issueKey(request: IssueKeyRequest): Promise<IssuedControlKey>;
  /**
   * The server's health: `status` (`ok` or `degraded`), seed, clock and ledgers.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * console.log((await mock.health()).status); // ok
   * ```
   */
  health(): Promise<Record<string, unknown>>;
  /**
   * The parser's analysis of a command: spans, candidates and confidence factors.
   *
   * @param command The command as a user would write it.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * console.log(await mock.explain("swap 1 SOL for USDC"));
   * ```
   */
  explain(command: string): Promise<unknown>;
  /**
   * The whole world as plain JSON, for `restore`.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const before = await mock.snapshot();
   * await mock.clock.advance("24h");
   * await mock.restore(before);
   * ```
   */
  snapshot(): Promise<WorldSnapshot>;
  /**
   * Restores a snapshot of the same seed, including the clock.
   *
   * @param snapshot Result of `snapshot`, from here or the in-process server.
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * const before = await mock.snapshot();
   * await mock.restore(before);
   * ```
   */
  restore(snapshot: WorldSnapshot): Promise<void>;
  /**
   * Resets the world to its seed: keys, data and clock.
   *
   * @throws {@link ServiceError} with the control plane's error; Error if no mock server responds
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.reset();
   * ```
   */
  reset(): Promise<void>;
  /**
   * Opens a separate world on the server, for a test or a parallel worker.
   *
   * @param request The session's name, seed, dialect and contract options; all are optional.
   * @throws {@link ServiceError} with the control plane's error; {@link ConflictError} if a session with this name is
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
