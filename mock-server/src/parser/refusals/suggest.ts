import type { ErrorDetails } from "intent-tx/contract";
import { analyse, keyOf, type Trace } from "../analyse.js";
import type { ParserWorld } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Atoms } from "../text/atom.js";
import { nearToken } from "../text/token-index.js";
import { lacksVerb } from "./diagnose.js";

// Longer texts get no suggestions.
const MAX_WORDS = 60;

/**
 * Returns complete, valid commands close to the refused one, at most one of which is an order. Suggestions do not add or
 * omit an amount, token or recipient. An order is suggested only if no other order is as close.
 */
export function suggest(trace: Trace, world: ParserWorld): string[] {
  if (trace.atoms.length > MAX_WORDS) return [];
  const orders = new Set<string>();
  const found = new Set<string>();
  for (const draft of drafts(trace, world)) {
    const text = draft.replace(/\s+/g, " ").trim();
    const { outcome } = analyse(text, world, trace.language);
    if (outcome.ok) found.add(text);
    if (outcome.ok && outcome.command.action !== "query") orders.add(text);
  }
  return [...found].filter((text) => !orders.has(text) || orders.size === 1);
}

/** The tokens that complete a swap: most swaps have one of them on one side. */
const COUNTER_TOKENS = ["USDC", "SOL"];

/**
 * Completes a swap that lacks one token: "sell all my BONK" with "for USDC". A completion parses, and every preposition
 * that completes it gives the same order.
 */
export function completions(trace: Trace, world: ParserWorld): ErrorDetails.Completion[] {
  const { outcome, command, language, atoms } = trace;
  if (outcome.ok || outcome.reason !== "missing_token" || atoms.length > MAX_WORDS) return [];
  const end = command.replace(/[\s.!]+$/, "");
  // "swap 1 SOL for"
  const stem = end.replace(/\s(\S+)$/, (last, word) => (language.phrasing.connectors.has(word) ? "" : last));
  return COUNTER_TOKENS.flatMap((added) => {
    const orders = new Map<string, string>();
    for (const word of language.suggestions.lacking) {
      const text = `${stem} ${word} ${added}`.replace(/\s+/g, " ").trim();
      const { outcome: complete } = analyse(text, world, language);
      if (complete.ok && complete.command.action === "swap") orders.set(keyOf(complete.command), text);
    }
    return orders.size === 1 ? [...orders.values()].map((text) => ({ command: text, added })) : [];
  });
}

function drafts({ command, atoms, outcome, language }: Trace, world: ParserWorld): string[] {
  if (outcome.ok) return [];
  const { reason } = outcome;
  if (reason === "unknown_token") {
    const unknown = atoms.filter(({ kind }) => kind === "unknown");
    const [word] = unknown;
    const symbol = word && unknown.length === 1 ? correctedSymbol(word.text, world) : undefined;
    return word === undefined || symbol === undefined
      ? []
      : [`${command.slice(0, word.start)}${symbol}${command.slice(word.end)}`];
  }
  // "cambias 1 SOL por USDC" and "me paga 5 SOL" state an action.
  const { stated: forms, verbs } = language.suggestions;
  const { statements } = language.phrasing;
  const at = atoms.findIndex(
    ({ text }, i) => forms.has(text) || statements.get(atoms[i - 1]?.text ?? "")?.has(text),
  );
  const stated = atoms[at];
  if (reason === "not_a_command" && stated !== undefined) {
    const from = statements.has(atoms[at - 1]?.text ?? "") ? atoms[at - 1] : stated;
    const order = forms.get(stated.text) ?? stated.text;
    return [`${command.slice(0, from?.start)}${order}${command.slice(stated.end)}`];
  }
  // A text without a verb, such as "1 SOL to USDC", gets each verb that may be missing.
  if (reason === "not_a_command" && lacksVerb(atoms)) return verbs.map((verb) => `${verb} ${command}`);
  // "SOL" may ask for its price.
  if (reason === "not_a_command" && atoms.length === 1 && atoms[0]?.token !== undefined)
    return [language.suggestions.price(command)];
  return reason === "question" ? [imperative(command, atoms, language)] : [];
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

/**
 * The symbol that a word misspells by swapped or doubled letters, if no other name is one typing error away. A changed
 * letter could make a different token.
 */
function correctedSymbol(word: string, { tokens }: ParserWorld): string | undefined {
  const token = nearToken(word, tokens);
  if (token === undefined) return undefined;
  const name = token.symbol.toLowerCase();
  const sorted = (text: string): string => [...text].sort().join("");
  const isDoubled = word.replace(/(.)\1/g, "$1") === name.replace(/(.)\1/g, "$1");
  return sorted(word) === sorted(name) || isDoubled ? token.symbol : undefined;
}
