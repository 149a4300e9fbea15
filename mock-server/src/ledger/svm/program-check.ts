import { ENVIRONMENTS } from "intent-tx/contract";
import type { FeaturesOption } from "../../fixtures/option.js";
import { OWN_PROGRAMS } from "../../formats/own-programs.js";
import { isProgramData } from "../../formats/program-accounts.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { errorText, OptionError } from "../../kernel/errors.js";
import { StateProblem } from "../../state/incoming.js";
import { rowsOf, type StateSnapshot } from "../../state/tables.js";
import type { Genesis } from "../genesis/genesis.js";
import type { ChainAccount } from "../ledger.js";
import { accountOfRow } from "../log/recorded-accounts.js";
import { Svm } from "./svm.js";

/** Built-in programs and sysvars. Some of them cannot be replaced or removed. */
const BUILT_IN: ReadonlySet<string> = new Set([...Object.values(PROGRAMS), ...Object.values(SYSVARS)]);

/** An address with its account; undefined for a closed account. */
type Entry = readonly [address: string, account: ChainAccount | undefined];

/**
 * Rejects imported rows with a program that a ledger would not accept, before anything is replaced.
 *
 * @throws {StateProblem}
 */
export function refusePrograms(
  snapshot: StateSnapshot,
  genesis: Genesis,
  features: FeaturesOption | undefined,
): void {
  for (const environment of ENVIRONMENTS) {
    const special = [...rowsOf(snapshot, "ledgerAccounts", `${environment}:`)].filter(
      ([address, { executable, owner }]) =>
        executable || owner === PROGRAMS.loaderV3 || BUILT_IN.has(address),
    );
    const problem = programProblem(
      special.map(([address, row]) => [address, accountOfRow(address, row)]),
      features,
      [...genesis().values()].filter(isProgramData),
    );
    if (problem)
      throw new StateProblem(
        "ledgerAccounts",
        `has a ${environment} account that the chain does not accept: ${problem}`,
      );
  }
}

/**
 * Rejects a `world` option with a program or a feature that a ledger would not accept. A ledger is opened on first use,
 * and would fail then.
 *
 * @throws {OptionError}
 */
export function refuseWorldChain(chain: readonly ChainAccount[], features: FeaturesOption | undefined): void {
  const problem = programProblem(
    chain.map((account) => [account.address, account]),
    features,
  );
  if (problem)
    throw new OptionError("world", `includes an account that the chain does not accept: ${problem}`);
}

/**
 * Returns the reason for which LiteSVM does not accept an account, with its address. Only LiteSVM can check a program
 * or features, so an instance is created if there are any.
 *
 * @param features the world's, because they decide which programs the chain accepts
 * @param code program data accounts that the chain already has
 */
function programProblem(
  entries: readonly Entry[],
  features: FeaturesOption | undefined,
  code: readonly ChainAccount[] = [],
): string | undefined {
  const isProgram = ([address, account]: Entry) => account?.executable || BUILT_IN.has(address);
  const programs = entries.filter(isProgram);
  const svm = programs.length > 0 || features ? machine(features) : undefined;
  if (!svm) return undefined;
  for (const account of code) svm.setAccount(account.address, account);
  // LiteSVM loads a program when its account is set, so the code accounts come first.
  const data = entries.filter((entry) => !isProgram(entry) && isProgramData(entry[1]));
  for (const [address, account] of [...data, ...programs]) {
    try {
      svm.setAccount(address, account);
    } catch (error) {
      return errorText(error);
    }
  }
  return undefined;
}

/**
 * An instance with the server's own programs; undefined if LiteSVM is not installed. Without LiteSVM, no program ever runs.
 *
 * @throws {OptionError} for an unknown feature, and for features with which these programs cannot run
 */
function machine(features: FeaturesOption | undefined): Svm | undefined {
  let svm: Svm;
  try {
    svm = new Svm(features);
  } catch (error) {
    if (error instanceof OptionError) throw error;
    return undefined;
  }
  try {
    for (const [address, image] of OWN_PROGRAMS) svm.addProgram(address, image());
  } catch (error) {
    const problem = `prevent the server's programs from running: ${errorText(error)}`;
    throw new OptionError("world.chain.features", problem);
  }
  return svm;
}
