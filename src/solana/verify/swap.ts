import { NATIVE_MINT, PROGRAM_IDS } from "../../contract/chain.js";
import type { DecodedTransaction } from "../decode/decode.js";
import type { Swap } from "../decode/instructions.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import type { SwapOrder } from "./orders.js";
import { checkRate, type RateLimits } from "./rate.js";
import { checkRoute } from "./route.js";
import { createStep, isTokenProgram, type Report, type Step, step, TOKEN_PROGRAMS } from "./steps.js";

const SWAP = "the swap";
const WRAP = "the wrapping of the SOL that goes in";
const SYNC = "the SyncNative after the wrapping";
const UNWRAP = "the CloseAccount that unwraps the wallet's SOL";

/** Limits on a swap that the intent does not contain. */
export interface SwapLimits extends RateLimits {
  /** Base58 addresses of the pools that it may go through; undefined for any. */
  readonly pools: readonly string[] | undefined;
}

/** One side of a swap: a mint, its token program, and the wallet's account of it. */
interface End {
  readonly mint: string;
  readonly tokenProgram: string;
  readonly account: string;
}

/**
 * Finds the wallet's account of a mint. A mint belongs to one token program, which the transaction does not prove: use
 * the named one, or the one for which `claimed` is the derived address. A wrong one fails on chain.
 */
function walletEnd(
  wallet: string,
  mint: string,
  named: string | undefined,
  claimed: string | undefined,
): End {
  const candidates =
    mint === NATIVE_MINT ? [PROGRAM_IDS.token] : isTokenProgram(named) ? [named] : TOKEN_PROGRAMS;
  const ends = candidates.map((tokenProgram) => ({
    mint,
    tokenProgram,
    account: associatedTokenAddress(wallet, mint, tokenProgram),
  }));
  return ends.find(({ account }) => account === claimed) ?? (ends[0] as End);
}

/** The steps that a transaction for a swap may take. */
export function swapSteps(
  wallet: string,
  order: SwapOrder,
  terms: SwapLimits,
  { instructions }: DecodedTransaction,
): Step[] {
  const swap = instructions.find((instruction) => instruction.kind === "swap");
  const input = walletEnd(wallet, order.inputMint, swap?.tokenPrograms[0], swap?.inputAccount);
  const output = walletEnd(wallet, order.outputMint, swap?.tokenPrograms[1], swap?.outputAccount);
  const steps = [input, output].map((end) =>
    createStep({
      ...end,
      payer: wallet,
      owner: wallet,
      // SOL that arrives before the account is created would pay its rent, and be missing from the swap.
      before: end === input && end.mint === NATIVE_MINT ? WRAP : SWAP,
      // A wrapped-SOL account is filled after its creation, so that it may be new.
      source: end === input && end.mint !== NATIVE_MINT,
    }),
  );
  if (input.mint === NATIVE_MINT) {
    // The wallet wraps as much as the swap may take: the amount of an exact input, the maximum of an exact output.
    const takes = swap?.side === "exact-out" ? swap.bound : order.amount;
    steps.push(...wrapSteps(wallet, input, takes));
  }
  steps.push(
    step("swap", SWAP, {
      before: UNWRAP,
      check(instruction, report) {
        checkTerms(instruction, wallet, input, output, report);
        checkRoute(instruction, order, terms.pools, report);
        checkRate(instruction, order, terms, report);
      },
    }),
  );
  const wrapped = [input, output].find(({ mint }) => mint === NATIVE_MINT);
  // An exact input is used up, so that a wallet with wrapped SOL of its own may keep the account open.
  const usedUp = wrapped === input && swap?.side === "exact-in";
  if (wrapped !== undefined) steps.push(unwrapStep(wallet, wrapped, usedUp));
  return steps;
}

function wrapSteps(wallet: string, { account }: End, takes: bigint): Step[] {
  return [
    step("sol-transfer", WRAP, {
      before: SYNC,
      check({ source, destination, lamports }, report) {
        if (source !== wallet)
          report("wrong_authority", `The SOL comes from ${source}; only the wallet ${wallet} wraps its own.`);
        if (destination !== account)
          report(
            "wrong_account",
            `SOL goes to ${destination}; the wallet's wrapped-SOL account is ${account}.`,
          );
        if (lamports !== takes)
          report("wrong_amount", `It wraps ${lamports} lamports; the swap takes at most ${takes}.`);
      },
    }),
    step("sync-native", SYNC, {
      before: SWAP,
      check(instruction, report) {
        if (instruction.account !== account)
          report(
            "wrong_account",
            `It syncs ${instruction.account}; the wallet's wrapped-SOL account is ${account}.`,
          );
        if (instruction.programId !== PROGRAM_IDS.token)
          report(
            "wrong_token_program",
            `Wrapped SOL belongs to ${PROGRAM_IDS.token}, not ${instruction.programId}.`,
          );
      },
    }),
  ];
}

function unwrapStep(wallet: string, { account }: End, optional: boolean): Step {
  return step("close-account", UNWRAP, {
    optional,
    check(instruction, report) {
      if (instruction.account !== account)
        report(
          "wrong_account",
          `It closes ${instruction.account}; only the wrapped-SOL account ${account} may be.`,
        );
      if (instruction.destination !== wallet)
        report(
          "wrong_recipient",
          `The SOL would go to ${instruction.destination}, not to the wallet ${wallet}.`,
        );
      if (instruction.authority !== wallet)
        report("wrong_authority", `${instruction.authority} signs for it; only the wallet ${wallet} can.`);
      if (instruction.programId !== PROGRAM_IDS.token)
        report(
          "wrong_token_program",
          `Wrapped SOL belongs to ${PROGRAM_IDS.token}, not ${instruction.programId}.`,
        );
    },
  });
}

function checkTerms(swap: Swap, wallet: string, input: End, output: End, report: Report) {
  if (swap.user !== wallet)
    report("wrong_authority", `${swap.user} signs the swap; only the wallet ${wallet} can.`);
  for (const [name, mint, account, end] of [
    ["input", swap.inputMint, swap.inputAccount, input],
    ["output", swap.outputMint, swap.outputAccount, output],
  ] as const) {
    if (mint !== end.mint)
      report("wrong_mint", `The swap's ${name} is mint ${mint}; the intent says ${end.mint}.`);
    if (account !== end.account)
      report(
        "wrong_account",
        `The swap's ${name} account is ${account}; the wallet's of ${end.mint} is ${end.account}.`,
      );
  }
  // They are called with the wallet's signature: a false one could take anything from the wallet's accounts.
  const [inputProgram, outputProgram] = swap.tokenPrograms;
  const unfit =
    swap.tokenPrograms.find((program) => !isTokenProgram(program)) ??
    (inputProgram !== undefined && inputProgram !== input.tokenProgram ? inputProgram : undefined) ??
    (outputProgram !== undefined && outputProgram !== output.tokenProgram ? outputProgram : undefined);
  if (unfit !== undefined)
    report(
      "wrong_token_program",
      `The swap calls ${unfit} as a token program of one of its mints, which it is not.`,
    );
}
