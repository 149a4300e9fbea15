import { written } from "../kernel/rational.js";
import type { Trace } from "./analyse.js";
import type { ParserWorld, Span } from "./command.js";
import { confidenceFactors, PARSER_VERSION, scoreOf } from "./confidence/confidence.js";
import type { Derivation, Filling } from "./orders/match.js";
import type { ExplainedCandidate, ExplainedSlot, ExplainedSpan, Explanation } from "./result.js";
import type { Atom } from "./text/atom.js";

/** Converts a trace to plain JSON. */
export function describe(trace: Trace, world: ParserWorld): Explanation {
  const noise = new Set(trace.sentences.flatMap((sentence) => sentence.noise));
  const factors = confidenceFactors(trace);
  return {
    version: PARSER_VERSION,
    spans: trace.atoms.map((atom) => spanOf(trace.command, atom, noise.has(atom))),
    slots: slots(trace, world),
    candidates: trace.derivations.map(candidate),
    factors,
    ...(trace.outcome.ok ? { score: scoreOf(factors) } : {}),
  };
}

/** A place in the command and its text. */
const placed = (command: string, { start, end }: Span) => ({ start, end, text: command.slice(start, end) });

function spanOf(command: string, atom: Atom, noise: boolean): ExplainedSpan {
  const word = atom.form === "typo" ? atom.text : undefined;
  const value = atom.token?.symbol ?? (atom.value === undefined ? word : written(atom.value));
  const { text, start, end } = placed(command, atom);
  const kind = noise ? "noise" : atom.kind;
  return { text, kind, start, end, ...(value === undefined ? {} : { value }) };
}

function slots({ outcome, command, topic, derivations }: Trace, world: ParserWorld): ExplainedSlot[] {
  if (!outcome.ok) return [];
  const slot = (parameter: string, at: Span, value: string): ExplainedSlot => ({
    parameter,
    ...placed(command, at),
    value,
  });
  if (outcome.command.action === "query")
    return topic === undefined ? [] : [slot("topic", topic, outcome.command.topic)];
  const { slippage } = outcome;
  return [
    ...[...(derivations[0]?.slots ?? [])].flatMap(([name, filling]) => filled(name, filling, slot, world)),
    ...(slippage === undefined ? [] : [slot("slippageBps", slippage.span, String(slippage.bps))]),
  ];
}

function filled(
  name: string,
  filling: Filling,
  slot: (parameter: string, at: Span, value: string) => ExplainedSlot,
  world: ParserWorld,
): ExplainedSlot[] {
  const parameter = name === "out" ? "outputToken" : name === "who" ? "recipient" : "inputToken";
  if ("figure" in filling) {
    const { figure, named, kind, value, token } = filling;
    return [slot("amount", figure, `${written(value)} ${kind}`), slot(parameter, named, token.mint)];
  }
  if ("atom" in filling) return [slot(parameter, filling.atom, filling.token.mint)];
  if (name === "part" && filling.value !== undefined)
    return [slot("amount", filling, `${written(filling.value)} fraction`)];
  const address = filling.kind === "name" ? world.resolveName(filling.text) : undefined;
  return [slot(parameter, filling, address ?? filling.text)];
}

function candidate({ pattern, slots: fillings }: Derivation): ExplainedCandidate {
  const reading = [...fillings].map(([name, filling]) => `${name} = ${textOf(filling)}`).join(", ");
  return { pattern: pattern.id, reading };
}

function textOf(filling: Filling): string {
  if ("figure" in filling) return `${written(filling.value)} ${filling.kind} ${filling.token.symbol}`;
  return "atom" in filling ? filling.token.symbol : filling.text;
}
