import { isAddress, NATIVE_MINT, PROGRAM_IDS } from "../../contract/chain.js";
import type { Intent } from "../../contract/intents.js";
import { IntentTxError } from "../../errors/base-error.js";
import { ConfigurationError, UnsafeTransactionError } from "../../errors/errors.js";
import { bySeverity, type FindingFacts, type TransactionFinding } from "../../errors/findings.js";
import { show } from "../../options/checks.js";
import {
  type DecodedTransaction,
  decodeWire,
  MAX_COMPUTE_UNITS,
  MAX_RENT,
  networkRent,
  priorityLamports,
  SIGNATURE_FEE,
  type TransactionSource,
  transactionBytes,
} from "../decode/decode.js";
import type { DecodedInstruction } from "../decode/instructions.js";
import {
  EXPECTED_ADDRESSES,
  type GuardOption,
  readTerms,
  type Terms,
  type VerifyOptions,
} from "./options.js";
import { readSwapOrder, readTransferOrder } from "./orders.js";
import { BUDGET_KINDS, checkSteps, decodeVenue, type MintOf, type Report } from "./steps.js";
import { boundsOf, checkBounded, isBounded, serviceFees, swapSteps, tipsOf } from "./swap.js";
import { transferSteps } from "./transfer.js";

/** An amount of a token. */
export interface TokenAmount {
  /** Base58 address of the mint. For SOL, the wrapped-SOL mint. */
  readonly mint: string;
  /** Amount in base units. For SOL, lamports. */
  readonly amount: bigint;
}

export const amountOf = (
  list: readonly { readonly mint: string; readonly amount: bigint | string }[],
  mint: string,
): bigint => list.reduce((sum, one) => (one.mint === mint ? sum + BigInt(one.amount) : sum), 0n);

/** A transaction's worst case for the wallet, read from its bytes. Show it before signing. */
export interface Effects {
  /** Maximum spent besides `fee` and `rent`: a swap's exact or maximum input with fees, or a transfer's amount. */
  readonly spendAtMost: readonly TokenAmount[];
  /** Minimum that arrives in the wallet: a swap's exact or minimum output. Empty for a transfer. */
  readonly receiveAtLeast: readonly TokenAmount[];
  /** The network fee in lamports: the signatures, plus the whole compute-unit limit at its price, and tips. */
  readonly fee: bigint;
  /** Maximum rent in lamports for the token accounts that the transaction creates. */
  readonly rent: bigint;
}

/** The effects of a transaction with one transfer, or one swap that may wrap SOL. A verified one already has them. */
export function effectsOf(transaction: DecodedTransaction & Partial<Effects>): Effects {
  const { instructions, fee, rent, ...known } = transaction;
  if (known.spendAtMost !== undefined && known.receiveAtLeast !== undefined)
    return { spendAtMost: known.spendAtMost, receiveAtLeast: known.receiveAtLeast, fee, rent };
  const swap = instructions.find((one) => one.kind === "swap");
  if (swap !== undefined) {
    const { side, amount, bound, inputMint, outputMint } = swap;
    const [input, output] = side === "input" ? [amount, bound] : [bound, amount];
    return {
      spendAtMost: [{ mint: inputMint, amount: input + serviceFees(instructions) }],
      receiveAtLeast: [{ mint: outputMint, amount: output }],
      fee,
      rent,
    };
  }
  const spendAtMost: TokenAmount[] = [];
  for (const instruction of instructions)
    if (instruction.kind === "sol-transfer")
      spendAtMost.push({ mint: NATIVE_MINT, amount: instruction.lamports });
    else if (instruction.kind === "token-transfer" && instruction.mint !== undefined)
      spendAtMost.push({ mint: instruction.mint, amount: instruction.amount });
  return { spendAtMost, receiveAtLeast: [], fee, rent };
}

/** A built transaction to verify, or its base64. With base64, the announced fee and the simulation are not checked. */
export type VerifiableTransaction =
  | string
  | {
      /** Base64 of the transaction. */
      readonly transaction: string;
      /** The fee that the service announced. */
      readonly expectedOutput?: { readonly fee: bigint } | undefined;
      /** Result of the service's simulation. */
      readonly simulation?: { readonly success: boolean } | undefined;
    };

