import { PROGRAM_IDS } from "intent-tx/contract";
import type { TokenAddresses } from "../chain/token-addresses.js";
import type { Landed } from "../ledger/ledger.js";
import { NATIVE_MINT } from "../world/tokens.js";
import type { Reading } from "./instructions.js";

/** A token account as a transaction shows it. */
export interface ShownAccount {
  readonly owner: string;
  readonly mint: string;
  /** Unknown where only its creation is shown. */
  readonly decimals?: number;
}

/**
 * Whose token accounts a transaction touches. Balances say it where an account exists before or after; the creation says
 * it where the transaction failed; and the derived address of the wallet is known without either.
 */
export class Owners {
  readonly #shown = new Map<string, ShownAccount>();
  readonly #addresses: TokenAddresses;

  constructor(landed: Landed, reading: Reading, addresses: TokenAddresses) {
    this.#addresses = addresses;
    for (const { account, owner, mint } of reading.made) this.#shown.set(account, { owner, mint });
    for (const balance of [...landed.preTokenBalances, ...landed.postTokenBalances]) {
      const address = landed.accountKeys[balance.accountIndex];
      const { owner, mint, decimals } = balance;
      if (address !== undefined) this.#shown.set(address, { owner, mint, decimals });
    }
  }

  /** A token account, if the transaction shows it. */
  shown(account: string): ShownAccount | undefined {
    return this.#shown.get(account);
  }

  /** True when `account` is a token account that belongs to `wallet`. `mint` helps where the transaction shows nothing. */
  owns(wallet: string, account: string, mint: string): boolean {
    const shown = this.#shown.get(account);
    if (shown) return shown.owner === wallet;
    return [PROGRAM_IDS.token, PROGRAM_IDS.token2022].some(
      (program) => this.#addresses.associatedTokenAddress(wallet, mint, program) === account,
    );
  }

  /** True when SOL sent there is only wrapped: the account is the sender's own. */
  wraps(wallet: string, account: string): boolean {
    return this.owns(wallet, account, NATIVE_MINT);
  }
}
