import type { Trace } from "./analyse.js";
import type { ParserWorld } from "./command.js";
import { confidenceFactors, PARSER_VERSION, scoreOf } from "./confidence/confidence.js";
import type { Derivation, Filling } from "./orders/match.js";
import type { ExplainedCandidate, ExplainedSlot, ExplainedSpan, Explanation } from "./result.js";
import type { Atom } from "./text/atom.js";
import { written } from "./text/rational.js";

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
