import { PROGRAM_IDS } from "intent-tx/contract";
import type { LedgerAccountRow } from "../../state/rows.js";
import type { Table } from "../../state/table.js";
import type { Genesis } from "../genesis/genesis.js";
import type { ChainAccount } from "../ledger.js";

/**
 * One environment's accounts: genesis accounts, overridden by later changes in State. They can be read without a
 * ledger, so results do not depend on whether one is open.
 */
export class RecordedAccounts {
  constructor(
    private readonly rows: Table<LedgerAccountRow>,
    private readonly genesis: Genesis,
  ) {}

  /** Undefined if the account does not exist or was closed. */
  get(address: string): ChainAccount | undefined {
    return this.at(address, this.rows.get(address));
  }

  at(address: string, row: LedgerAccountRow | undefined): ChainAccount | undefined {
    return row ? accountOfRow(address, row) : this.genesis().get(address);
  }

  /** Accounts that have changed since genesis; undefined for closed ones. */
  *changed(): Generator<readonly [address: string, account: ChainAccount | undefined]> {
    for (const [address, row] of this.rows.entries()) yield [address, accountOfRow(address, row)];
  }

  /** Records the current account; undefined if it was closed. */
  record(address: string, account: ChainAccount | undefined): void {
    this.rows.put(address, rowOfAccount(account));
  }
}

/** Converts to a row of State, in which zero lamports mark a closed account. */
export function rowOfAccount(account: Omit<ChainAccount, "address"> | undefined): LedgerAccountRow {
  if (!account) return { lamports: "0", owner: PROGRAM_IDS.system, executable: false, data: "" };
  const { lamports, owner, executable, data } = account;
  return { lamports: String(lamports), owner, executable, data: Buffer.from(data).toString("base64") };
}

/** Undefined for a closed account. */
export function accountOfRow(address: string, row: LedgerAccountRow): ChainAccount | undefined {
  const { lamports, owner, executable, data } = row;
  if (lamports === "0") return undefined;
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  return { address, lamports: BigInt(lamports), owner, executable, data: bytes };
}
