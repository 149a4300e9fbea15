import { PROGRAM_IDS } from "../../contract/chain.js";
import { UnsafeTransactionError } from "../../errors/errors.js";
import type { FindingCode, FindingFacts } from "../../errors/findings.js";
import { checkRenamed } from "../../errors/renamed.js";
import { show } from "../../options/checks.js";
import {
  type CreateTokenAccount,
  type DecodedInstruction,
  isBuiltIn,
  type SwapDecoder,
  type SwapTerms,
} from "../decode/instructions.js";
import type { Terms } from "./options.js";

export type Report = (code: FindingCode, message: string, facts?: FindingFacts) => void;

/** Compute-budget instructions, which every transaction except one of version 1 may contain. */
export const BUDGET_KINDS: readonly Kind[] = ["compute-unit-limit", "compute-unit-price"];

type Kind = DecodedInstruction["kind"];
type OfKind<K extends Kind> = Extract<DecodedInstruction, { kind: K }>;

/** An instruction that an intent's transaction may contain. */
export type Step = ReturnType<typeof step>;

/** Creates a step. `name` appears in messages ("the swap"). The functions receive only instructions of `kind`. */
export function step<K extends Kind>(
  kind: K,
  name: string,
  options: {
    readonly optional?: boolean;
    readonly is?: (instruction: OfKind<K>) => boolean;
    readonly check: (instruction: OfKind<K>, report: Report) => void;
    /** Name of the step that must come later. */
    readonly before?: string;
    /** Whether the step may occur several times. */
    readonly repeats?: boolean;
  },
) {
  const { optional = false, is, check, before, repeats = false } = options;
  // Safe, because `checkSteps` passes only instructions of the step's kind.
  const own = (instruction: DecodedInstruction) => instruction as OfKind<K>;
  return {
    name,
    optional,
    before,
    repeats,
    is: (instruction: DecodedInstruction) => instruction.kind === kind && (is?.(own(instruction)) ?? true),
    check: (instruction: DecodedInstruction, report: Report) => check(own(instruction), report),
  };
}

/** Whether an instruction is unknown, and guards bound what its program does. */
export const isNamed = ({ kind, programId }: DecodedInstruction, { guard }: Terms): boolean =>
  kind === "unknown" && typeof guard === "object" && guard.unknownPrograms.includes(programId);

/** Matches instructions and steps one to one. Only optional steps can be missing. */
export function checkSteps(
  instructions: readonly DecodedInstruction[],
  steps: readonly Step[],
  terms: Terms,
  reportAny: Report,
): void {
  const places = new Map<string, number>();
  instructions.forEach((instruction, i) => {
    // A guard only reads accounts.
    if (instruction.kind === "guard" || BUDGET_KINDS.includes(instruction.kind)) return;
    if (isNamed(instruction, terms)) return;
    const report: Report = (code, message, facts) => reportAny(code, message, { instruction: i, ...facts });
    const matching = steps.find((candidate) => candidate.is(instruction));
    if (matching === undefined) reportUnexpected(instruction, i, report);
    else if (places.has(matching.name) && !matching.repeats)
      report(
        "unexpected_instruction",
        `Instruction ${i} repeats ${matching.name} of instruction ${places.get(matching.name)}. The intent asks for it once.`,
      );
    else {
      places.set(matching.name, i);
      matching.check(instruction, report);
    }
  });
  for (const { name, optional, before } of steps) {
    const place = places.get(name);
    if (place === undefined) {
      if (!optional)
        reportAny("missing_instruction", `The transaction is missing ${name}. Build the intent again.`);
      continue;
    }
    const next = before === undefined ? undefined : places.get(before);
    if (next !== undefined && next < place)
      reportAny("wrong_order", `Instruction ${place}, ${name}, comes after ${before}, not before it.`, {
        instruction: place,
      });
  }
}

