import { PROGRAM_IDS } from "intent-tx/contract";
import type { LedgerAccountRow } from "../../state/rows-ledger.js";
import type { Table } from "../../state/table.js";
import type { Genesis } from "../genesis/genesis.js";

import type { ChainAccount } from "../ledger.js";

/**
 * The accounts of one environment as they are on record: those of the world's start, and over them State's rows of what
 * has changed since. Reading them needs no ledger, so that an answer is the same whether one is open or not.
 */
export class RecordedAccounts {
  constructor(
    private readonly rows: Table<LedgerAccountRow>,
    private readonly genesis: Genesis,
  ) {}

  /** An account as it stands; undefined for one that does not exist, or that was closed. */
  get(address: string): ChainAccount | undefined {
    return this.at(address, this.rows.get(address));
  }

  /** An account as it was when this was on record; undefined: when nothing was. */
  at(address: string, row: LedgerAccountRow | undefined): ChainAccount | undefined {
    return row ? accountOfRow(address, row) : this.genesis.get(address);
  }

  /** Every account that has changed since the world's start; undefined for one that was closed. */
  *changed(): Generator<readonly [address: string, account: ChainAccount | undefined]> {
    for (const [address, row] of this.rows.entries()) yield [address, accountOfRow(address, row)];
  }

  /** Writes down what an account is now; undefined when it was closed. */
  record(address: string, account: ChainAccount | undefined): void {
    this.rows.put(address, rowOfAccount(account));
  }
}

/** The row in which State keeps an account; one without lamports says that the account was closed. */
export function rowOfAccount(account: Omit<ChainAccount, "address"> | undefined): LedgerAccountRow {
  if (!account) return { lamports: "0", owner: PROGRAM_IDS.system, executable: false, data: "" };
  const { lamports, owner, executable, data } = account;
  return { lamports: String(lamports), owner, executable, data: Buffer.from(data).toString("base64") };
}

/** The account that a row is of; undefined when it says that the account was closed. */
export function accountOfRow(address: string, row: LedgerAccountRow): ChainAccount | undefined {
  const { lamports, owner, executable, data } = row;
  if (lamports === "0") return undefined;
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  return { address, lamports: BigInt(lamports), owner, executable, data: bytes };
}
