import type { Command, Span } from "../command.js";
import type { ConfidenceFactor } from "../result.js";
import type { Atoms } from "../text/atom.js";
import { CALIBRATION } from "./calibration.js";

export interface Evidence {
  readonly command: Command;
  readonly atoms: Atoms;
  readonly rareOrder: boolean;
  readonly slippage: { readonly span: Span } | undefined;
  /** Sentences after the first. */
  readonly extraSentences: number;
}

const ATOM_FACTORS: ReadonlyMap<string, FactorName> = new Map<string, FactorName>(
  Object.entries({
    typo: "typo",
    alias: "alias",
    possessive: "possessive",
    grouped: "grouped",
    spelled: "spelled",
    grand: "spelled",
    suffix: "suffix",
    fraction: "fraction_sign",
  } as const),
);

export function confidenceFactors(evidence: Evidence): ConfidenceFactor[] {
  const out: ConfidenceFactor[] = [];
  eachFactor(evidence, (name, span) => {
    out.push({
      name,
      value: FACTORS[name],
      ...(span === undefined ? {} : { span: { start: span.start, end: span.end } }),
    });
  });
  return out;
}

export function scoreOf(evidence: Evidence): number {
  let product = 1;
  eachFactor(evidence, (name) => {
    product *= FACTORS[name];
  });
  return Math.round(product * 1e6) / 1e6;
}

function eachFactor(evidence: Evidence, visit: (name: FactorName, span?: Span) => void): void {
  for (const atom of evidence.atoms) {
    const name = atom.form === undefined ? undefined : ATOM_FACTORS.get(atom.form);
    if (name !== undefined) visit(name, atom);
    if (atom.kind === "name") visit("name", atom);
    if (atom.kind === "address") visit("new_recipient", atom);
  }
  const { command } = evidence;
  if (command.action === "query") visit("question");
  else if (command.amount.side !== "in") visit(command.amount.side);
  if (evidence.rareOrder) visit("rare_order");
  if (evidence.slippage !== undefined) visit("slippage", evidence.slippage.span);
  for (let i = 0; i < evidence.extraSentences; i += 1) visit("extra_sentence");
}

/** Converts a score to the confidence of its calibration bucket. */
export function calibrated(value: number): number {
  let confidence = CALIBRATION[0]?.confidence ?? 0;
  for (const bucket of CALIBRATION) if (value >= bucket.from) confidence = bucket.confidence;
  return confidence;
}

/** Version of the grammar and of `FACTORS`. It changes when a text may be read or scored differently. */
export const PARSER_VERSION = "2";

/** Factor per kind of evidence. The score of a reading is the product of its factors. */
export const FACTORS = {
  typo: 0.95,
  alias: 0.98,
  possessive: 0.98,
  grouped: 0.99,
  spelled: 0.98,
  suffix: 0.97,
  fraction_sign: 0.97,
  out: 0.97,
  fraction: 0.97,
  usd: 0.96,
  all_except: 0.94,
  rare_order: 0.94,
  name: 0.97,
  new_recipient: 0.98,
  extra_sentence: 0.97,
  slippage: 0.98,
  question: 0.98,
} as const;

export type FactorName = keyof typeof FACTORS;
