import type { AddressText } from "../chain/address-texts.js";
import { programDataOf } from "../chain/program-accounts.js";
import { SYSVARS } from "../chain/programs.js";
import { decodeTokenAccount, mintDecimals } from "../chain/token-layout.js";
import type { Transaction } from "../chain/transaction.js";
import type { ChainAccount, TokenBalance } from "./ledger.js";

/** The accounts of a transaction at one moment, in the order of its keys. */
export type Accounts = readonly (ChainAccount | undefined)[];

/** Loaded bytes that an account counts for, beside its data. */
const ACCOUNT_BYTES = 64;
/** Loaded bytes that a lookup table counts for. */
const TABLE_BYTES = 8_248;

/** The figures of a transaction that a node tells, and the machine does not. */
export class RunReport {
  /**
   * @param accountAt - accounts that the transaction does not name
   * @param textOf - how addresses are written
   */
  constructor(
    private readonly accountAt: (address: string) => ChainAccount | undefined,
    private readonly textOf: AddressText,
  ) {}

  /** Lamports of each account. */
  lamports(accounts: Accounts): bigint[] {
    const lamports: bigint[] = [];
    for (const account of accounts) lamports.push(account?.lamports ?? 0n);
    return lamports;
  }

  /** Base units in a token account; 0 for what is none. */
  tokens(account: ChainAccount | undefined): bigint {
    return (account && decodeTokenAccount(account.owner, account.data, this.textOf)?.amount) ?? 0n;
  }

  /**
   * The balances of the token accounts. Decimals stand in the mint, which the transaction itself may have made or may not name.
   *
   * @param others - the same accounts on the other side of the run
   */
  tokenBalances(accounts: Accounts, others: Accounts): TokenBalance[] {
    const balances: TokenBalance[] = [];
    for (const [accountIndex, account] of accounts.entries()) {
      const token = account && decodeTokenAccount(account.owner, account.data, this.textOf);
      if (!account || !token) continue;
      const { mint, owner, amount } = token;
      const named = accountOf(accounts, mint) ?? accountOf(others, mint) ?? this.accountAt(mint);
      const decimals = (named && mintDecimals(named.owner, named.data)) ?? 0;
      balances.push({ accountIndex, mint, owner, programId: account.owner, amount, decimals });
    }
    return balances;
  }

  /** The bytes that a node counts as loaded: accounts, code of upgradeable programs, and lookup tables. */
  loadedBytes({ lookups }: Transaction, accounts: Accounts): number {
    let sum = TABLE_BYTES * lookups.length;
    for (const account of accounts) {
      if (!account || account.address === SYSVARS.instructions) continue;
      sum += ACCOUNT_BYTES + account.data.length;
      const code = programDataOf(account, this.textOf);
      if (code !== undefined) sum += ACCOUNT_BYTES + (this.accountAt(code)?.data.length ?? 0);
    }
    return sum;
  }
}

function accountOf(accounts: Accounts, address: string): ChainAccount | undefined {
  for (const account of accounts) if (account?.address === address) return account;
  return undefined;
}
