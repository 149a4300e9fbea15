import type { FetchLike } from "../http/fetch.js";
import type { Addresses } from "./public-addresses.js";
import type { ServerClock } from "./server-clock.js";
import type { WalletKeys } from "./world.js";

/** Values by the names of the world's keys; accounts of the `world` option add theirs. */
export interface WorldKeySecrets {
  /** Of an account of the free tier, live network. */
  readonly free: string;
  /** Of one of the pro tier. */
  readonly pro: string;
  /** Of one of the enterprise tier. */
  readonly enterprise: string;
  /** Of a free account, test network. */
  readonly test: string;
  readonly [name: string]: string;
}

/** The world's wallets by name; the `world` option adds its own. */
export interface WorldWallets {
  /** Funded on both networks; `alice.sol`. */
  readonly alice: WalletKeys;
  /** Funded on both networks; `bob.sol`. */
  readonly bob: WalletKeys;
  readonly [name: string]: WalletKeys;
}

/** Result of `clientOptions`. Pass it to `new IntentTx(…)` as it is. */
export interface MockClientOptions {
  /** The key that was named. */
  readonly apiKey: string;
  /** The server's address. */
  readonly baseUrl: string;
  /** Reaches the server without a socket. */
  readonly fetch: FetchLike;
  /** Runs the client's waits on the server's time. */
  readonly clock: ServerClock;
}

/** Result of `listen`. */
export interface Listening extends Addresses {
  /** The port of the API. */
  readonly port: number;
  /** False when the next port was taken: web3.js then needs `wsEndpoint`, since it looks for the WebSocket there. */
  readonly neighbour: boolean;
  /** The port of JSON-RPC alone, where one was asked for. */
  readonly rpcPort?: number;
}
