import type { ErrorDetails } from "intent-tx/contract";
import { analyse, keyOf, type Trace } from "../analyse.js";
import type { ParserWorld, Span } from "../command.js";
import { isDollarToken } from "../orders/quantity.js";
import type { RefusalReason } from "../result.js";
import { type Atom, isFigure } from "../text/atom.js";
import { nearToken } from "../text/token-index.js";
import { wrappedToken } from "./advice.js";
import { lacksVerb } from "./diagnose.js";

// Longer texts get no suggestions.
const MAX_WORDS = 60;

/** A refused command. */
interface Refused extends Trace {
  readonly reason: RefusalReason;
  readonly span: Span | undefined;
  readonly world: ParserWorld;
}

/**
 * Returns complete, valid commands close to the refused one, at most one of which is an order. Suggestions do not add or
 * omit an amount, token or recipient. An order is suggested only if no other order is as close.
 */
export function suggest(trace: Trace, world: ParserWorld): string[] {
  if (trace.outcome.ok || trace.atoms.length > MAX_WORDS) return [];
  const { reason, span } = trace.outcome;
  for (const drafts of DRAFTS) {
    const orders = new Set<string>();
    const found = new Set<string>();
    for (const draft of drafts({ ...trace, reason, span, world })) {
      const text = plain(draft);
      const { outcome } = analyse(text, world, trace.language);
      if (outcome.ok) found.add(text);
      if (outcome.ok && outcome.command.action !== "query") orders.add(text);
    }
    if (found.size > 0) return [...found].filter((text) => !orders.has(text) || orders.size === 1);
  }
  return [];
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The tokens that complete a swap: most swaps have one of them on one side. */
const COUNTER_TOKENS = ["USDC", "SOL"];

/**
 * Completes a swap that lacks one token: "sell all my BONK" with "for USDC". A completion parses, and every preposition
 * that completes it gives the same command. A token of another chain is completed with its wrapped form: "BTC".
 */
export function completions(trace: Trace, world: ParserWorld): ErrorDetails.Completion[] {
  const { outcome, command, language, atoms } = trace;
  if (outcome.ok || atoms.length > MAX_WORDS) return [];
  const foreign = onlyUnlisted(trace);
  const wrapped = foreign && wrappedToken(foreign.text, world)?.symbol;
  const complete = (added: string, texts: readonly string[]): ErrorDetails.Completion[] => {
    const found = new Map<string, string>();
    for (const text of texts.map(plain)) {
      const { outcome: read } = analyse(text, world, language);
      if (read.ok && (read.command.action !== "query" || added === wrapped))
        found.set(keyOf(read.command), text);
    }
    return found.size === 1 ? [...found.values()].map((text) => ({ command: text, added })) : [];
  };
  if (foreign !== undefined && wrapped !== undefined)
    return complete(wrapped, [replaced(command, foreign, wrapped)]);
  if (outcome.reason !== "missing_token") return [];
  // "swap 1 SOL for"
  const stem = command
    .replace(/[\s.!]+$/, "")
    .replace(/\s(\S+)$/, (last, word) => (language.phrasing.connectors.has(word) ? "" : last));
  // "send $10 to bob.sol", "swap 5 for SOL"
  const [figure, ...figures] = atoms.filter(isFigure);
  const next = figure && atoms[atoms.indexOf(figure) + 1];
  const isBare = next?.kind !== "token" && !language.amounts.of.has(next?.text ?? "") && figures.length === 0;
  const isOne = isBare && atoms.filter(({ kind }) => kind === "token").length < 2;
  const { lacking, of } = language.suggestions;
  return COUNTER_TOKENS.flatMap((added) => {
    const texts = lacking.map((word) => `${stem} ${word} ${added}`);
    if (isOne && (figure?.kind === "number" || figure?.kind === "usd")) {
      const { kind, end } = figure;
      texts.push(replaced(command, { start: end, end }, ` ${kind === "usd" ? `${of} ` : ""}${added}`));
    }
    return complete(added, texts);
  });
}

/** The only name that is not listed, or that several tokens have. */
function onlyUnlisted({ atoms }: Trace): Atom | undefined {
  const [word, ...others] = atoms.filter(({ kind }) => kind === "unknown" || kind === "vague_token");
  return others.length > 0 ? undefined : word;
}

const replaced = (command: string, { start, end }: Span, text: string): string =>
  `${command.slice(0, start)}${text}${command.slice(end)}`;

type Draft = (refused: Refused) => readonly string[];

/** Writes the listed symbol for the only unlisted name: "BNOK". */
const renamed: Draft = (refused) => {
  const word = refused.reason === "unknown_token" ? onlyUnlisted(refused) : undefined;
  const symbol = word && correctedSymbol(word.text, refused.world);
  return word === undefined || symbol === undefined ? [] : [replaced(refused.command, word, symbol)];
};

/** Writes the imperative of a statement: "cambias 1 SOL por USDC", "vendo 1 SOL por USDC", "me paga 5 SOL". */
const ordered: Draft = ({ reason, atoms, command, language }) => {
  const { stated } = language.suggestions;
  const { statements } = language.phrasing;
  const isSaid = (at: number): boolean =>
    statements.get(atoms[at - 1]?.text ?? "")?.has(atoms[at]?.text ?? "") === true;
  const at = atoms.findIndex(({ text }, i) => stated.has(text) || isSaid(i));
  const verb = atoms[at];
  if (reason !== "not_a_command" || verb === undefined) return [];
  const { start } = (isSaid(at) ? atoms[at - 1] : undefined) ?? verb;
  return [replaced(command, { start, end: verb.end }, stated.get(verb.text) ?? verb.text)];
};

/** Adds each verb that may be missing: "1 SOL to USDC". */
const begun: Draft = ({ reason, atoms, command, language }) =>
  reason === "not_a_command" && lacksVerb(atoms)
    ? language.suggestions.verbs.map((verb) => `${verb} ${command}`)
    : [];

/** Extracts the order from a question: "should I swap 1 SOL for USDC?" */
const imperative: Draft = ({ reason, atoms: [first], command, language: { suggestions } }) => {
  if (reason !== "question" || first === undefined) return [];
  const from = suggestions.asked.test(first.text) ? first.end : first.start;
  return [
    command
      .slice(from)
      .replace(suggestions.afterAsking, "")
      .replace(/[?\s]+$/, ""),
  ];
};

/** Words that name an amount, a token or a person. No suggestion leaves one out. */
const isPart = ({ kind, text }: Atom): boolean =>
  /number|usd|part|currency|token|name|address|handle/.test(kind) || (kind === "unknown" && /\d/.test(text));

/** The words without the name of another chain: "my balance on Polygon". */
const placeless = ({ reason, span, atoms }: Refused): readonly Atom[] =>
  atoms.filter(({ start }) => reason !== "unsupported_chain" || start !== span?.start);

/** Asks for the quote of a swap that cannot be ordered, in its words: "swap SOL for USDC", "… tomorrow". */
const quoted: Draft = (refused) => {
  const { reason, atoms, command, sentences, language } = refused;
  const { amounts, lexicon, phrasing, refusals } = language;
  const { DET, FOR, INTO, OF, SEND, TO, WITH, vague } = lexicon.groups;
  const isIn = (atom: Atom | undefined, ...sets: readonly ReadonlySet<string>[]): boolean =>
    sets.some((words) => words.has(atom?.text ?? ""));
  // Without the slippage.
  const said = new Set(sentences.flatMap((sentence) => sentence.atoms));
  const parts = placeless(refused).filter((atom) => isPart(atom) && said.has(atom));
  const [first] = parts;
  const last = parts.at(-1);
  const figure = parts.find(isFigure);
  const isPair = parts.filter(({ token }) => token !== undefined).length === 2 && last?.token !== undefined;
  if (!QUOTED.has(reason) || first === undefined || !isPair) return [];
  if (parts.length > (figure === undefined ? 2 : 3) || (figure && reason === "ambiguous_amount")) return [];
  let before = atoms.indexOf(first) - 1;
  while (isIn(atoms[before], DET, OF, vague, amounts.leads)) before -= 1;
  const isOther = (atom: Atom, index: number): boolean => {
    const isInside = atom.start >= first.start && atom.end <= last.end;
    if (isIn(atom, SEND, refusals.or) || /unsupported|past/.test(lexicon.guardOf(atom.text) ?? ""))
      return true;
    if (reason === "not_a_command" && (phrasing.pasts.has(atom.text) || isIn(atom, refusals.deeds)))
      return true;
    // The word before the amount may be a part of it: "swap al my SOL", "swap a SOL", "swap 5h SOL".
    if (index === before) return !/word|noise/.test(atom.kind) || isIn(atom, amounts.articles);
    if (atom.kind === "mark")
      return !(isInside ? /^(?:\/|->)$/ : /^[.,:;!?\u00a1\u00bf"'()]$/).test(atom.text);
    // "swap 5 for USDC SOL"
    if (figure !== undefined && atoms[index - 1] === figure && isIn(atom, FOR, INTO, TO, WITH)) return true;
    if (figure !== undefined && atoms[index + 1] === figure && isIn(atom, refusals.atPrice)) return true;
    return isInside && !parts.includes(atom) && !isIn(atom, FOR, INTO, TO, WITH, OF, DET, vague);
  };
  return atoms.some(isOther) ? [] : [`${language.suggestions.quote} ${command.slice(first.start, last.end)}`];
};

/** Asks for the price, the balance or the list that a text is about: "will SOL go up?", "sell my BONK". */
const asked: Draft = (refused) => {
  const { reason, command, sentences, language } = refused;
  const atoms = placeless(refused);
  const { lexicon, suggestions, questions } = language;
  const words = atoms.filter(({ kind }) => kind === "word").map(({ text }) => text);
  const [first = ""] = words;
  const guards = words.map((text) => lexicon.guardOf(text));
  const [part, ...others] = atoms.filter(isPart);
  const lacks = reason === "missing_token" || reason === "missing_amount";
  const asks =
    sentences.some((one) => one.asks) || guards[0] === "question" || lexicon.groups.Q_CUE.has(first);
  const [named] = words.flatMap((text) => lexicon.topicOf(text) ?? []);
  // "What tokens do I have on Polygon?"
  const owns = asks && words.some((text) => text.includes(" ") && lexicon.groups.Q_OWN.has(text));
  const topic = named ?? (owns ? "balance" : undefined);
  const isAbout = asks || topic === "price" || guards.includes("condition") || atoms.length === 1;
  if (!(lacks || (ASKED.has(reason) && isAbout)) || others.length > 0) return [];
  if (topic === undefined && guards.includes("unsupported")) return [];
  if (words.some((text) => lexicon.groups.SEND.has(text))) return [];
  if (topic === "history") return part === undefined ? [suggestions.history] : [];
  // "BNKR balance", "get balance of ETH for Bob"
  if (topic !== "price" && topic !== "portfolio" && atoms.some(({ kind }) => kind === "unknown")) return [];
  if (part === undefined) return topic === "portfolio" || topic === "balance" ? [suggestions.portfolio] : [];
  const { token, form, start, end } = part;
  // "What is the status of Solana?" is about the chain.
  if (token === undefined || (asks && topic === undefined && form === "alias")) return [];
  if (lacks && isDollarToken(token)) return [];
  // "sell my BONK", "where did my SOL go"
  const isMine = topic === undefined && questions.endsMine.test(atoms[atoms.indexOf(part) - 1]?.text ?? "");
  const lead =
    topic === "balance" || topic === "portfolio" || isMine ? suggestions.balance : suggestions.price;
  return [`${lead} ${command.slice(start, end)}`];
};

const ASKED: ReadonlySet<RefusalReason> = new Set([
  "not_a_command",
  "question",
  "unsupported_action",
  "unsupported_chain",
]);
const QUOTED: ReadonlySet<RefusalReason> = new Set([
  ...ASKED,
  "missing_amount",
  "ambiguous_amount",
  "several_actions",
]);

/** The ways to draft a command, best first. The first one with a valid command is used. */
const DRAFTS: readonly Draft[] = [renamed, ordered, begun, imperative, quoted, asked];

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
