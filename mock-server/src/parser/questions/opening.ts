import { group } from "../languages/lexicon.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import { isTicker, OWN_OPENERS } from "./topic.js";
import { COUNTS, ORDER_VERBS, topicOf, VOCABULARY } from "./words.js";

const cue = group("Q_CUE");
const needs = group("NEED");
const getters = group("GET");
const unsupported = group("unsupported");
// What only goes on with a sentence, or tells of oneself, does not begin a question.
const NO_BEGINNING =
  /^(?:i\b|we\b|you\b|to$|from$|for$|with$|and$|or$|if$|in$|into$|let$|do$|again$|it$|please$)/;

// "BONK price" and "2 SOL worth?" ask without a word of asking before them.
const NOUNS: ReadonlySet<Atom["kind"]> = new Set([
  "token",
  "vague_token",
  "part",
  "number",
  "usd",
  "address",
  "name",
  "time",
]);

/** Whether a sentence can be a question by how it begins. An order's verb never begins one. */
export function opens(first: Atom, { items, atoms, asks }: Sentence): boolean {
  const named = atoms.some((atom) => atom.kind === "word" && topicOf.has(atom.text));
  const figure = items.some((atom) => atom.kind === "number" || atom.kind === "usd");
  // "my wallet to USDC" moves it.
  if (items.some((atom, at) => isHoard(atom) && GOING.has(items[at + 1]?.text ?? ""))) return false;
  if (NOUNS.has(first.kind))
    return (
      (named || items.some((atom) => COUNTS.has(atom.text)) || asks || isTicker(items)) && !hasVerb(items)
    );
  if (first.kind === "unknown")
    return items[1] !== undefined && topicOf.get(items[1].text) === "price" && items.length <= 3;
  if (first.kind !== "word") return false;
  if (
    first.text === "balance" &&
    items.some((atom) => topicOf.get(atom.text) === "portfolio" && atom !== first)
  )
    return items.some((atom) => PREPOSITIONS.has(atom.text));
  // "tell alice.sol my balance" sends it to somebody.
  if (items[1]?.kind === "name" && items[2]?.text === "my") return false;
  // "give me all my balance" asks for money.
  if (getters.has(first.text) && items[1]?.kind === "part" && items[items.length - 1]?.text === "balance")
    return false;
  if (figure && getters.has(first.text) && !cuesQuote(atoms)) return false;
  if (needs.has(first.text)) return named && !figure && !items.some((atom) => PLACED.has(atom.text));
  // "how about my balance?" asks; "how about to swap 1 SOL" suggests.
  if (first.text === "how about" || first.text === "what about") return named && !hasVerb(items);
  if (NO_BEGINNING.test(first.text)) return cue.has(first.text) || OWN_OPENERS.has(first.text);
  if (cue.has(first.text) || OWN_OPENERS.has(first.text)) return true;
  // What is left of "best rate for …" when politeness is dropped begins in the middle.
  if (!named || !VOCABULARY.has(first.text)) return false;
  return !ORDER_VERBS.has(first.text) && (topicOf.has(first.text) || !unsupported.has(first.text));
}

// "balance of my wallet" asks, "balance my portfolio" orders.
const PREPOSITIONS: ReadonlySet<string> = new Set(["of", "in", "on", "for", "from", "at"]);
const GOING: ReadonlySet<string> = new Set(["to", "into", "->"]);
const isHoard = ({ text }: Atom): boolean =>
  topicOf.get(text) === "balance" || topicOf.get(text) === "portfolio";
// "I want my balance in SOL" orders a swap.
const PLACED: ReadonlySet<string> = new Set(["in", "into", "to", "->"]);

const hasVerb = (items: readonly Atom[]): boolean =>
  items.some(
    (atom) =>
      (atom.kind === "word" || atom.kind === "token") &&
      ORDER_VERBS.has(atom.text) &&
      !topicOf.has(atom.text),
  );

const cuesQuote = (atoms: readonly Atom[]): boolean =>
  atoms.some((atom) => atom.kind === "word" && topicOf.get(atom.text) === "quote");
