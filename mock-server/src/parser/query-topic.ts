import type { Token } from "../world/tokens.js";
import type { Atom } from "./atom.js";
import type { QueryTopic } from "./command.js";
import { type GroupName, group } from "./lexicon.js";
import type { Sentence } from "./sentences.js";

/** Words of having. */
export const own = group("Q_OWN");
const exchange = group("Q_EXCHANGE");
/** Questions about having. */
export const OWN_OPENERS = new Set([
  "do i have",
  "have i got",
  "do i own",
  "do i hold",
  "am i holding",
  "any",
  "is there any",
  "are there any",
]);
// "what is 100 USDC in SOL": "what is" and an amount ask what it comes to.
const CONVERTS = /^what(?:'s|s| is| are)$/;
const ASKING = /^(?:what|how|which|is|do|whats)|how (?:much|many)$|^(?:can|could) you tell/;
const TOPICS: readonly (readonly [QueryTopic, GroupName])[] = [
  ["quote", "Q_QUOTE"],
  ["balance", "Q_BALANCE"],
  ["price", "Q_PRICE"],
  ["history", "Q_HISTORY"],
  ["portfolio", "Q_PORTFOLIO"],
];
/** The topic that a word names. */
export const topicOf = new Map<string, QueryTopic>();
for (const [topic, name] of [...TOPICS].reverse()) for (const word of group(name)) topicOf.set(word, topic);
const RANK: readonly QueryTopic[] = ["quote", "balance", "price", "history", "portfolio"];
// "how much money have I spent" is about the past, whatever else it names.
const SPENT = /^how much (?:money )?(?:have|did) i sp/;
const STANDING = new Set([
  "up",
  "down",
  "up or down",
  "gone",
  "go up",
  "at",
  "doing",
  "looking",
  "trading",
  "sitting",
  "performed",
  "performing",
]);
const PLACES = new Set(["wallet", "account", "address", "portfolio", "network", "blockchain", "mainnet"]);
/** What a question is about, and the word that said so. */
export interface Topic {
  readonly name: QueryTopic;
  readonly atom: Atom;
}

/** What is asked for: by its word, or by the shape of "how much SOL for 100 USDC". */
export function topicAsked(sentence: Sentence, first: Atom): Topic | undefined {
  const { atoms, items } = sentence;
  const tokens = tokensOf(atoms);
  const figure = atoms.some((atom) => atom.kind === "number" || atom.kind === "usd");
  const asked = first.text.startsWith("if i ") ? items.slice(1) : items.slice(0, 3);
  const asks = asked.some((atom) => atom.kind === "word" && ASKING.test(atom.text));
  if (
    asks &&
    figure &&
    (tokens.length >= 2 || (tokens.length === 1 && atoms.some((atom) => atom.kind === "usd"))) &&
    items.some((atom) => exchange.has(atom.text) || CONVERTS.test(first.text))
  ) {
    return { name: "quote", atom: first };
  }
  if (SPENT.test(first.text)) return { name: "history", atom: first };
  for (const name of RANK) {
    const atom = atoms.find((candidate) => candidate.kind === "word" && topicOf.get(candidate.text) === name);
    if (atom !== undefined && !(name === "price" && tokens.length === 0 && hasOther(atoms)))
      return { name, atom };
  }
  const price = atoms.find((atom) => atom.kind === "word" && topicOf.get(atom.text) === "price");
  if (price !== undefined) return { name: "price", atom: price };
  const owned = items.find((atom) => atom.kind === "word" && own.has(atom.text));
  if (owned !== undefined && (asks || OWN_OPENERS.has(first.text))) {
    const what = first.text === "what" || first.text === "what's" || first.text === "which";
    return { name: what && tokens.length === 0 ? "portfolio" : "balance", atom: owned };
  }
  if (isLookAtOwn(first, items, tokens)) return { name: "balance", atom: first };
  const doing =
    /^(?:what|how|where|is$|has$|did$)/.test(first.text) &&
    tokens.length === 1 &&
    items.some((atom) => STANDING.has(atom.text));
  if (doing) return { name: "price", atom: first };
  const how = first.text === "how much" && items.length <= 7 && tokens.length === 1;
  return how && items.some((atom) => atom.text === "is") ? { name: "price", atom: first } : undefined;
}

const LOOKS = new Set([
  "show",
  "show me",
  "check",
  "see",
  "view",
  "display",
  "what's",
  "whats",
  "what is",
  "let me see",
]);

/** "show me my USDC": what is there of a token of one's own. */
function isLookAtOwn(first: Atom, items: readonly Atom[], tokens: readonly Token[]): boolean {
  return (
    tokens.length === 1 &&
    items.length === 3 &&
    LOOKS.has(first.text) &&
    items[1]?.text === "my" &&
    items[2]?.token !== undefined
  );
}

const hasOther = (atoms: readonly Atom[]): boolean =>
  atoms.some(
    (atom) =>
      atom.kind === "word" &&
      (topicOf.get(atom.text) === "portfolio" || topicOf.get(atom.text) === "history"),
  );

/** The tokens named, each once; "my Solana wallet" names none. */
export function tokensOf(atoms: readonly Atom[]): Token[] {
  const out: Token[] = [];
  atoms.forEach((atom, at) => {
    if (atom.token === undefined || out.includes(atom.token)) return;
    if (atom.text === "solana" && PLACES.has(atoms[at + 1]?.text ?? "")) return;
    out.push(atom.token);
  });
  return out;
}
