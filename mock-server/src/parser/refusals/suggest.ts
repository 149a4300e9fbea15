import { editDistance } from "../../kernel/nearest.js";
import type { ParserToken, ParserWorld } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Atoms } from "../text/atom.js";
import { type Rational, scaled } from "../text/rational.js";
import type { Accepted, Trace } from "../trace.js";
import { GLUED_SYMBOL, lacksVerb } from "./sorted-items.js";

const MOST = 5;
const MOST_TRIED = 14;
// Beyond this a text is no order with a slip in it.
const MOST_WORDS = 60;
const COUNTER_SYMBOLS = ["USDC", "SOL", "USDT"];
/**
 * Complete commands that parse and may be what was meant, nearest first. They are the command itself with a small
 * change; no amount and no recipient is made up, and none is left out: of two orders or two amounts nothing is offered.
 */
export function suggest(
  trace: Trace,
  world: ParserWorld,
  language: Language,
  reading: (command: string) => Accepted | undefined,
): string[] {
  if (trace.outcome.ok || trace.atoms.length > MOST_WORDS) return [];
  const seen = new Set<string>();
  const out: string[] = [];
  const readings = new Set<string>();
  for (const draft of drafts(trace, world, language)) {
    const text = draft.replace(/\s+/g, " ").trim();
    if (text === "" || seen.has(text)) continue;
    seen.add(text);
    const found = reading(text);
    if (found !== undefined && isNews(found, trace, readings)) out.push(text);
    if (out.length === MOST || seen.size > MOST_TRIED) break;
  }
  return out;
}

/** Two ways to say one command are one suggestion; and an order that lacks a token is not made a question. */
function isNews({ command, slippage }: Accepted, { outcome }: Trace, readings: Set<string>): boolean {
  if (!outcome.ok && outcome.diagnosis.reason === "missing_token" && command.action === "query") return false;
  const key = JSON.stringify([command, slippage?.bps], (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  if (readings.has(key)) return false;
  readings.add(key);
  return true;
}

function* drafts(trace: Trace, world: ParserWorld, language: Language): Generator<string> {
  const { command, atoms, outcome } = trace;
  if (outcome.ok) return;
  const { reason } = outcome.diagnosis;
  const { suggestions } = language;
  const swapOut = (atom: { start: number; end: number }, words: string): string =>
    `${command.slice(0, atom.start)}${words}${command.slice(atom.end)}`;
  if (reason === "ambiguous_amount") {
    for (const atom of atoms) {
      for (const reading of atom.readings ?? []) yield swapOut(atom, reading);
      // Half, a third, three quarters: of one, or of what is there.
      if (atom.kind === "part" && atom.text === PART.half) {
        for (const said of suggestions.parts(command.slice(atom.start, atom.end))) yield swapOut(atom, said);
      }
    }
  }
  if (reason === "unknown_token") {
    for (const atom of atoms) {
      if (atom.kind !== "unknown") continue;
      const [, name, digits] = GLUED_SYMBOL.exec(atom.text) ?? [];
      const glued = world.tokens.find(({ symbol }) => symbol.toLowerCase() === name);
      if (glued !== undefined) yield swapOut(atom, `${digits} ${glued.symbol}`);
      for (const symbol of nearSymbols(atom.text, world.tokens)) yield swapOut(atom, symbol);
    }
  }
  // "1 SOL to USDC": each verb that it may lack.
  if (reason === "not_a_command" && lacksVerb(atoms)) {
    for (const verb of suggestions.verbs) yield `${verb} ${command}`;
  }
  if (reason === "unsupported_currency") {
    for (const atom of atoms) {
      const sum = atom.form === "cents" && atom.value !== undefined ? dollars(atom.value) : undefined;
      if (sum !== undefined) yield swapOut(atom, sum);
    }
  }
  if (reason === "ambiguous_token") {
    for (const atom of atoms) {
      if (atom.kind !== "vague_token") continue;
      for (const symbol of suggestions.meant.get(atom.text) ?? []) yield swapOut(atom, symbol);
    }
  }
  if (reason === "ambiguous_slippage" && outcome.diagnosis.span !== undefined) {
    const last = atoms.filter((atom) => atom.kind === "number").at(-1);
    if (last !== undefined) {
      for (const unit of ["%", " bps"]) yield swapOut(last, `${last.text}${unit}`);
    }
  }
  if (reason === "question") yield imperative(command, atoms, language);
  if (reason === "unsupported_chain" && outcome.diagnosis.span !== undefined) {
    yield withoutPlace(command, atoms, outcome.diagnosis.span.start, language);
  }
  if (reason === "missing_token") yield* suggestions.withCounterToken(command, COUNTER_SYMBOLS);
}

/** "50 cents" as "$0.50"; undefined for parts of a cent, which would have to be rounded. */
function dollars(value: Rational): string | undefined {
  const cents = scaled(value, 0);
  return cents === undefined ? undefined : `$${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** The order inside "should I swap 1 SOL for USDC?". */
function imperative(command: string, atoms: Atoms, { suggestions }: Language): string {
  const asked = atoms[0];
  if (asked === undefined) return "";
  const from = /\?/.test(command) && suggestions.asked.test(asked.text) ? asked.end : asked.start;
  return command
    .slice(from)
    .replace(suggestions.afterAsking, "")
    .replace(/[?\s]+$/, "");
}

/** The command without "on Base". */
function withoutPlace(command: string, atoms: Atoms, start: number, { suggestions }: Language): string {
  const at = atoms.findIndex((atom) => atom.start === start);
  const lead = atoms[at - 1];
  const place = atoms[at];
  if (place === undefined || lead === undefined || !suggestions.placeLeads.has(lead.text)) return "";
  const after = suggestions.placeNouns.exec(command.slice(place.end))?.[0].length ?? 0;
  return command.slice(0, lead.start) + command.slice(place.end + after);
}

/** Symbols one slip away, nearest first. */
function nearSymbols(word: string, tokens: readonly ParserToken[]): string[] {
  if (word.length < 2 || word.length > 12) return [];
  return tokens
    .map((token) => ({ symbol: token.symbol, distance: editDistance(word, token.symbol.toLowerCase()) }))
    .filter(({ distance: far, symbol }) => far > 0 && far <= (symbol.length > 4 ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)
    .map(({ symbol }) => symbol);
}