/** A verified and decoded transaction, with its worst-case effects. */
export interface VerifiedTransaction extends DecodedTransaction, Effects {}

/**
 * Verifies, before signing, that a transaction does exactly what its intent states. It reads only the bytes,
 * synchronously and offline. Instructions that the intent does not need are rejected, and so is a transaction that can
 * only fail. A swap of the service's own program must use the pools of the intent's route, in that order. For other
 * venues, the decoder's terms are compared with the intent.
 * @param built The result of `transactions.build`, or the base64 text.
 * @param intent The intent that was shown to the user, as returned by `intents.parse`, or restored with `parse`.
 * @param options The wallet, the slippage and priority fee that you sent, and further limits.
 * @returns The decoded transaction and the figures to show to the user: `spendAtMost`, `receiveAtLeast`, `fee`, `rent`.
 * @throws UnsafeTransactionError whose `findings` list all problems, most serious first: what cannot be read, then value
 * that others could take, then amounts, mints and pools, then missing instructions, then the fee.
 * @throws ConfigurationError when an option is invalid. The transaction was then not checked, so do not sign it.
 * @example
 * ```ts
 * import type { BuiltTransaction, Intent } from "intent-tx";
 * import { verifyTransaction } from "intent-tx/solana";
 * const worstCase = (built: BuiltTransaction, intent: Intent, walletAddress: string) => {
 *   const { spendAtMost, receiveAtLeast, fee, rent } = verifyTransaction(built, intent, { walletAddress });
 *   return { spendAtMost, receiveAtLeast, cost: fee + rent };
 * };
 * ```
 */
export function verifyTransaction(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  options: VerifyOptions,
): VerifiedTransaction {
  return verifyGuarded(built, intent, options);
}

/** Verifies a transaction to which guards will be added before it is signed. */
export function verifyGuarded(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  options: VerifyOptions,
  guard?: GuardOption | undefined,
): VerifiedTransaction {
  const terms = termsOf(options, guard);
  const findings: TransactionFinding[] = [];
  const report: Report = (code, message, facts) => findings.push({ code, message, ...facts });
  const checked = check(built, intent, terms, report);
  const ranked = bySeverity(findings);
  const [first, ...others] = ranked;
  if (first === undefined && checked !== undefined) return checked;
  const more = others.length === 0 ? "" : ` (and ${others.length} more: see findings)`;
  throw new UnsafeTransactionError(`Do not sign this transaction. ${first?.message}${more}`, ranked);
}

/** A getter of an option can throw any value. */
function termsOf(options: VerifyOptions, guard: GuardOption | undefined): Terms {
  try {
    return readTerms(options, guard);
  } catch (error) {
    const failure = describe(error);
    throw typeof failure === "string"
      ? new ConfigurationError(`The options cannot be checked: ${failure}.`)
      : failure;
  }
}

function check(
  built: VerifiableTransaction & TransactionSource,
  intent: Intent,
  terms: Terms,
  report: Report,
): VerifiedTransaction | undefined {
  try {
    const decoded = decodeWire(transactionBytes(built), terms.lookupTables);
    const transaction = withVenues(decoded, intent, terms, report);
    const { expectedOutput, simulation } = Object(built) as Exclude<VerifiableTransaction, string>;
    checkSigning(transaction, terms.wallet, report);
    checkTables(transaction, intent, terms.wallet, report);
    checkCost(transaction, terms, expectedOutput?.fee, report);
    checkFeasible(transaction, report);
    checkSimulation(simulation, report);
    const bounds = checkIntent(transaction, intent, terms, report);
    return { ...transaction, ...effectsOf(transaction), ...bounds };
  } catch (error) {
    const failure = describe(error);
    if (typeof failure !== "string") throw failure;
    // Reading an intent or a decoder's result can throw. The transaction is then rejected.
    report("invalid_intent", `The intent cannot be checked: ${failure}. Parse the command again.`);
    return undefined;
  }
}

