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
