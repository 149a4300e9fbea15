import type { Addresses } from "../http/addresses.js";
import type { MockFetch } from "../http/fetch.js";
import type { ServerClock } from "../world/server-clock.js";
import type { WalletKeys } from "../world/world.js";

/** API keys by name; the `world` option adds its accounts' keys. */
export interface WorldKeySecrets {
  /** Free tier, live network. */
  readonly free: string;
  /** Pro tier, live network. */
  readonly pro: string;
  /** Enterprise tier, live network. */
  readonly enterprise: string;
  /** Free tier, test network. */
  readonly test: string;
  readonly [name: string]: string | undefined;
}

/** The world's wallets by name; the `world` option adds its own. */
export interface WorldWallets {
  /** Funded on both networks; `alice.sol`. */
  readonly alice: WalletKeys;
  /** Funded on both networks; `bob.sol`. */
  readonly bob: WalletKeys;
  readonly [name: string]: WalletKeys;
}

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

/** A separate world on a running server. */
export interface Session extends Addresses {
  /** Identifier for `closeSession`. */
  readonly id: string;
  /** The session's API keys by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Key ids by name. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** The session's wallets by name. */
  readonly wallets: Readonly<Record<string, WalletKeys>>;
}
