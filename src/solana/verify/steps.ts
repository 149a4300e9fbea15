import type { DecodedInstruction } from "../decode/instructions.js";
import { type FindingCode, type FindingFacts, finding, type TransactionFinding } from "../findings.js";

/** Notes an objection. */
export type Report = (code: FindingCode, message: string, facts?: FindingFacts) => void;

/** The kinds that say what a transaction may cost; every transaction may have them. */
const BUDGET_KINDS: readonly Kind[] = ["compute-unit-limit", "compute-unit-price"];

type Kind = DecodedInstruction["kind"];
type OfKind<K extends Kind> = Extract<DecodedInstruction, { kind: K }>;

/** Something that a transaction for an intent does, at most once. */
export interface Step {
  /** Name of the step in messages, such as "the swap". */
  readonly name: string;
  readonly kind: Kind;
  /** Whether the intent is unmet without it. */
  readonly required: boolean;
  /** Whether an instruction of the kind is this step; without it every one is. */
  readonly is: (instruction: DecodedInstruction) => boolean;
  /** Holds the instruction against the intent. */
  readonly check: (instruction: DecodedInstruction, report: Report) => void;
  /** Name of the step that must come later. */
  readonly before?: string | undefined;
}

/** A step whose functions see instructions of its own kind. */
export function step<K extends Kind>(
  kind: K,
  name: string,
  options: {
    readonly optional?: boolean;
    readonly is?: (instruction: OfKind<K>) => boolean;
    readonly check: (instruction: OfKind<K>, report: Report) => void;
    readonly before?: string;
  },
): Step {
  const { optional = false, is, check, before } = options;
  // `checkSteps` hands a step no instruction of another kind.
  const own = (instruction: DecodedInstruction) => instruction as OfKind<K>;
  return {
    name,
    kind,
    required: !optional,
    is: (instruction) => instruction.kind === kind && (is?.(own(instruction)) ?? true),
    check: (instruction, report) => check(own(instruction), report),
    before,
  };
}

/** Matches instructions and steps one to one: nothing may be left over, nothing required may be missing. */
export function checkSteps(
  instructions: readonly DecodedInstruction[],
  steps: readonly Step[],
): TransactionFinding[] {
  const findings: TransactionFinding[] = [];
  const places = new Map<string, number>();
  instructions.forEach((instruction, i) => {
    if (BUDGET_KINDS.includes(instruction.kind)) return;
    const report: Report = (code, message, facts) =>
      findings.push(finding(code, message, { instruction: i, ...facts }));
    const matching = steps.find((candidate) => candidate.is(instruction));
    if (matching === undefined) reportStranger(instruction, i, report);
    else if (places.has(matching.name))
      report(
        "unexpected_instruction",
        `Instruction ${i} repeats ${matching.name} of instruction ${places.get(matching.name)}. The intent asks for it once.`,
      );
    else {
      places.set(matching.name, i);
      matching.check(instruction, report);
    }
  });
  for (const { name, required, before } of steps) {
    const place = places.get(name);
    if (place === undefined) {
      if (required)
        findings.push(
          finding("missing_instruction", `The transaction lacks ${name}. Build the intent again.`),
        );
      continue;
    }
    const next = before === undefined ? undefined : places.get(before);
    if (next !== undefined && next < place)
      findings.push(
        finding("wrong_order", `Instruction ${place}, ${name}, comes after ${before}, not before it.`, {
          instruction: place,
        }),
      );
  }
  return findings;
}

function reportStranger({ kind, programId, data }: DecodedInstruction, i: number, report: Report) {
  if (kind === "unknown") {
    const start = Array.from(data.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
    report(
      "unknown_instruction",
      `Instruction ${i} of program ${programId} (data ${start || "empty"}${data.length > 4 ? "…" : ""}) is not known here, so what it takes cannot be told. If it is a swap of a venue that you trust, pass a decoder in swapPrograms.`,
    );
  } else
    report(
      "unexpected_instruction",
      `Instruction ${i} is a ${kind} that the intent has no use for. Do not sign it.`,
    );
}
