import { SYSVARS } from "../chain/programs.js";
import type { ChainAccount } from "./ledger.js";

/** Most accounts that are remembered, and most bytes of their data. */
const MOST_ACCOUNTS = 10_000;
const MOST_BYTES = 32 << 20;
const NONE: ReadonlyMap<string, ChainAccount> = new Map();

/**
 * Accounts of the machine as it last told them. Whoever changes one has to make this forget it. Sysvars are never kept:
 * the machine changes those itself.
 */
export class KnownAccounts {
  readonly #accounts = new Map<string, ChainAccount | null>();
  #bytes = 0;

  /** An account; null for one that is known not to exist, undefined where nothing is known. */
  get(address: string): ChainAccount | null | undefined {
    return this.#accounts.get(address);
  }

  /** Remembers what stands at an address; undefined: nothing does. */
  add(address: string, account: ChainAccount | undefined): void {
    if (account?.owner === SYSVARS.owner) return;
    this.#bytes += account?.data.length ?? 0;
    if (this.#accounts.size >= MOST_ACCOUNTS || this.#bytes > MOST_BYTES) {
      this.clear();
      this.#bytes = account?.data.length ?? 0;
    }
    this.#accounts.set(address, account ?? null);
  }

  /** Those of some accounts that are known to be programs. */
  programsOf(addresses: readonly string[]): ReadonlyMap<string, ChainAccount> {
    let programs: Map<string, ChainAccount> | undefined;
    for (const address of addresses) {
      const account = this.#accounts.get(address);
      if (!account?.executable) continue;
      programs ??= new Map();
      programs.set(address, account);
    }
    return programs ?? NONE;
  }

  /** Forgets what stood at an address. */
  forget(address: string): void {
    this.#bytes -= this.#accounts.get(address)?.data.length ?? 0;
    this.#accounts.delete(address);
  }

  /** Forgets all. */
  clear(): void {
    this.#accounts.clear();
    this.#bytes = 0;
  }
}
