import { isAddress, NATIVE_MINT, PROGRAM_IDS } from "../../contract/chain.js";
import type { DecodedTransaction } from "../decode/decode.js";
import type { CreateTokenAccount, DecodedInstruction, Swap } from "../decode/instructions.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import type { ExpectedSide, Terms } from "./options.js";
import type { SwapOrder } from "./orders.js";
import {
  createStep,
  isNamed,
  isTokenProgram,
  type Report,
  type Step,
  step,
  TOKEN_PROGRAMS,
} from "./steps.js";

const SWAP = "the swap";
const WRAP = "the instruction that wraps the input SOL";
const SYNC = "the SyncNative after it";
const UNWRAP = "the CloseAccount that unwraps the wallet's SOL";

const isCreation = (one: DecodedInstruction, account: string) =>
  one.kind === "create-token-account" && one.account === account;

/** One side of a swap: a mint, its token program, and the wallet's token account. */
type End = ReturnType<typeof walletEnd>;

/**
 * Finds the wallet's account for a mint. The transaction does not prove which token program owns the mint, so this uses
 * the `named` program, otherwise the one whose derived account is `claimed`. A wrong program fails on chain.
 */
function walletEnd(
  wallet: string,
  mint: string,
  named: string | undefined,
  claimed: string | undefined,
  instructions: readonly DecodedInstruction[],
) {
  // A venue can have its own addresses for token accounts. If it creates one here, it belongs to the named owner.
  const created = instructions.find(
    (one): one is CreateTokenAccount =>
      one.kind === "create-token-account" && one.programId !== PROGRAM_IDS.associatedToken,
  );
  if (
    created?.account === claimed &&
    created?.owner === wallet &&
    created.mint === mint &&
    isTokenProgram(created.tokenProgram)
  )
    return { mint, tokenProgram: created.tokenProgram, account: created.account };
  const candidates =
    mint === NATIVE_MINT ? [PROGRAM_IDS.token] : isTokenProgram(named) ? [named] : TOKEN_PROGRAMS;
  const ends = candidates.map((tokenProgram) => ({
    mint,
    tokenProgram,
    account: associatedTokenAddress(wallet, mint, tokenProgram),
  }));
  const isClaimed = ({ account }: (typeof ends)[number]) =>
    account === claimed || (claimed === undefined && instructions.some((one) => isCreation(one, account)));
  return ends.find(isClaimed) ?? (ends[0] as (typeof ends)[number]);
}

export function swapSteps(order: SwapOrder, terms: Terms, { instructions }: DecodedTransaction): Step[] {
  const { wallet } = terms;
  const swap = instructions.find((instruction) => instruction.kind === "swap");
  const input = walletEnd(wallet, order.inputMint, swap?.tokenPrograms[0], swap?.inputAccount, instructions);
  const output = walletEnd(
    wallet,
    order.outputMint,
    swap?.tokenPrograms[1],
    swap?.outputAccount,
    instructions,
  );
  const steps = [input, output].map((end) =>
    createStep({
      ...end,
      payer: wallet,
      owner: wallet,
      // SOL sent before the account's creation would pay the account's rent and be missing from the swap.
      before: end === input && end.mint === NATIVE_MINT ? WRAP : SWAP,
      // A wrapped-SOL input account can be new, because it is filled after its creation.
      source: end === input && end.mint !== NATIVE_MINT,
    }),
  );
  const fees = serviceFees(instructions);
  if (swap !== undefined && isVenue(swap)) steps.push(...venueSteps(wallet, input, output, terms.maxFee));
  if (input.mint === NATIVE_MINT) {
    // The wallet wraps the most that the swap may take: the amount of an exact input, the maximum of an exact output. An
    // unknown program may take less.
    const [limit] = boundsOf(order, terms).spendAtMost;
    const takes = swap?.side === "output" ? swap.bound + fees : order.amount;
    steps.push(...wrapSteps(wallet, input, swap ? takes : limit.amount, swap !== undefined));
  }
  steps.push(
    step("swap", SWAP, {
      before: UNWRAP,
      check(instruction, report) {
        checkTerms(instruction, terms, input, output, report);
        checkRoute(instruction, order, terms.pools, report);
        checkRate(instruction, order, terms, fees, report);
      },
    }),
  );
  const wrapped = [input, output].find(({ mint }) => mint === NATIVE_MINT);
  // The swap uses up an exact input, so a wallet that already has wrapped SOL may keep the account open.
  const usedUp = wrapped === input && swap?.side === "input";
  if (wrapped !== undefined) steps.push(unwrapStep(wallet, wrapped, usedUp));
  // An unknown program may do what the steps do. Guards then bound its effects.
  return isBounded(instructions, terms) ? steps.map((one) => ({ ...one, optional: true })) : steps;
}