function reportUnexpected(instruction: DecodedInstruction, i: number, report: Report) {
  const { kind, programId, data } = instruction;
  if (kind === "unknown" && instruction.reason !== undefined)
    report("unknown_instruction", `Instruction ${i} is refused: ${instruction.reason}.`);
  else if (kind === "unknown") {
    const start = Array.from(data.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
    report(
      "unknown_instruction",
      `Instruction ${i} of program ${programId} (data ${start || "empty"}${data.length > 4 ? "…" : ""}) is unknown, so the amount that it takes is unknown too. If it is a swap of a venue that you trust, pass a decoder in swapPrograms.`,
    );
  } else
    report(
      "unexpected_instruction",
      `Instruction ${i} is a ${kind} that the intent does not need. Do not sign it.`,
    );
}

export const TOKEN_PROGRAMS: readonly string[] = [PROGRAM_IDS.token, PROGRAM_IDS.token2022];

export const isTokenProgram = (programId: string | undefined): programId is string =>
  programId !== undefined && TOKEN_PROGRAMS.includes(programId);

/** The optional step that creates an associated token account, paid for by the wallet. */
export function createStep(account: {
  readonly payer: string;
  readonly owner: string;
  readonly account: string;
  readonly mint: string;
  readonly tokenProgram: string | undefined;
  readonly before: string;
  /** Whether the transaction takes tokens from the account. The account must then already exist. */
  readonly source?: boolean;
}): Step {
  const { payer, owner, mint, tokenProgram = PROGRAM_IDS.token, before, source = false } = account;
  return step("create-token-account", `the creation of the token account ${account.account}`, {
    optional: true,
    before,
    is: (instruction) => instruction.account === account.account,
    check(instruction, report) {
      if (instruction.payer !== payer)
        report(
          "wrong_authority",
          `${instruction.payer} would pay its rent, but only the wallet ${payer} may.`,
        );
      if (source && !instruction.idempotent)
        report(
          "cannot_succeed",
          `It creates ${instruction.account} and then takes tokens from it. The transaction would fail, and its fee would still be charged.`,
        );
      // The address is derived from owner, mint and token program. With a mismatch, the transaction would fail.
      if (instruction.owner !== owner || instruction.mint !== mint)
        report(
          "wrong_account",
          `It creates ${instruction.account} for owner ${instruction.owner} and mint ${instruction.mint}, whose token account has a different address. Expected owner ${owner} and mint ${mint}.`,
        );
      if (instruction.tokenProgram !== tokenProgram)
        report(
          "wrong_token_program",
          `It creates the account under ${instruction.tokenProgram}, but the transaction moves ${mint} with ${tokenProgram}.`,
        );
    },
  });
}

/** Finds the mint of an account that a venue's instruction does not name. */
export type MintOf = (name: "inputMint" | "outputMint", account: string) => string | undefined;

/** Returns the instruction, decoded by the caller's decoder if it is one of another venue. */
export function decodeVenue(
  instruction: DecodedInstruction,
  index: number,
  swapPrograms: Readonly<Record<string, SwapDecoder>>,
  mintOf: MintOf,
  report: Report,
): DecodedInstruction {
  const { kind, programId, accounts, data } = instruction;
  if (kind !== "unknown" || isBuiltIn(programId) || !Object.hasOwn(swapPrograms, programId))
    return instruction;
  let terms: Partial<SwapTerms> & Partial<CreateTokenAccount>;
  try {
    const answer: unknown = swapPrograms[programId]?.({
      programId,
      accounts: [...accounts],
      data: data.slice(),
    });
    if (answer === undefined || answer === null) return instruction;
    // Copied once, so that a getter cannot return a different value later.
    terms = { ...answer };
  } catch (error) {
    // If a decoder throws, the instruction stays unknown.
    return error instanceof UnsafeTransactionError ? { ...instruction, reason: error.message } : instruction;
  }
  const raw = { programId, accounts, data };
  const isCreation = terms.kind === "create-token-account";
  const invalid = isCreation
    ? invalidText(terms, ["payer", "account", "owner", "mint", "tokenProgram"])
    : invalidField(terms);
  if (invalid !== undefined) {
    const value = (terms as Record<string, unknown>)[invalid];
    report(
      "invalid_intent",
      `The decoder of ${programId} in swapPrograms returned ${invalid} ${show(value)} for instruction ${index}, so the swap cannot be compared with the intent. Correct the decoder.`,
      { instruction: index },
    );
    return instruction;
  }
  if (isCreation) {
    const { payer, account, owner, mint, tokenProgram } = terms as CreateTokenAccount;
    const known = { payer, account, owner, mint, tokenProgram };
    return { ...raw, kind: "create-token-account", ...known, idempotent: false };
  }
  const { side, amount, bound, user, inputAccount, outputAccount, needsGuard, rent, ...named } =
    terms as SwapTerms;
  const { inputMint = mintOf("inputMint", inputAccount) ?? "" } = named;
  const { outputMint = mintOf("outputMint", outputAccount) ?? "" } = named;
  const known = { side, amount, bound, user, inputAccount, outputAccount, inputMint, outputMint };
  const unnamed = { tokenPrograms: [], pools: [], vaults: [], middleMint: undefined };
  return { ...raw, ...known, needsGuard, rent, ...unnamed, kind: "swap" };
}

const invalidText = <F extends string>(terms: { readonly [K in F]?: unknown }, fields: readonly F[]) =>
  fields.find((field) => typeof terms[field] !== "string");

/** The first field with a wrong type in a decoder's result. */
function invalidField(terms: Partial<SwapTerms>): keyof SwapTerms | undefined {
  checkRenamed("side", String(terms.side), ["input", "output"]);
  if (terms.side !== "input" && terms.side !== "output") return "side";
  const { rent = 0n, needsGuard = false } = terms;
  for (const [field, value] of Object.entries({ amount: terms.amount, bound: terms.bound, rent }))
    if (typeof value !== "bigint" || value < 0n) return field as keyof SwapTerms;
  if (typeof needsGuard !== "boolean") return "needsGuard";
  const mints = (["inputMint", "outputMint"] as const).filter((field) => terms[field] !== undefined);
  return invalidText(terms, ["user", "inputAccount", "outputAccount", ...mints]);
}
