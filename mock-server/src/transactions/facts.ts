import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";

/** The accounts of a ledger at some addresses. */
export class Facts {
  readonly #accounts: ReadonlyMap<string, ChainAccount>;

  constructor(accounts: Iterable<ChainAccount | undefined>) {
    const found = [...accounts].filter((account) => account !== undefined);
    this.#accounts = new Map(found.map((account) => [account.address, account]));
  }

  /** Reads addresses from a ledger in one call. */
  static async read(ledger: Ledger, addresses: readonly string[]): Promise<Facts> {
    return new Facts(await ledger.accounts([...new Set(addresses)]));
  }

  /** Lamports; 0 if the account does not exist. */
  lamports(address: string): bigint {
    return this.#accounts.get(address)?.lamports ?? 0n;
  }

  /** Base units in a token account; 0 for any other account. */
  tokens(address: string): bigint {
    const account = this.#accounts.get(address);
    return (account && decodeTokenAccount(account.owner, account.data)?.amount) ?? 0n;
  }

  /** The program that owns an account. */
  owner(address: string): string | undefined {
    return this.#accounts.get(address)?.owner;
  }
}
