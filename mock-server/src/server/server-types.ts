import type { FetchLike } from "../http/fetch.js";
import type { Addresses } from "./addresses.js";
import type { ServerClock } from "./server-clock.js";
import type { SiteSetup } from "./site.js";

/** What a server is made of, once its options are checked. */
export interface ServerSetup extends Pick<SiteSetup, "world" | "relayUrl" | "onAnswered"> {
  /** File that keeps what was answered. */
  readonly stateFile?: string;
  readonly controlToken?: string;
}

/** What `clientOptions` answers: it goes into `new IntentTx(…)` as it is. */
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

/** What `listen` answers. */
export interface Listening extends Addresses {
  /** The port of the API. */
  readonly port: number;
  /** False when the next port was taken: web3.js then needs `wsEndpoint`, since it looks for the WebSocket there. */
  readonly neighbour: boolean;
}
