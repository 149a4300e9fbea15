import type { ErrorDetails } from "intent-tx/contract";
import { analyse, keyOf, type Trace } from "../analyse.js";
import type { ParserWorld, Span } from "../command.js";
import { isDollarToken } from "../orders/quantity.js";
import type { RefusalReason } from "../result.js";
import type { Atom } from "../text/atom.js";
import { nearToken } from "../text/token-index.js";
import { wrappedToken } from "./advice.js";
import { lacksVerb } from "./diagnose.js";

// Longer texts get no suggestions.
const MAX_WORDS = 60;

/** A refused command. */
interface Refused extends Trace {
  readonly reason: RefusalReason;
  readonly world: ParserWorld;
}

/**
 * Returns complete, valid commands close to the refused one, at most one of which is an order. Suggestions do not add or
 * omit an amount, token or recipient. An order is suggested only if no other order is as close.
 */
export function suggest(trace: Trace, world: ParserWorld): string[] {
  if (trace.outcome.ok || trace.atoms.length > MAX_WORDS) return [];
  const refused: Refused = { ...trace, reason: trace.outcome.reason, world };
  for (const drafts of DRAFTS) {
    const orders = new Set<string>();
    const found = new Set<string>();
    for (const draft of drafts(refused)) {
      const text = draft.replace(/\s+/g, " ").trim();
      const { outcome } = analyse(text, world, trace.language);
      if (outcome.ok) found.add(text);
      if (outcome.ok && outcome.command.action !== "query") orders.add(text);
    }
    if (found.size > 0) return [...found].filter((text) => !orders.has(text) || orders.size === 1);
  }
  return [];
}

/** The tokens that complete a swap: most swaps have one of them on one side. */
const COUNTER_TOKENS = ["USDC", "SOL"];

/**
 * Completes a swap that lacks one token: "sell all my BONK" with "for USDC". A completion parses, and every preposition
 * that completes it gives the same order. A token of another chain is completed with its wrapped form: "BTC".
 */
export function completions(trace: Trace, world: ParserWorld): ErrorDetails.Completion[] {
  const { outcome, command, language, atoms } = trace;
  if (outcome.ok || atoms.length > MAX_WORDS) return [];
  const complete = (added: string, texts: readonly string[]): ErrorDetails.Completion[] => {
    const orders = new Map<string, string>();
    for (const text of texts) {
      const { outcome: read } = analyse(text, world, language);
      if (read.ok && read.command.action === "swap") orders.set(keyOf(read.command), text);
    }
    return orders.size === 1 ? [...orders.values()].map((text) => ({ command: text, added })) : [];
  };
  const foreign = outcome.reason === "ambiguous_token" ? onlyUnlisted(trace) : undefined;
  const wrapped = foreign && wrappedToken(foreign.text, world)?.symbol;
  if (foreign !== undefined && wrapped !== undefined)
    return complete(wrapped, [replaced(command, foreign, wrapped)]);
  if (outcome.reason !== "missing_token") return [];
  // "swap 1 SOL for"
  const stem = command
    .replace(/[\s.!]+$/, "")
    .replace(/\s(\S+)$/, (last, word) => (language.phrasing.connectors.has(word) ? "" : last));
  return COUNTER_TOKENS.flatMap((added) =>
    complete(
      added,
      language.suggestions.lacking.map((word) => `${stem} ${word} ${added}`.replace(/\s+/g, " ").trim()),
    ),
  );
}

/** The only name that is not listed, or that several tokens have. */
function onlyUnlisted({ atoms }: Trace): Atom | undefined {
  const [word, ...others] = atoms.filter(({ kind }) => kind === "unknown" || kind === "vague_token");
  return others.length > 0 ? undefined : word;
}

const replaced = (command: string, { start, end }: Span, symbol: string): string =>
  `${command.slice(0, start)}${symbol}${command.slice(end)}`;

/** The ways to draft a command, best first. The first one with a valid command is used. */
const DRAFTS: readonly ((refused: Refused) => readonly string[])[] = [
  renamed,
  ordered,
  // A text without a verb, such as "1 SOL to USDC", gets each verb that may be missing.
  ({ reason, atoms, command, language }) =>
    reason === "not_a_command" && lacksVerb(atoms)
      ? language.suggestions.verbs.map((verb) => `${verb} ${command}`)
      : [],
  imperative,
  quoted,
  asked,
];

/** Writes the listed symbol for the only unlisted name: "BNOK", or in a question "bitcoin". */
function renamed({ reason, command, world, ...trace }: Refused): readonly string[] {
  const word = reason === "unknown_token" ? onlyUnlisted({ command, ...trace }) : undefined;
  const symbol = word && (wrappedToken(word.text, world)?.symbol ?? correctedSymbol(word.text, world));
  return word === undefined || symbol === undefined ? [] : [replaced(command, word, symbol)];
}

/** Writes the imperative of a statement: "cambias 1 SOL por USDC", "vendo 1 SOL por USDC", "me paga 5 SOL". */
function ordered({ reason, atoms, command, language }: Refused): readonly string[] {
  const { stated, ownDeeds } = language.suggestions;
  const { statements } = language.phrasing;
  const isSaid = (at: number): boolean =>
    statements.get(atoms[at - 1]?.text ?? "")?.has(atoms[at]?.text ?? "") === true;
  const at = atoms.findIndex(({ text }, i) => stated.has(text) || ownDeeds.has(text) || isSaid(i));
  const verb = atoms[at];
  if (reason !== "not_a_command" || verb === undefined) return [];
  const from = statements.has(atoms[at - 1]?.text ?? "") ? atoms[at - 1] : verb;
  const order = stated.get(verb.text) ?? ownDeeds.get(verb.text) ?? verb.text;
  return [`${command.slice(0, from?.start)}${order}${command.slice(verb.end)}`];
}

