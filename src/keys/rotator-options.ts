import type { Clock, FetchLike } from "../options.js";
import type { ApiKeyProvider } from "./provider.js";
import type { KeyStore } from "./store.js";

/** Options of `KeyRotator`. */
export interface KeyRotatorOptions {
  /** Keeps the key; it must hold one already. */
  readonly store: KeyStore;
  /** Address of the service with its version. Default `INTENT_TX_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Sends the requests. Default the global `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** A key with the scope `admin` to rotate with. Default the key itself, which must then hold it. */
  readonly adminKey?: string | ApiKeyProvider | undefined;
  /** Age at which the key is rotated, milliseconds. Default 90 days. */
  readonly maxAgeMs?: number | undefined;
  /** Tells the key's age, and drives waits. Default real time. */
  readonly clock?: Clock | undefined;
}
