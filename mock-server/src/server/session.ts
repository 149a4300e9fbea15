import type { Addresses } from "./public-addresses.js";
import type { WalletKeys } from "./world.js";

/** A world of its own on a running server. */
export interface Session extends Addresses {
  /** Identifier, to close it by. */
  readonly id: string;
  /** Secrets of its keys by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Identifiers of the same keys. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** Its wallets by name. */
  readonly wallets: Readonly<Record<string, WalletKeys>>;
}