/** Whether a named unknown program makes the swap, so that only guards bound its effects. */
export const isBounded = (instructions: readonly DecodedInstruction[], terms: Terms): boolean =>
  !instructions.some(({ kind }) => kind === "swap") && instructions.some((one) => isNamed(one, terms));

/** Compares the order with what is expected, where no swap can be compared. */
export function checkBounded(order: SwapOrder, { expect, pools }: Terms, report: Report): void {
  if (pools !== undefined)
    report(
      "wrong_route",
      "An unknown program makes the swap, so its pools cannot be compared with the list pools.",
    );
  checkExpected(order, expect, report);
}

function checkExpected({ amount, outAmount }: SwapOrder, expect: ExpectedSide | undefined, report: Report) {
  const exact = expect?.side === "output" ? outAmount : amount;
  if (expect !== undefined && exact !== expect.amount)
    report(
      "wrong_amount",
      `The intent's ${expect.side} is ${exact} base units, not ${expect.amount} as expected.`,
    );
}

/** The least that guards accept of a swap by an unknown program. */
export function boundsOf({ amount, outAmount, side, ...mints }: SwapOrder, { slippage, expect }: Terms) {
  const exactIn = (expect?.side ?? side ?? "input") === "input";
  const [input, output] = exactIn
    ? [amount, minimumOf(outAmount, slippage, true)]
    : [maximumOf(amount, slippage), outAmount];
  return {
    spendAtMost: [{ mint: mints.inputMint, amount: input }],
    receiveAtLeast: [{ mint: mints.outputMint, amount: output }],
  } as const;
}

const isVenue = ({ programId }: Swap) => programId !== PROGRAM_IDS.swap;

/** Transfers of tokens from the swap's input account: fees that a service takes before or after the swap of a venue. */
export function serviceFees(instructions: readonly DecodedInstruction[]): bigint {
  const swap = instructions.find((one) => one.kind === "swap");
  return instructions.reduce(
    (sum, one) =>
      one.kind === "token-transfer" && one.source === swap?.inputAccount ? sum + one.amount : sum,
    0n,
  );
}

/** Lamports that leave the wallet beside a swap, such as a tip for landing sooner. */
export function tipsOf(instructions: readonly DecodedInstruction[]): bigint {
  const swap = instructions.find((one) => one.kind === "swap");
  if (swap === undefined) return 0n;
  return instructions.reduce(
    (sum, one) =>
      one.kind === "sol-transfer" && one.destination !== swap.inputAccount ? sum + one.lamports : sum,
    0n,
  );
}

/** Steps that a service may put around the swap of another venue. */
function venueSteps(wallet: string, input: End, output: End, maxFee: bigint | undefined): Step[] {
  return [
    step("memo", "a memo", { optional: true, repeats: true, check() {} }),
    step("create-token-account", "the creation of another token account of the wallet", {
      optional: true,
      repeats: true,
      is: ({ account, owner, idempotent }) =>
        owner === wallet && idempotent && account !== input.account && account !== output.account,
      check({ payer, account, mint, tokenProgram }, report) {
        const isOwn =
          isAddress(mint) &&
          isTokenProgram(tokenProgram) &&
          account === associatedTokenAddress(wallet, mint, tokenProgram);
        if (payer !== wallet || !isOwn)
          report(
            "wrong_account",
            `It creates ${account}, paid by ${payer}, but only accounts of ${wallet} may be.`,
          );
      },
    }),
    step("token-transfer", "a fee of the service", {
      optional: true,
      repeats: true,
      is: ({ source }) => source === input.account,
      check({ authority, programId, mint = input.mint }, report) {
        if (authority !== wallet)
          report("wrong_authority", `${authority} signs for the fee, but only the wallet ${wallet} may.`);
        if (programId !== input.tokenProgram || mint !== input.mint)
          report(
            "wrong_mint",
            `It takes a fee of mint ${mint} with ${programId}, not of the input ${input.mint}.`,
          );
      },
    }),
    step("sol-transfer", "a tip", {
      optional: true,
      repeats: true,
      is: ({ destination }) => destination !== input.account,
      check({ source, destination, lamports }, report) {
        if (source !== wallet)
          report(
            "wrong_authority",
            `The transaction sends SOL from ${source}, not from the wallet ${wallet}.`,
          );
        if (maxFee === undefined)
          report(
            "unexpected_instruction",
            `It sends ${lamports} lamports to ${destination}. If that is a tip that may be part of the cost, pass maxFee.`,
          );
      },
    }),
  ];
}

