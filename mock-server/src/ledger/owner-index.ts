import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount } from "./ledger.js";

/**
 * Which token accounts a wallet has ever owned. An entry is never taken out: who reads it looks at the account itself,
 * which may have been closed or given away since. The virtual machine could only answer by a scan of all accounts.
 */
export class OwnerIndex {
  readonly #owned = new Map<string, Set<string>>();

  /** Takes note of an account, if it is a token account. */
  note(account: ChainAccount): void {
    const token = decodeTokenAccount(account.owner, account.data);
    if (!token) return;
    const owned = this.#owned.get(token.owner);
    if (owned) owned.add(account.address);
    else this.#owned.set(token.owner, new Set([account.address]));
  }

  /** Addresses that may be token accounts of an owner, in one order whatever led to it. */
  candidates(owner: string): string[] {
    return [...(this.#owned.get(owner) ?? [])].sort();
  }
}
