import { decodeTokenAccount } from "../formats/token-layout.js";
import type { ChainAccount, Ledger } from "./ledger.js";

/** Accounts read from a ledger, by address. */
export class Facts {
  readonly #accounts: ReadonlyMap<string, ChainAccount>;

  constructor(accounts: Iterable<ChainAccount | undefined>) {
    const found = [...accounts].filter((account) => account !== undefined);
    this.#accounts = new Map(found.map((account) => [account.address, account]));
  }

  /** Reads all addresses in one call. */
  static async read(ledger: Ledger, addresses: readonly string[]): Promise<Facts> {
    return new Facts(await ledger.accounts([...new Set(addresses)]));
  }

  /** Lamports; 0 if the account does not exist. */
  lamports(address: string): bigint {
    return this.#accounts.get(address)?.lamports ?? 0n;
  }

  /** Base units; 0 if the account is not a token account. */
  tokens(address: string): bigint {
    const account = this.#accounts.get(address);
    return (account && decodeTokenAccount(account.owner, account.data)?.amount) ?? 0n;
  }

  owner(address: string): string | undefined {
    return this.#accounts.get(address)?.owner;
  }
}
