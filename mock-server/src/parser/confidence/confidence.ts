import type { Trace } from "../analyse.js";
import type { Span } from "../command.js";
import type { ConfidenceFactor } from "../result.js";
import { CALIBRATION } from "./calibration.js";

/** Everything that makes a reading less certain. */
export function confidenceFactors({ atoms, derivations, sentences, outcome }: Trace): ConfidenceFactor[] {
  const out: ConfidenceFactor[] = [];
  const add = (name: FactorName, at?: Span): void => {
    const value = FACTORS[name];
    out.push(at === undefined ? { name, value } : { name, value, span: { start: at.start, end: at.end } });
  };
  if (!outcome.ok) return out;
  for (const atom of atoms) {
    const form = atom.form === "grand" ? "spelled" : atom.form;
    if (form !== undefined && isFactor(form)) add(form, atom);
    if (atom.kind === "name") add("name", atom);
    if (atom.kind === "address") add("new_recipient", atom);
  }
  const { command, slippage } = outcome;
  if (command.action === "query") add("question");
  else if (command.amount.side !== "input") add(command.amount.side);
  if (derivations[0]?.pattern.rare === true) add("rare_order");
  if (slippage !== undefined) add("slippage", slippage.span);
  for (let more = 1; more < sentences.length; more += 1) add("extra_sentence");
  return out;
}

/** The product of the factors. */
export const scoreOf = (factors: readonly ConfidenceFactor[]): number =>
  Math.round(factors.reduce((product, { value }) => product * value, 1) * 1e6) / 1e6;

/** Converts a score to the confidence of its calibration bucket. */
export const calibrated = (score: number): number =>
  CALIBRATION.findLast(({ from }) => score >= from)?.confidence ?? 0;

/** Version of the grammar and of `FACTORS`. It changes when a text may be read or scored differently. */
export const PARSER_VERSION = "2";

/** Factor per kind of evidence: the form of a word, or a property of the order. */
export const FACTORS = {
  typo: 0.95,
  alias: 0.98,
  possessive: 0.98,
  grouped: 0.99,
  spelled: 0.98,
  suffix: 0.97,
  fraction_sign: 0.97,
  output: 0.97,
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

const isFactor = (form: string): form is FactorName => Object.hasOwn(FACTORS, form);
