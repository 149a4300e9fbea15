import { PROGRAM_IDS } from "../../contract/chain.js";
import { type Step, step } from "./steps.js";

/** The two programs that hold tokens. */
export const TOKEN_PROGRAMS: readonly string[] = [PROGRAM_IDS.token, PROGRAM_IDS.token2022];

/** Whether a program is one of the two. */
export const isTokenProgram = (programId: string | undefined): programId is string =>
  programId !== undefined && TOKEN_PROGRAMS.includes(programId);

/** An associated token account that may be made first, and that the wallet pays for. */
export function createStep(account: {
  readonly payer: string;
  readonly owner: string;
  readonly account: string;
  readonly mint: string;
  readonly tokenProgram: string | undefined;
  readonly before: string;
  /** Whether the transaction takes tokens from it: then it must be there already. */
  readonly source?: boolean;
}): Step {
  const { payer, owner, mint, tokenProgram = PROGRAM_IDS.token, before, source = false } = account;
  return step("create-token-account", `the creation of the token account ${account.account}`, {
    optional: true,
    before,
    is: (instruction) => instruction.account === account.account,
    check(instruction, report) {
      if (instruction.payer !== payer)
        report("wrong_authority", `${instruction.payer} would pay its rent; only the wallet ${payer} can.`);
      if (source && !instruction.idempotent)
        report(
          "cannot_succeed",
          `It makes ${instruction.account} anew, and then takes tokens from it. It would fail and cost its fee.`,
        );
      // The address alone gives these three; a contradiction fails on chain, but nobody should have to sign it.
      if (instruction.owner !== owner || instruction.mint !== mint)
        report(
          "wrong_account",
          `It creates ${instruction.account} for owner ${instruction.owner} and mint ${instruction.mint}, which give another address; expected are ${owner} and ${mint}.`,
        );
      if (instruction.tokenProgram !== tokenProgram)
        report(
          "wrong_token_program",
          `It creates the account under ${instruction.tokenProgram}; the transaction moves ${mint} with ${tokenProgram}.`,
        );
    },
  });
}