/** Decodes the instructions of venues. Their tips and rent are part of the cost. */
function withVenues(
  decoded: DecodedTransaction,
  intent: Intent,
  { swapPrograms }: Terms,
  report: Report,
): DecodedTransaction {
  const { inputToken, outputToken } = Object(Object(intent).parameters) as Partial<Intent["parameters"]>;
  // The swap's check compares the account with the one that the wallet has for this mint.
  const mintOf: MintOf = (name) => (name === "inputMint" ? inputToken : outputToken);
  const instructions = decoded.instructions.map((one, i) =>
    decodeVenue(one, i, swapPrograms, mintOf, report),
  );
  const fee = decoded.fee + tipsOf(instructions);
  return { ...decoded, instructions, fee, rent: networkRent(instructions) };
}

/** Describes an error. A value that a getter has thrown can itself throw when inspected. */
function describe(error: unknown): IntentTxError | string {
  try {
    if (error instanceof IntentTxError) return error;
    return error instanceof Error ? `reading it failed with "${error.message}"` : "reading it failed";
  } catch {
    return "reading it failed";
  }
}

/** Compares a transaction with its intent. Returns the effects that guards have to bound, if nothing else does. */
function checkIntent(
  transaction: DecodedTransaction,
  intent: Intent,
  terms: Terms,
  report: Report,
): Pick<Effects, "spendAtMost" | "receiveAtLeast"> | undefined {
  const { action, parameters } = Object(intent) as Partial<Intent>;
  if (typeof parameters !== "object" || parameters === null) {
    report(
      "invalid_intent",
      `The intent's parameters are ${show(parameters)}. Pass the result of intents.parse.`,
    );
    return undefined;
  }
  if (action !== "swap" && action !== "transfer")
    report(
      "invalid_intent",
      `An intent with the action ${show(action)} moves nothing, so there is nothing to sign. Pass the intent of a swap or a transfer.`,
    );
  // A transfer has no output and a swap has no recipient, whatever the service states in their parameters.
  const unused = action === "transfer" ? "outputToken" : "recipient";
  for (const name of EXPECTED_ADDRESSES) {
    const expected = terms.expect?.[name];
    const stated = name === unused ? undefined : parameters[name];
    if (expected !== undefined && expected !== stated)
      report(
        name === "recipient" ? "wrong_recipient" : "wrong_mint",
        `The intent's ${name} is ${show(stated)}; expected ${expected}.`,
      );
  }
  const swap = action === "swap" ? readSwapOrder(intent, report) : undefined;
  const transfer = action === "transfer" ? readTransferOrder(intent, report) : undefined;
  const steps = swap
    ? swapSteps(swap, terms, transaction)
    : transfer && transferSteps(transfer, terms, transaction);
  if (steps !== undefined) checkSteps(transaction.instructions, steps, terms, report);
  if (swap === undefined || !isBounded(transaction.instructions, terms)) return undefined;
  checkBounded(swap, terms, report);
  return boundsOf(swap, terms);
}

function checkSigning(
  { feePayer, signers, signatures }: DecodedTransaction,
  wallet: string,
  report: Report,
): void {
  if (feePayer !== wallet)
    report(
      "wrong_fee_payer",
      `${feePayer} pays the fee, not the wallet ${wallet}. Build the transaction for the wallet.`,
    );
  for (const signer of signers.slice(1))
    report(
      "extra_signer",
      signer === wallet
        ? `It needs the signature of ${feePayer}, which pays the fee, and of the wallet ${wallet}. Only the wallet may sign and pay: build the transaction without a sponsor.`
        : `It also needs the signature of ${signer}, but only the wallet ${wallet} may sign.`,
    );
  if (signatures.some((signature) => signature !== undefined))
    report(
      "already_signed",
      "It is already signed. Verify the result of transactions.build before you sign it.",
    );
}

/**
 * Checks accounts of lookup tables. A node that lies about a table could swap them, and the signature covers only the
 * table and the index. So the accounts of the wallet and the recipient must be in the transaction itself.
 */
