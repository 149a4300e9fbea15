import type { Environment } from "intent-tx/contract";
import { wireProblem } from "../../formats/transaction.js";
import type {
  LateTransactionRow,
  LedgerAccountRow,
  LedgerTransactionRow,
  UnfinalizedRow,
} from "../../state/rows.js";
import type { State } from "../../state/state.js";
import type { Table } from "../../state/table.js";

/** One in-process chain's tables in State. Accounts can be read from the tables before a ledger is opened. */
export class LedgerRows {
  /** Accounts that differ from genesis, by address. */
  readonly accounts: Table<LedgerAccountRow>;
  /** Accounts before their unfinalized changes, by number. */
  readonly unfinalized: Table<UnfinalizedRow>;
  /** Landed transactions, by number. */
  readonly transactions: Table<LedgerTransactionRow>;
  /** Transactions delayed by a fault, by number. */
  readonly late: Table<LateTransactionRow>;

  constructor(state: State, environment: Environment) {
    const check = ({ wire }: { readonly wire: string }) => {
      const problem = wireProblem(new Uint8Array(Buffer.from(wire, "base64")));
      return problem === undefined ? undefined : `has a wire that is not a transaction: ${problem}`;
    };
    this.accounts = state.openFor(environment, "ledgerAccounts", { check: accountProblem });
    this.unfinalized = state.openFor(environment, "unfinalized");
    this.transactions = state.openFor(environment, "ledgerTransactions", { check });
    this.late = state.openFor(environment, "lateTransactions", { check });
  }
}

/** Rejects sysvars. LiteSVM sets sysvars itself, and a malformed sysvar would abort the process. */
function accountProblem(_: LedgerAccountRow, address: string): string | undefined {
  return address.startsWith("Sysvar") ? "is a sysvar, which only the chain can set" : undefined;
}
