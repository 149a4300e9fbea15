import { PROGRAM_IDS } from "intent-tx/contract";
import type { LedgerAccountRow } from "../../state/rows-ledger.js";
import type { Table } from "../../state/table.js";
import type { Genesis } from "../genesis/genesis.js";

import type { ChainAccount } from "../ledger.js";

/**
 * The recorded accounts of one environment: those of the world's start, overridden by State's rows of later changes.
 * Reading them needs no ledger, so answers do not depend on whether one is open.
 */
export class RecordedAccounts {
  constructor(
    private readonly rows: Table<LedgerAccountRow>,
    private readonly genesis: Genesis,
  ) {}

  /** The current account; undefined for one that does not exist or was closed. */
  get(address: string): ChainAccount | undefined {
    return this.at(address, this.rows.get(address));
  }

  /** An account as it was with this record; undefined: without any. */
  at(address: string, row: LedgerAccountRow | undefined): ChainAccount | undefined {
    return row ? accountOfRow(address, row) : this.genesis.get(address);
  }

  /** Every account that has changed since the world's start; undefined for a closed one. */
  *changed(): Generator<readonly [address: string, account: ChainAccount | undefined]> {
    for (const [address, row] of this.rows.entries()) yield [address, accountOfRow(address, row)];
  }

  /** Records the current account; undefined when it was closed. */
  record(address: string, account: ChainAccount | undefined): void {
    this.rows.put(address, rowOfAccount(account));
  }
}

/** State's row of an account; without lamports, the account was closed. */
export function rowOfAccount(account: Omit<ChainAccount, "address"> | undefined): LedgerAccountRow {
  if (!account) return { lamports: "0", owner: PROGRAM_IDS.system, executable: false, data: "" };
  const { lamports, owner, executable, data } = account;
  return { lamports: String(lamports), owner, executable, data: Buffer.from(data).toString("base64") };
}

/** The account of a row; undefined if the account was closed. */
export function accountOfRow(address: string, row: LedgerAccountRow): ChainAccount | undefined {
  const { lamports, owner, executable, data } = row;
  if (lamports === "0") return undefined;
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  return { address, lamports: BigInt(lamports), owner, executable, data: bytes };
}