function checkTables(
  { accounts, instructions }: DecodedTransaction,
  intent: Intent,
  wallet: string,
  report: Report,
): void {
  const { recipient } = Object(Object(intent).parameters) as Partial<Intent["parameters"]>;
  const own = new Set([wallet, recipient, ...instructions.flatMap(ownAccounts)]);
  const unknown = new Set<string>();
  const seen = new Set<string>();
  for (const { address, source } of accounts) {
    if (source !== "static") {
      const isKnown = isAddress(address);
      if (!isKnown && !unknown.has(source.table))
        report(
          "lookup_table",
          `It loads accounts from the lookup table ${source.table}, whose content it does not show. Pass its addresses in lookupTables, or ask for a transaction without lookup tables.`,
        );
      if (!isKnown) unknown.add(source.table);
      else if (own.has(address))
        report(
          "lookup_table",
          `It loads ${address} from the lookup table ${source.table}. Accounts of the wallet and the recipient must be in the transaction itself, because a table's content is not signed.`,
        );
    }
    if (seen.has(address))
      report("cannot_succeed", `It loads ${address} twice, so that no node would run it. Build it again.`);
    seen.add(address);
  }
}

/** Fields with accounts, by the kind of the instruction. */
type Accounts = {
  readonly [K in DecodedInstruction["kind"]]: readonly (keyof Extract<DecodedInstruction, { kind: K }>)[];
};
const NONE = { "compute-unit-limit": [], "compute-unit-price": [], guard: [], memo: [], unknown: [] };

/** The accounts that belong to the wallet or the recipient. */
const OWN: Accounts = {
  ...NONE,
  "sol-transfer": ["source", "destination"],
  "token-transfer": ["source", "destination", "authority"],
  "create-token-account": ["payer", "account", "owner"],
  "sync-native": ["account"],
  "close-account": ["account", "destination", "authority"],
  swap: ["user", "inputAccount", "outputAccount"],
};

/** The accounts that an instruction always changes when it succeeds. */
const CHANGED: Accounts = {
  ...NONE,
  "sol-transfer": ["source", "destination"],
  "token-transfer": ["source", "destination"],
  "create-token-account": ["payer", "account"],
  "sync-native": ["account"],
  "close-account": ["account", "destination"],
  swap: ["inputAccount", "outputAccount", "vaults"],
};

const accountsIn = (instruction: DecodedInstruction, table: Accounts): readonly string[] =>
  table[instruction.kind].flatMap(
    (name) => instruction[name as keyof typeof instruction] as string | string[],
  );

export const ownAccounts = (instruction: DecodedInstruction) => accountsIn(instruction, OWN);

/** Number of token accounts that an intent may create and leave open: one for the input and one for the output. */
const LASTING_ACCOUNTS = 2n;

function checkCost(
  transaction: DecodedTransaction,
  { priorityFee, maxFee }: Terms,
  announced: unknown,
  report: Report,
): void {
  const { fee, rent, instructions, config } = transaction;
  const max =
    maxFee ?? SIGNATURE_FEE + priorityLamports(MAX_COMPUTE_UNITS, priorityFee) + LASTING_ACCOUNTS * MAX_RENT;
  const allows = maxFee === undefined ? "the intent needs at most" : "maxFee allows";
  const seen = new Set<string>();
  if (config !== undefined) checkConfig(transaction, config, priorityFee, report);
  instructions.forEach((instruction, i) => {
    const at = { instruction: i };
    if (instruction.kind === "compute-unit-price" && instruction.microLamports > priorityFee)
      report(
        "priority_fee",
        `The compute-unit price is ${instruction.microLamports} micro-lamports, but ${priorityFee} was requested. Pass the priorityFee that you sent.`,
        at,
      );
    if (instruction.kind === "compute-unit-limit") checkLimit(instruction.units, report, at);
    if (!BUDGET_KINDS.includes(instruction.kind)) return;
    if (seen.has(instruction.kind))
      report(
        "unexpected_instruction",
        `Instruction ${i} is a second ${instruction.kind}; there can be only one.`,
        at,
      );
    seen.add(instruction.kind);
  });
  if (announced !== undefined && announced !== null) {
    const announcedFee =
      typeof announced === "number" && Number.isSafeInteger(announced) ? BigInt(announced) : announced;
    if (typeof announcedFee !== "bigint")
      report(
        "fee",
        `expectedOutput.fee is ${show(announced)}, but must be a bigint of lamports. If it was sent as JSON, restore it with builtTransactionCodec.decode.`,
      );
    // The contract does not state which parts the announced fee counts, so only one that is too high is reported.
    else if (announcedFee > max)
      report(
        "fee",
        `expectedOutput.fee is ${announcedFee} lamports, but ${allows} ${max}. Build the intent again.`,
      );
  }
  if (fee + rent > max)
    report(
      "max_fee",
      `It may cost ${fee + rent} lamports: ${fee} for the network, and up to ${rent} as rent of token accounts that it creates, but ${allows} ${max}.`,
    );
}

