import type { AddressText } from "../chain/address-texts.js";
import type { ChainAccount } from "./ledger.js";
import type { NativePostAccount } from "./svm-native.js";
import { plainAccount } from "./svm-values.js";

/** Accounts as they would be after a run. */
export interface AccountsAfter {
  /** Whether the run could have changed the account of an address. */
  has(address: string): boolean;
  /** An account; undefined for one that would not exist. */
  get(address: string): ChainAccount | undefined;
}

/**
 * The accounts that a simulation could change, each read out of the machine when it is asked for: that takes five calls
 * into it, and who builds a transaction asks for two of the accounts.
 */
export class PostAccounts implements AccountsAfter {
  readonly #posts = new Map<string, NativePostAccount>();

  /**
   * @param writable - the accounts that the transaction lets be changed, in the order of its keys
   * @param programs - those of them that are programs, as they were
   */
  constructor(
    posts: readonly NativePostAccount[],
    writable: readonly string[],
    private readonly programs: ReadonlyMap<string, ChainAccount>,
    private readonly textOf: AddressText,
  ) {
    // The machine keeps the order and leaves out what may never be changed, as sysvars: as many are the same ones.
    const all = posts.length === writable.length;
    for (const [at, post] of posts.entries()) {
      this.#posts.set((all ? writable[at] : undefined) ?? textOf(post.address, 0), post);
    }
  }

  has(address: string): boolean {
    return this.#posts.has(address);
  }

  get(address: string): ChainAccount | undefined {
    const account = this.#posts.get(address)?.account();
    if (!account) return undefined;
    const program = this.programs.get(address);
    // A run may give a program lamports, but cannot write into its account.
    return program?.lamports === account.lamports() ? program : plainAccount(address, account, this.textOf);
  }
}
