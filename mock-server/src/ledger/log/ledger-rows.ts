import type { Environment } from "intent-tx/contract";
import { wireProblem } from "../../chain/wire-check.js";
import type {
  LateTransactionRow,
  LedgerAccountRow,
  LedgerTransactionRow,
  PastStatusesRow,
  UnfinalizedRow,
} from "../../state/rows-ledger.js";
import type { State } from "../../state/state.js";
import type { Table } from "../../state/table.js";

import { problemOfStatuses } from "./past-statuses.js";

/**
 * The tables of one in-process network's chain in State. They exist before the ledger, which is created on first use,
 * so accounts can be read without it.
 */
export class LedgerRows {
  /** Accounts that differ from the world's start, by address. */
  readonly accounts: Table<LedgerAccountRow>;
  /** Accounts before changes that are not finalized yet, by number. */
  readonly unfinalized: Table<UnfinalizedRow>;
  /** The transaction log, by number. */
  readonly transactions: Table<LedgerTransactionRow>;
  /** Statuses of pruned transactions, by slot. */
  readonly past: Table<PastStatusesRow>;
  /** Transactions that a fault delays, by number. */
  readonly late: Table<LateTransactionRow>;

  constructor(state: State, environment: Environment) {
    const check = ({ wire }: { readonly wire: string }) => {
      const problem = wireProblem(new Uint8Array(Buffer.from(wire, "base64")));
      return problem === undefined ? undefined : `has a wire that is not a transaction: ${problem}`;
    };
    this.accounts = state.openFor(environment, "ledgerAccounts", { check: accountProblem });
    this.unfinalized = state.openFor(environment, "unfinalized");
    this.transactions = state.openFor(environment, "ledgerTransactions", { check });
    this.past = state.openFor(environment, "pastStatuses", { check: problemOfStatuses });
    this.late = state.openFor(environment, "lateTransactions", { check });
  }
}

/** The virtual machine sets sysvars itself: it accepts none from outside, and a malformed one aborts the process. */
function accountProblem(_: LedgerAccountRow, address: string): string | undefined {
  return address.startsWith("Sysvar") ? "is a sysvar, which the chain sets itself" : undefined;
}
