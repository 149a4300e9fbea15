import type { Atom } from "./atom.js";
import { CALIBRATION } from "./calibration.js";
import type { Command } from "./command.js";
import { FACTORS, type FactorName } from "./confidence-table.js";
import type { ConfidenceFactor } from "./explanation.js";

/** What is known of an accepted reading besides the command itself. */
export interface Evidence {
  readonly command: Command;
  readonly atoms: readonly Atom[];
  readonly noise: readonly Atom[];
  readonly rareOrder: boolean;
  readonly slippage: boolean;
  /** Sentences beyond the first. */
  readonly extraSentences: number;
}

const ATOM_FACTORS: ReadonlyMap<string, FactorName> = new Map<string, FactorName>(
  Object.entries({
    typo: "typo",
    alias: "alias",
    possessive: "possessive",
    grouped: "grouped",
    spelled: "spelled",
    suffix: "suffix",
    fraction: "fraction_sign",
  } as const),
);

/** The factors of a reading, each with its place. */
export function confidenceFactors(evidence: Evidence): ConfidenceFactor[] {
  const out: ConfidenceFactor[] = [];
  for (const atom of evidence.atoms) {
    const name = atom.form === undefined ? undefined : ATOM_FACTORS.get(atom.form);
    if (name !== undefined) out.push(factor(name, atom));
    if (atom.kind === "name") out.push(factor("name", atom));
    if (atom.kind === "address") out.push(factor("new_recipient", atom));
  }
  const { command } = evidence;
  if (command.action === "query") out.push(factor("question"));
  else if (command.amount.side !== "in") out.push(factor(command.amount.side));
  if (evidence.rareOrder) out.push(factor("rare_order"));
  if (evidence.slippage) out.push(factor("slippage"));
  for (let i = 0; i < evidence.extraSentences; i += 1) out.push(factor("extra_sentence"));
  return out;
}

/** The product of the factors. */
export function score(factors: readonly ConfidenceFactor[]): number {
  let product = 1;
  for (const { value } of factors) product *= value;
  return Math.round(product * 1e6) / 1e6;
}

/** The share of commands with such a score that were read rightly: the lower 95 % bound, never above what was counted. */
export function calibrated(value: number): number {
  let confidence = CALIBRATION[0]?.confidence ?? 0;
  for (const bucket of CALIBRATION) if (value >= bucket.from) confidence = bucket.confidence;
  return confidence;
}

function factor(name: FactorName, atom?: Atom): ConfidenceFactor {
  const span = atom === undefined ? {} : { span: { start: atom.start, end: atom.end } };
  return { name, value: FACTORS[name], ...span };
}
