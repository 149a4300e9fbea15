import type { Environment } from "intent-tx/contract";
import type { SessionRequest } from "../control/commands/sessions.js";
import type { ArmedFault } from "../control/faults/armed-fault.js";
import type { FaultRule } from "../control/faults/fault-rules.js";
import type { LoggedRequest, RequestQuery } from "../control/log/entries.js";
import type { ExpectedCall } from "../control/log/expected-calls.js";
import type {
  ClockTarget,
  FundedWallet,
  FundTokens,
  IssuedControlKey,
  IssueKeyRequest,
  PlacedAccount,
} from "../control/subject.js";
import type { Duration } from "../kernel/time.js";
import type { Addresses, MockClientOptions, WorldKeySecrets, WorldWallets } from "../server/public-types.js";
import type { WorldSnapshot } from "../server/world.js";

/** The clock of a running server. Nothing sleeps on it from another process, so it has no `sleep`. */
export interface RemoteClock {
  /**
   * Milliseconds since 1970.
   *
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Moves the clock forward; resolves when all that fell due has happened.
   *
   * @param by Milliseconds, or a duration such as `"24h"`.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Sets the clock and freezes it there.
   *
   * @param target ISO 8601 with a zone, a `Date`, milliseconds since 1970, `{ slot }` or `{ epoch }`; never backwards.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Lets the clock run on with wall time.
   *
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
   * @example
   * ```ts
   * import { connectMock } from "@intent-tx/mock-server/testing";
   *
   * const mock = connectMock("http://localhost:4010");
   * await mock.clock.resume();
   * ```
   */
  resume(): Promise<void>;
  /** Whether the clock runs with wall time. Each read asks the server. */
  readonly running: Promise<boolean>;
}

/** Faults of a running server. */
export interface RemoteFaults {
  /**
   * Arms a fault.
   *
   * @param rule Requests that it strikes, how often, and how they fail.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Disarms every fault, or one.
   *
   * @param id Identifier that `add` answered; every fault if left out.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Every armed fault, with how often it has fired.
   *
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Checks that every armed fault has fired.
   *
   * @throws Error that lists those that never fired
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

/** The last 1,000 requests that a running server answered. */
export interface RemoteRequests {
  /**
   * The requests that fit, oldest first: of the API, or with `rpcMethod` or a path of JSON-RPC its calls.
   *
   * @param query Fields that a request must have; all are optional.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Checks that these calls were made.
   *
   * @param expected The calls, in any order, with the fields that matter.
   * @throws Error that says which was not, and the closest one
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

/** The `.sol` names of a running server. */
export interface RemoteNames {
  /**
   * Points a name at an address, on both networks.
   *
   * @param name Lower-case, with `.sol`.
   * @param address Base58 address.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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

/** A running mock server, or a session on it, over its control plane: the names of the in-process server, each answering a promise. */
export interface RemoteMock extends Addresses {
  /** Arms and disarms faults. */
  readonly faults: RemoteFaults;
  /** The last requests: to ask, to assert on. */
  readonly requests: RemoteRequests;
  /** The clock of everything there. */
  readonly clock: RemoteClock;
  /** Points names at addresses. */
  readonly names: RemoteNames;
  /** The seed that gives everything random. Each read asks the server. */
  readonly seed: Promise<string>;
  /** Secrets of the world's keys by name. Each read asks the server. */
  readonly keys: Promise<WorldKeySecrets>;
  /** Identifiers of the same keys. Each read asks the server. */
  readonly keyIds: Promise<WorldKeySecrets>;
  /** The world's wallets, with the keys that sign for them. Each read asks the server. */
  readonly wallets: Promise<WorldWallets>;
  /**
   * Options for a client of the server. Its waits take real time: a clock in another process cannot drive them.
   *
   * @param key Name of one of `keys`, or an API key; `enterprise` by default.
   * @throws {OptionError} when there is no key of that name
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
  clientOptions(key?: string): Promise<Pick<MockClientOptions, "apiKey" | "baseUrl">>;
  /**
   * Adds to a wallet, in human units by symbol or mint.
   *
   * @param walletAddress Base58 address.
   * @param tokens Amounts in human units: `{ SOL: "10" }`.
   * @param options The network; `live` by default.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Copies accounts from a running chain; a program is copied with its code.
   *
   * @param addresses Base58 addresses.
   * @param options The chain: the URL of its JSON-RPC, or `mainnet-beta`, `devnet`, `testnet`, `localhost`; and the
   * network that gets the accounts, `live` by default.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Issues an API key; scopes are `["admin"]` if left out.
   *
   * @param request Tier, and where they matter environment, scopes, name, end and account.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * How the server is: `status` (`ok` or `degraded`), seed, clock and ledgers.
   *
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * The parser's view of a command: spans, candidates and the parts of the confidence.
   *
   * @param command The command as a user would write it.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Everything in the world, as plain JSON; `restore` takes it.
   *
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Restores a snapshot of the same seed, the clock included.
   *
   * @param snapshot Answer of `snapshot`, here or in-process.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Back to the seed's world, its keys and its clock.
   *
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
   * Opens a world of its own on the server, for a test or a parallel worker.
   *
   * @param request Name, seed, and readings of the session; all are optional.
   * @throws {@link ServiceError} as the control plane answers; {@link ConflictError} when a session of this name is open
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
   * Closes a session and forgets its world.
   *
   * @param id Identifier of the session.
   * @throws {@link ServiceError} as the control plane answers; Error when no mock server answers
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
  /** Identifier, to close it by. */
  readonly id: string;
}