function wrapSteps(wallet: string, { account }: End, takes: bigint, exact: boolean): Step[] {
  return [
    step("sol-transfer", WRAP, {
      before: SYNC,
      check({ source, destination, lamports }, report) {
        if (source !== wallet)
          report(
            "wrong_authority",
            `The transaction sends SOL from ${source}, not from the wallet ${wallet}.`,
          );
        if (destination !== account)
          report(
            "wrong_account",
            `SOL goes to ${destination}, but the wallet's wrapped-SOL account is ${account}.`,
          );
        if (exact ? lamports !== takes : lamports > takes)
          report("wrong_amount", `It wraps ${lamports} lamports, but the swap takes at most ${takes}.`);
      },
    }),
    step("sync-native", SYNC, {
      before: SWAP,
      check(instruction, report) {
        if (instruction.account !== account)
          report(
            "wrong_account",
            `It syncs ${instruction.account}, but the wallet's wrapped-SOL account is ${account}.`,
          );
        checkWrapped(instruction, report);
      },
    }),
  ];
}

function checkWrapped({ programId }: DecodedInstruction, report: Report): void {
  if (programId !== PROGRAM_IDS.token)
    report("wrong_token_program", `Wrapped SOL belongs to ${PROGRAM_IDS.token}, not ${programId}.`);
}

function unwrapStep(wallet: string, { account }: End, optional: boolean): Step {
  return step("close-account", UNWRAP, {
    optional,
    check(instruction, report) {
      if (instruction.account !== account)
        report(
          "wrong_account",
          `It closes ${instruction.account}, but the wallet's wrapped-SOL account is ${account}.`,
        );
      if (instruction.destination !== wallet)
        report(
          "wrong_recipient",
          `The SOL would go to ${instruction.destination}, not to the wallet ${wallet}.`,
        );
      if (instruction.authority !== wallet)
        report(
          "wrong_authority",
          `It needs the signature of ${instruction.authority}, but only the wallet ${wallet} may sign.`,
        );
      checkWrapped(instruction, report);
    },
  });
}

function checkTerms(swap: Swap, { wallet, guard }: Terms, input: End, output: End, report: Report) {
  if (swap.needsGuard && guard === undefined)
    report(
      "needs_guard",
      `The program ${swap.programId} is not known to keep to the amounts of an ${swap.side} swap. Pay with guard: true, or ask for a swap with an exact input.`,
    );
  if (swap.user !== wallet)
    report("wrong_authority", `${swap.user} signs the swap, but only the wallet ${wallet} may.`);
  for (const [name, mint, account, end] of [
    ["input", swap.inputMint, swap.inputAccount, input],
    ["output", swap.outputMint, swap.outputAccount, output],
  ] as const) {
    if (mint !== end.mint)
      report("wrong_mint", `The swap's ${name} is mint ${mint}, but the intent says ${end.mint}.`);
    if (account !== end.account)
      report(
        "wrong_account",
        `The swap's ${name} account is ${account}, but the wallet's account for ${end.mint} is ${end.account}.`,
      );
  }
  // Token programs run with the wallet's signature, so a fake one could take anything from the wallet's accounts.
  const [inputProgram, outputProgram] = swap.tokenPrograms;
  const wrong =
    swap.tokenPrograms.find((program) => !isTokenProgram(program)) ??
    (inputProgram !== undefined && inputProgram !== input.tokenProgram ? inputProgram : undefined) ??
    (outputProgram !== undefined && outputProgram !== output.tokenProgram ? outputProgram : undefined);
  if (wrong !== undefined)
    report("wrong_token_program", `The swap calls ${wrong}, which is not the token program of its mints.`);
}

const BPS = 10_000n;

/** Maximum slippage in basis points. A swap whose bound is better than the quote by more than this can only fail. */
const MAX_SLIPPAGE = 1000n;

// Rounded up, in the user's favour. Programs of other venues round down.
const minimumOf = (quoted: bigint, slippage: bigint, venue: boolean) =>
  (quoted * (BPS - slippage) + (venue ? 0n : BPS - 1n)) / BPS;
const maximumOf = (quoted: bigint, slippage: bigint) => (quoted * (BPS + slippage)) / BPS;

/** The smallest slippage, in whole basis points, that permits the bound of a swap. */
function toleranceOf({ side, bound }: Swap, { amount, outAmount }: SwapOrder): number {
  const [quoted, excess] = side === "input" ? [outAmount, outAmount - bound] : [amount, bound - amount];
  return Number((excess * BPS + quoted - 1n) / quoted);
}

