import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom, Atoms } from "../text/atom.js";
import { isTicker } from "./topic.js";

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
export function opens(first: Atom, { items, atoms, asks }: Sentence, language: Language): boolean {
  const {
    questions: q,
    lexicon: { groups },
  } = language;
  const named = atoms.some((atom) => atom.kind === "word" && q.topicOf.has(atom.text));
  const figure = items.some((atom) => atom.kind === "number" || atom.kind === "usd");
  // "my wallet to USDC" moves it.
  if (items.some((atom, at) => isHoard(atom, language) && q.going.has(items[at + 1]?.text ?? "")))
    return false;
  if (NOUNS.has(first.kind))
    return (
      (named || items.some((atom) => q.counts.has(atom.text)) || asks || isTicker(items)) &&
      !hasVerb(items, language)
    );
  if (first.kind === "unknown")
    return items[1] !== undefined && q.topicOf.get(items[1].text) === "price" && items.length <= 3;
  if (first.kind !== "word") return false;
  if (
    q.balanceVerb.has(first.text) &&
    items.some((atom) => q.topicOf.get(atom.text) === "portfolio" && atom !== first)
  )
    return items.some((atom) => q.prepositions.has(atom.text));
  // "tell alice.sol my balance" sends it to somebody.
  if (items[1]?.kind === "name" && language.amounts.my.has(items[2]?.text ?? "")) return false;
  // "give me all my balance" asks for money.
  if (
    groups.GET.has(first.text) &&
    items[1]?.kind === "part" &&
    q.balanceVerb.has(items[items.length - 1]?.text ?? "")
  )
    return false;
  if (figure && groups.GET.has(first.text) && !cuesQuote(atoms, language)) return false;
  if (groups.NEED.has(first.text)) return named && !figure && !items.some((atom) => q.placed.has(atom.text));
  // "how about my balance?" asks; "how about to swap 1 SOL" suggests.
  if (q.proposing.has(first.text)) return named && !hasVerb(items, language);
  if (q.noBeginning.test(first.text)) return groups.Q_CUE.has(first.text) || q.ownOpeners.has(first.text);
  if (groups.Q_CUE.has(first.text) || q.ownOpeners.has(first.text)) return true;
  // "best rate for …" begins in the middle once the parser has dropped politeness.
  if (!named || !q.vocabulary.has(first.text)) return false;
  return !q.orderVerbs.has(first.text) && (q.topicOf.has(first.text) || !groups.unsupported.has(first.text));
}

/** "my wallet", "my balance". */
const isHoard = ({ text }: Atom, { questions: { topicOf } }: Language): boolean =>
  topicOf.get(text) === "balance" || topicOf.get(text) === "portfolio";
const hasVerb = (items: Atoms, { questions: q }: Language): boolean =>
  items.some(
    (atom) =>
      (atom.kind === "word" || atom.kind === "token") &&
      q.orderVerbs.has(atom.text) &&
      !q.topicOf.has(atom.text),
  );

const cuesQuote = (atoms: Atoms, { questions }: Language): boolean =>
  atoms.some((atom) => atom.kind === "word" && questions.topicOf.get(atom.text) === "quote");