function checkLimit(units: number, report: Report, at?: FindingFacts): void {
  if (units > MAX_COMPUTE_UNITS)
    report(
      "compute_limit",
      `The compute-unit limit is ${units}, but Solana allows at most ${MAX_COMPUTE_UNITS}.`,
      at,
    );
}

/** Checks the settings of version 1, which replace compute-budget instructions. */
function checkConfig(
  { instructions }: DecodedTransaction,
  { priorityFee: fee, computeUnitLimit, loadedAccountsDataSizeLimit }: DecodedTransaction.Config,
  price: bigint,
  report: Report,
): void {
  checkLimit(computeUnitLimit, report);
  const allowed = priorityLamports(computeUnitLimit, price);
  if (fee > allowed)
    report(
      "priority_fee",
      `The priority fee is ${fee} lamports, but the requested ${price} micro-lamports per compute unit make ${allowed}. Pass the priorityFee that you sent.`,
    );
  for (const [limit, name] of [
    [computeUnitLimit, "compute units"],
    [loadedAccountsDataSizeLimit, "bytes of loaded accounts"],
  ] as const)
    if (limit === 0)
      report(
        "cannot_succeed",
        `It sets no limit of ${name}, which in version 1 means zero. The transaction would fail, and its fee would still be charged.`,
      );
  const budget = instructions.findIndex(({ programId }) => programId === PROGRAM_IDS.computeBudget);
  if (budget >= 0)
    report(
      "unexpected_instruction",
      `Instruction ${budget} sets the compute budget, which has no effect in version 1: its limits are in the header.`,
      { instruction: budget },
    );
}

/** Compute units of a built-in program's instruction. Instructions of other programs use at least one unit. */
const BUILT_IN_UNITS = 150;

/** Rejects a transaction that can only fail. It would move nothing, and its fee would still be charged. */
function checkFeasible(transaction: DecodedTransaction, report: Report): void {
  const { accounts, instructions, config } = transaction;
  const readonly = new Set(accounts.filter(({ writable }) => !writable).map(({ address }) => address));
  instructions.forEach((instruction, i) => {
    // An account that may exist is not changed.
    const mayExist = instruction.kind === "create-token-account" && instruction.idempotent;
    const changed = mayExist ? [] : accountsIn(instruction, CHANGED);
    const readonlyAccount = changed.find((account) => readonly.has(account));
    if (readonlyAccount !== undefined)
      report(
        "cannot_succeed",
        `Instruction ${i} changes ${readonlyAccount}, which the transaction lists as read-only. The transaction would fail, and its fee would still be charged.`,
        { instruction: i },
      );
  });
  const min = instructions.reduce((units, { programId }) => units + minUnits(programId), 0);
  const checkUnits = (units: number, at?: FindingFacts) => {
    if (units < min)
      report(
        "cannot_succeed",
        `The compute-unit limit is ${units}, but the instructions need at least ${min}. The transaction would fail, and its fee would still be charged.`,
        at,
      );
  };
  // A limit of 0 in version 1 has its own finding.
  if (config !== undefined && config.computeUnitLimit > 0) checkUnits(config.computeUnitLimit);
  instructions.forEach((instruction, i) => {
    if (instruction.kind === "compute-unit-limit") checkUnits(instruction.units, { instruction: i });
  });
}

const minUnits = (programId: string): number =>
  programId === PROGRAM_IDS.system || programId === PROGRAM_IDS.computeBudget ? BUILT_IN_UNITS : 1;

/** Rejects a transaction if the service's simulation failed. A missing simulation is not an error. */
function checkSimulation(simulation: unknown, report: Report): void {
  if (typeof simulation === "object" && simulation !== null && Object(simulation).success !== true)
    report(
      "simulation_failed",
      "The service's simulation failed, so the transaction would fail on chain too. Build the intent again.",
    );
}
