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
 * The tables in which State keeps one network's chain in this process. They exist before the ledger itself,
 * which is made only when it is needed: accounts can be read without it.
 */
export class LedgerRows {
  /** Accounts that differ from the world's start, by address. */
  readonly accounts: Table<LedgerAccountRow>;
  /** Accounts before changes that are not final yet, by number. */
  readonly unfinalized: Table<UnfinalizedRow>;
  /** The transaction log, by number. */
  readonly transactions: Table<LedgerTransactionRow>;
  /** The rest of transactions that the log let go, by slot. */
  readonly past: Table<PastStatusesRow>;
  /** Transactions that a fault delays, by number. */
  readonly late: Table<LateTransactionRow>;

  constructor(state: State, environment: Environment) {
    const check = ({ wire }: { readonly wire: string }) => {
      const problem = wireProblem(new Uint8Array(Buffer.from(wire, "base64")));
      return problem === undefined ? undefined : `has a wire that is no transaction: ${problem}`;
    };
    this.accounts = state.openFor(environment, "ledgerAccounts", { check: accountProblem });
    this.unfinalized = state.openFor(environment, "unfinalized");
    this.transactions = state.openFor(environment, "ledgerTransactions", { check });
    this.past = state.openFor(environment, "pastStatuses", { check: problemOfStatuses });
    this.late = state.openFor(environment, "lateTransactions", { check });
  }
}

/** The virtual machine takes no sysvar from outside: it sets them itself, and ends the process on one that is malformed. */
function accountProblem(_: LedgerAccountRow, address: string): string | undefined {
  return address.startsWith("Sysvar") ? "is a sysvar, which the chain sets itself" : undefined;
}