function checkRate(swap: Swap, order: SwapOrder, { slippage, expect }: Terms, fees: bigint, report: Report) {
  checkSide(swap, order, expect, report);
  const exactIn = swap.side === "input";
  const [does, fixed] = exactIn ? ["takes", order.amount] : ["gives", order.outAmount];
  const amount = exactIn ? swap.amount + fees : swap.amount;
  if (amount !== fixed)
    report("wrong_amount", `The swap ${does} ${amount} base units, but the intent says ${fixed}.`);
  const percent = `${Number(slippage) / 100}% slippage`;
  const limit = exactIn
    ? minimumOf(order.outAmount, slippage, isVenue(swap))
    : maximumOf(order.amount, slippage);
  const bound = exactIn ? swap.bound : swap.bound + fees;
  if (exactIn ? bound < limit : bound > limit) {
    const tolerance = toleranceOf({ ...swap, bound }, order);
    const bounds = exactIn
      ? `may give as little as ${bound} base units; ${order.outAmount} less ${percent} is ${limit}`
      : `may take as much as ${bound} base units; ${order.amount} plus ${percent} is ${limit}`;
    report(
      "slippage",
      `The swap ${bounds}. Its slippage tolerance is ${tolerance / 100}%. Parse the command again with the slippage that you want, or show ${tolerance / 100}% to the user and verify again with slippageBps: ${tolerance}.`,
      { slippageBps: tolerance },
    );
  }
  const impossible = exactIn
    ? swap.bound > maximumOf(order.outAmount, MAX_SLIPPAGE)
    : swap.bound < (order.amount * (BPS - MAX_SLIPPAGE)) / BPS;
  if (impossible)
    report(
      "cannot_succeed",
      `The swap asks for ${exactIn ? `at least ${swap.bound} base units where ${order.outAmount}` : `at most ${swap.bound} base units where ${order.amount}`} were quoted. The transaction would fail, and its fee would still be charged.`,
    );
}

function checkSide(swap: Swap, order: SwapOrder, expect: ExpectedSide | undefined, report: Report) {
  const side = expect?.side ?? order.side;
  if (side === undefined) return;
  if (side !== swap.side)
    report(
      "wrong_amount",
      `The swap fixes the ${swap.side}, so the amount that ${side === "input" ? "leaves" : "arrives"} may vary, but the order fixes the ${side}.`,
    );
  checkExpected(order, expect, report);
}

const ORDINALS = ["first", "second"];

/**
 * Compares a swap's pools with the quoted ones, because anyone can create a pool that takes everything that slippage
 * allows. Swaps of other venues are trusted, because their decoders do not report pools.
 */
function checkRoute(
  swap: Swap,
  { inputMint, outputMint, pools }: SwapOrder,
  allowed: readonly string[] | undefined,
  report: Report,
): void {
  const unlisted = allowed && swap.pools.find((pool) => !allowed.includes(pool));
  if (unlisted !== undefined)
    report("wrong_route", `The swap goes through the pool ${unlisted}, which is not in the list pools.`);
  if (allowed !== undefined && swap.pools.length === 0)
    report(
      "wrong_route",
      `The swap of program ${swap.programId} does not show its pools, so they cannot be compared with the list pools.`,
    );
  if (swap.programId !== PROGRAM_IDS.swap) return;
  // Iterates over the swap's pools, because a sparse list of quoted pools would skip holes.
  const quoted = swap.pools.map((_, i) => pools[i]?.id);
  if (pools.length !== swap.pools.length || swap.pools.some((id, i) => id !== quoted[i])) {
    report(
      "wrong_route",
      `The swap goes through the pools ${swap.pools.join(", ")}, but the intent's route names ${pools.map((pool) => pool?.id).join(", ") || "none"}.`,
    );
    return;
  }
  const middleMint = swap.pools.length === 2 ? pools[0]?.outputMint : undefined;
  if (swap.middleMint !== middleMint) {
    report(
      "wrong_route",
      `The swap's intermediate mint is ${swap.middleMint}, but the intent's route says ${middleMint}.`,
    );
    return;
  }
  const [inputProgram, outputProgram, middleProgram] = swap.tokenPrograms;
  const start = [inputMint, inputProgram] as const;
  const end = [outputMint, outputProgram] as const;
  const middle = [middleMint, middleProgram] as const;
  const ends = swap.pools.length === 2 ? [start, middle, middle, end] : [start, end];
  swap.vaults.forEach((vault, i) => {
    const [pool, [mint, program]] = [swap.pools[i >> 1], ends[i] ?? end];
    // Other checks report an invalid address or token program.
    if (!pool || !mint || !isAddress(pool) || !isAddress(mint) || !isTokenProgram(program)) return;
    const account = associatedTokenAddress(pool, mint, program);
    if (vault !== account)
      report(
        "wrong_account",
        `The swap's ${ORDINALS[i >> 1]} pool would hold ${mint} in ${vault}, but the account of ${pool} is ${account}.`,
      );
  });
}