/** Extracts the order from a question: "should I swap 1 SOL for USDC?" */
function imperative({
  reason,
  atoms: [first],
  command,
  language: { suggestions },
}: Refused): readonly string[] {
  if (reason !== "question" || first === undefined) return [];
  const from = suggestions.asked.test(first.text) ? first.end : first.start;
  const order = command.slice(from).replace(suggestions.afterAsking, "");
  return [order.replace(/[?\s]+$/, "")];
}

const isPerson = ({ kind }: Atom): boolean => /name|address|handle/.test(kind);

/** Asks for the quote of a swap that cannot be ordered: "swap SOL for USDC", "swap 1 SOL for 150 USDC". */
function quoted({ reason, atoms, command, language }: Refused): readonly string[] {
  const { lexicon, phrasing, refusals } = language;
  const { groups, guardOf } = lexicon;
  const joins = [groups.FOR, groups.INTO, groups.TO, groups.WITH, groups.DET];
  const [one, two, ...others] = atoms.flatMap(({ token }, at) => (token === undefined ? [] : at));
  if (!QUOTED.has(reason) || one === undefined || two === undefined || others.length > 0) return [];
  const [figure, ...more] = atoms.flatMap((atom, at) => (isNumber(atom) ? at : []));
  const from = Math.min(figure ?? one, one);
  // Nothing that may be an amount, a person or another action is left out.
  const isOther = (atom: Atom, at: number): boolean =>
    isPerson(atom) ||
    (atom.kind === "unknown" && /\d/.test(atom.text)) ||
    /^(?:unsupported|past)$/.test(guardOf.get(atom.text) ?? "") ||
    (reason === "not_a_command" && (phrasing.pasts.has(atom.text) || refusals.deeds.has(atom.text))) ||
    (isNumber(atom) && (at < one - 1 || at > two || reason === "ambiguous_amount")) ||
    // "sell SOL at 200 USDC" names a price.
    (isNumber(atom) && at > one && reason === "unsupported_action") ||
    (at === from - 1 && atom.kind !== "word" && atom.kind !== "noise") ||
    (at > one &&
      at < two &&
      !isNumber(atom) &&
      atom.text !== "/" &&
      !joins.some((words) => words.has(atom.text)));
  if (atoms.some(isOther)) return [];
  // Of two amounts, the first one is asked for.
  const parts = atoms.slice(from, two + 1).filter((atom) => !more.some((at) => atoms[at] === atom));
  return [
    `${language.suggestions.quote} ${parts.map(({ start, end }) => command.slice(start, end)).join(" ")}`,
  ];
}

const isNumber = ({ kind }: Atom): boolean => /number|usd|part|currency/.test(kind);

const QUOTED: ReadonlySet<RefusalReason> = new Set([
  ...(["missing_amount", "ambiguous_amount", "conflicting_amounts", "unsupported_action"] as const),
  ...(["unsupported_chain", "question", "not_a_command"] as const),
]);

/**
 * Asks for the price, the balance or the list that a text without an answer is about: "will SOL go up?", "sell my BONK",
 * "alert me when SOL hits 200".
 */
function asked({ reason, command, atoms, sentences, language }: Refused): readonly string[] {
  const { lexicon, suggestions } = language;
  const { Q_CUE, SEND, GET } = lexicon.groups;
  const words = atoms.filter(({ kind }) => kind === "word");
  const guards = words.map(({ text }) => lexicon.guardOf.get(text));
  const [topic] = words.flatMap(({ text }) => lexicon.topicOf.get(text) ?? []);
  const [token, ...others] = atoms.filter((atom) => atom.token !== undefined);
  const isBare = atoms.length === 1;
  const lacks = LACKING.has(reason);
  const priced = topic === "price" || guards.includes("condition") || guards.includes("limit");
  const asks =
    sentences.some((one) => one.asks) || guards[0] === "question" || Q_CUE.has(words[0]?.text ?? "");
  if (!(lacks || ASKED.has(reason)) || others.length > 0 || atoms.some(isPerson)) return [];
  if (!(asks || priced || isBare || lacks) || (topic === undefined && guards.includes("unsupported")))
    return [];
  // The figure of "SOL price in 2030" or "when SOL hits 200" is not an amount to spend.
  const isLeftOut = ({ kind, text }: Atom): boolean =>
    SEND.has(text) || (GET.has(text) && !lacks) || (kind === "unknown" && topic === undefined);
  if (atoms.some((atom) => isLeftOut(atom) || (isNumber(atom) && !priced))) return [];
  if (topic === "history") return [suggestions.history];
  if (token === undefined) return topic === "balance" || topic === "portfolio" ? [suggestions.portfolio] : [];
  // "What is the status of Solana?" is about the chain.
  if (asks && topic === undefined && token.form === "alias") return [];
  if (lacks && token.token !== undefined && isDollarToken(token.token)) return [];
  const lead = topic === "balance" ? suggestions.balance : suggestions.price;
  return [`${lead} ${command.slice(token.start, token.end)}`];
}

const ASKED: ReadonlySet<RefusalReason> = new Set([
  ...(["not_a_command", "question", "unsupported_action", "unsupported_chain"] as const),
]);
const LACKING: ReadonlySet<RefusalReason> = new Set([
  ...(["missing_token", "missing_amount", "ambiguous_amount"] as const),
]);

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
