import { ENVIRONMENTS, PROGRAM_IDS } from "intent-tx/contract";
import { SWAP_PROGRAM_BASE64 } from "../../chain/amm/program.js";
import { isProgramData } from "../../chain/program-accounts.js";
import { PROGRAMS } from "../../chain/programs.js";
import { type Incoming, StateProblem } from "../../state/incoming.js";
import type { LedgerAccountRow } from "../../state/rows.js";
import type { Table } from "../../state/table.js";
import type { ChainAccount } from "../ledger.js";
import { accountOfRow } from "../log/recorded-accounts.js";
import { Svm } from "../svm/svm.js";
import type { Genesis } from "./genesis.js";

/** Built-in programs. Some of them cannot be removed. */
const BUILT_IN: ReadonlySet<string> = new Set(Object.values(PROGRAMS));

/** An unusable account, and the reason as the end of a sentence. */
interface RowsProblem {
  readonly key: string;
  readonly problem: string;
}

/**
 * Rejects an imported program that a ledger would not accept, before anything is replaced. Only LiteSVM can check a
 * program, so an instance is created if the import contains a program.
 *
 * @throws {StateProblem}
 */
export function refusePrograms(incoming: Incoming, genesis: Genesis): void {
  for (const environment of ENVIRONMENTS) {
    const rows = incoming.rowsOf("ledgerAccounts", `${environment}:`);
    const found = rows && programProblem(rows as Pick<Table<LedgerAccountRow>, "entries">, genesis);
    if (found)
      throw new StateProblem("ledgerAccounts", `has ${environment}:${found.key}, which ${found.problem}`);
  }
}

function programProblem(
  rows: Pick<Table<LedgerAccountRow>, "entries">,
  genesis: Genesis,
): RowsProblem | undefined {
  const programs = [...rows.entries()].filter(([address, row]) => row.executable || BUILT_IN.has(address));
  if (programs.length === 0) return undefined;
  const svm = machine();
  if (!svm) return undefined;
  svm.addProgram(PROGRAM_IDS.swap, Buffer.from(SWAP_PROGRAM_BASE64, "base64"));
  for (const account of genesis.accounts)
    if (isProgramData(account)) svm.setAccount(account.address, account);
  const put = (key: string, account: ChainAccount | undefined): RowsProblem | undefined => {
    try {
      svm.setAccount(key, account);
      return undefined;
    } catch (error) {
      return {
        key,
        problem: `is not accepted by the chain: ${error instanceof Error ? error.message : error}`,
      };
    }
  };
  for (const [key, row] of rows.entries()) {
    const account = row.executable || row.owner !== PROGRAMS.loaderV3 ? undefined : accountOfRow(key, row);
    const problem = isProgramData(account) ? put(key, account) : undefined;
    if (problem) return problem;
  }
  for (const [key, row] of programs) {
    const problem = put(key, accountOfRow(key, row));
    if (problem) return problem;
  }
  return undefined;
}

/** Undefined if LiteSVM is not installed. Without LiteSVM, no program ever runs. */
function machine(): Svm | undefined {
  try {
    return Svm.open();
  } catch {
    return undefined;
  }
}
