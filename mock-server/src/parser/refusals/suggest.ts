import { editDistance } from "../../kernel/nearest.js";
import type { ParserToken, ParserWorld } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Atoms } from "../text/atom.js";
import { type Rational, scaled } from "../text/rational.js";
import type { Accepted, Trace } from "../trace.js";
import { lacksVerb } from "./sorted-items.js";

const MAX_TRIED = 14;
// Longer texts get no suggestions.
const MAX_WORDS = 60;

/**
 * Returns complete, valid commands close to the refused one. Suggestions do not add or omit an amount, token or
 * recipient. An order is suggested only if no other order is possible, because a hasty choice may be wrong.
 */
export function suggest(
  trace: Trace,
  world: ParserWorld,
  language: Language,
  reading: (command: string) => Accepted | undefined,
): string[] {
  if (trace.outcome.ok || trace.atoms.length > MAX_WORDS) return [];
  const seen = new Set<string>();
  const found: { text: string; order: boolean; key: string }[] = [];
  for (const draft of drafts(trace, world, language)) {
    const text = draft.replace(/\s+/g, " ").trim();
    if (text === "" || seen.has(text)) continue;
    seen.add(text);
    const accepted = reading(text);
    const key = accepted && keyOf(accepted);
    if (accepted !== undefined && key !== undefined && !found.some((other) => other.key === key))
      found.push({ text, key, order: accepted.command.action !== "query" });
    if (seen.size === MAX_TRIED) break;
  }
  const orders = found.filter(({ order }) => order);
  return found.filter(({ order }) => !order || orders.length === 1).map(({ text }) => text);
}

/** A key by which two wordings of the same command count as one suggestion. */
const keyOf = ({ command, slippage }: Accepted): string =>
  JSON.stringify([command, slippage?.bps], (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );

function* drafts(trace: Trace, world: ParserWorld, language: Language): Generator<string> {
  const { command, atoms, outcome } = trace;
  if (outcome.ok) return;
  const { reason } = outcome.diagnosis;
  const { suggestions } = language;
  const swapOut = (atom: { start: number; end: number }, words: string): string =>
    `${command.slice(0, atom.start)}${words}${command.slice(atom.end)}`;
  if (reason === "unknown_token") {
    for (const atom of atoms) {
      if (atom.kind !== "unknown") continue;
      for (const symbol of correctedSymbols(atom.text, world.tokens)) yield swapOut(atom, symbol);
    }
  }
  // A text without a verb, such as "1 SOL to USDC", gets each verb that may be missing.
  if (reason === "not_a_command" && lacksVerb(atoms)) {
    for (const verb of suggestions.verbs) yield `${verb} ${command}`;
  }
  if (reason === "unsupported_currency") {
    for (const atom of atoms) {
      const sum = atom.form === "cents" && atom.value !== undefined ? dollars(atom.value) : undefined;
      if (sum !== undefined) yield swapOut(atom, sum);
    }
  }
  if (reason === "question") yield imperative(command, atoms, language);
}

/** Writes "50 cents" as "$0.50"; undefined for fractions of a cent, which would need rounding. */
function dollars(value: Rational): string | undefined {
  const cents = scaled(value, 0);
  return cents === undefined ? undefined : `$${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** Extracts the order from a question: "should I swap 1 SOL for USDC?" */
function imperative(command: string, atoms: Atoms, { suggestions }: Language): string {
  const first = atoms[0];
  if (first === undefined) return "";
  const from = /\?/.test(command) && suggestions.asked.test(first.text) ? first.end : first.start;
  return command
    .slice(from)
    .replace(suggestions.afterAsking, "")
    .replace(/[?\s]+$/, "");
}

/** Symbols that a word may misspell by swapped or doubled letters. Changing a letter could turn it into a different
 * token. */
function correctedSymbols(word: string, tokens: readonly ParserToken[]): string[] {
  const letters = [...word].sort().join("");
  return tokens
    .map(({ symbol }) => symbol)
    .filter((symbol) => {
      const low = symbol.toLowerCase();
      if (editDistance(word, low) !== 1) return false;
      const turned = letters === [...low].sort().join("");
      return turned || word.replace(/(.)\1/g, "$1") === low.replace(/(.)\1/g, "$1");
    });
}
