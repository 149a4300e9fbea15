import type { Command, ParserWorld, Span } from "./command.js";
import { confidenceFactors, type Evidence, PARSER_VERSION, scoreOf } from "./confidence/confidence.js";
import type { Derivation, Filling } from "./orders/match.js";
import type { Sentence } from "./orders/sentences.js";
import type { Slippage } from "./orders/slippage.js";
import type { Diagnosis } from "./refusals/reasons.js";
import type { Atom, Atoms } from "./text/atom.js";
import { written } from "./text/rational.js";

export interface Accepted {
  readonly ok: true;
  readonly command: Command;
  readonly slippage: Slippage | undefined;
  readonly evidence: Evidence;
}

export interface Rejected {
  readonly ok: false;
  readonly diagnosis: Diagnosis;
}

export interface Trace {
  readonly command: string;
  readonly atoms: Atoms;
  readonly sentences: readonly Sentence[];
  readonly derivations: readonly Derivation[];
  /** The word that determines a question's topic. */
  readonly topic: Atom | undefined;
  readonly outcome: Accepted | Rejected;
}

/** Converts a trace to plain JSON. */
export function describe(trace: Trace, world: ParserWorld): Explanation {
  const noise = new Set(trace.sentences.flatMap((sentence) => sentence.noise));
  const evidence = trace.outcome.ok ? trace.outcome.evidence : undefined;
  return {
    version: PARSER_VERSION,
    spans: trace.atoms.map((atom) => spanOf(trace.command, atom, noise.has(atom))),
    slots: slots(trace, world),
    candidates: trace.derivations.map(candidate),
    factors: evidence === undefined ? [] : confidenceFactors(evidence),
    ...(evidence === undefined ? {} : { score: scoreOf(evidence) }),
  };
}

function spanOf(command: string, atom: Atom, noise: boolean): ExplainedSpan {
  const value = meaningOf(atom);
  return {
    text: command.slice(atom.start, atom.end),
    kind: noise ? "noise" : atom.kind,
    start: atom.start,
    end: atom.end,
    ...(value === undefined ? {} : { value }),
  };
}

function meaningOf(atom: Atom): string | undefined {
  if (atom.token !== undefined) return atom.token.symbol;
  if (atom.value !== undefined) return written(atom.value);
  return atom.form === "typo" ? atom.text : undefined;
}

function slots(trace: Trace, world: ParserWorld): ExplainedSlot[] {
  const { outcome, command, topic } = trace;
  if (!outcome.ok) return [];
  const slot = (parameter: string, atom: Atom, value: string): ExplainedSlot => ({
    parameter,
    start: atom.start,
    end: atom.end,
    text: command.slice(atom.start, atom.end),
    value,
  });
  if (outcome.command.action === "query") {
    return topic === undefined ? [] : [slot("topic", topic, outcome.command.topic)];
  }
  const [derivation] = trace.derivations;
  if (derivation === undefined) return [];
  const out: ExplainedSlot[] = [];
  for (const [name, filling] of derivation.slots) out.push(...filled(name, filling, slot, world));
  if (outcome.slippage !== undefined) {
    const { span, bps } = outcome.slippage;
    out.push({
      parameter: "slippageBps",
      ...span,
      text: command.slice(span.start, span.end),
      value: String(bps),
    });
  }
  return out;
}

type MakeSlot = (parameter: string, atom: Atom, value: string) => ExplainedSlot;

function filled(name: string, filling: Filling, slot: MakeSlot, world: ParserWorld): ExplainedSlot[] {
  const parameter = name === "out" ? "outputToken" : name === "who" ? "recipient" : "inputToken";
  if ("figure" in filling) {
    return [
      slot("amount", filling.figure, `${written(filling.value)} ${filling.kind}`),
      slot(parameter, filling.named, filling.token.mint),
    ];
  }
  if (name === "part" && "value" in filling && filling.value !== undefined)
    return [slot("amount", filling, `${written(filling.value)} fraction`)];
  if ("atom" in filling) return [slot(parameter, filling.atom, filling.token.mint)];
  const address = filling.kind === "name" ? (world.resolveName(filling.text) ?? filling.text) : filling.text;
  return [slot(parameter, filling, address)];
}

function candidate({ pattern, slots: fillings }: Derivation): ExplainedCandidate {
  const reading = [...fillings].map(([name, filling]) => `${name} = ${textOf(filling)}`).join(", ");
  return { pattern: pattern.id, reading };
}

function textOf(filling: Filling): string {
  if ("figure" in filling) return `${written(filling.value)} ${filling.kind} ${filling.token.symbol}`;
  return "atom" in filling ? filling.token.symbol : filling.text;
}

/** A word or number as the parser read it. */
export interface ExplainedSpan extends Span {
  /** The text, as written. */
  readonly text: string;
  /** The kind of the text: `word`, `number`, `token`, `address`, `noise`, `unknown` … */
  readonly kind: string;
  /** The parsed value, if any. */
  readonly value?: string;
}

/** The words that set a parameter. */
export interface ExplainedSlot extends Span {
  /** The parameter: `amount`, `inputToken`, `outputToken`, `recipient`, `slippageBps`, `topic`. */
  readonly parameter: string;
  /** The text, as written. */
  readonly text: string;
  /** The value of the parameter. */
  readonly value: string;
}

/** A named reason for lower confidence. */
export interface ConfidenceFactor {
  /** The name of the reason, such as `spelled` or `usd`. */
  readonly name: string;
  /** The factor, below 1. */
  readonly value: number;
  /** The words that caused the lower confidence, if any. */
  readonly span?: Span;
}

/** A reading that the grammar allows. Two different readings cause a refusal. */
export interface ExplainedCandidate {
  /** The name of the pattern in the grammar. */
  readonly pattern: string;
  /** The values of the pattern's parameters, as text. */
  readonly reading: string;
}

/** The parser's analysis as plain JSON without bigints. The same text and world produce identical bytes. */
export interface Explanation {
  /** Version of the grammar and of the confidence table. */
  readonly version: string;
  /** Each word, number and mark of the command, with its place. */
  readonly spans: readonly ExplainedSpan[];
  /** The words that set the parameters; empty for a refused command. */
  readonly slots: readonly ExplainedSlot[];
  /** Every reading that the grammar allowed. */
  readonly candidates: readonly ExplainedCandidate[];
  /** The factors that lower the confidence. */
  readonly factors: readonly ConfidenceFactor[];
  /** Product of the factors, before calibration. Absent when refused. */
  readonly score?: number;
}
