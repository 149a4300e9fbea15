import type { QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Sentence } from "../orders/sentences.js";
import { type Atom, type Atoms, isFigure } from "../text/atom.js";
import { isTicker } from "./topic.js";

// Kinds that can begin a question without a question word: "BONK price", "2 SOL worth?".
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

/** True if the first words make the sentence a question. An order verb never does. */
export function opens(first: Atom, { items, atoms, asks }: Sentence, language: Language): boolean {
  const {
    questions: q,
    lexicon: { groups },
  } = language;
  // "my wallet to USDC" is an order to convert the balance.
  if (items.some((atom, at) => isHoldings(atom, language) && q.going.has(items[at + 1]?.text ?? "")))
    return false;
  const named = atoms.some((atom) => atom.kind === "word" && q.topicOf.has(atom.text));
  if (NOUNS.has(first.kind))
    return (
      (named || items.some((atom) => q.counts.has(atom.text)) || asks || isTicker(items)) &&
      !hasVerb(items, language)
    );
  if (first.kind !== "word") return false;
  // "get 5 USDC worth of SOL" is an order.
  const isQuote = atoms.some((atom) => q.topicOf.get(atom.text) === "quote");
  const figure = items.findIndex(({ kind }) => kind === "number" || kind === "usd");
  // "give me a price for 1 SOL in USDC" is not.
  const object = items.findIndex((atom) => NOUNS.has(atom.kind));
  const isPrice = items.slice(0, Math.max(0, object)).some((atom) => q.topicOf.get(atom.text) === "price");
  if (groups.GET.has(first.text) && figure >= 0 && !isQuote && !isPrice) return false;
  if (groups.Q_CUE.has(first.text) || q.ownOpeners.has(first.text)) return true;
  // "my SOL?"
  if (asks && language.amounts.my.has(first.text) && items[1]?.kind === "token" && items.length === 2)
    return true;
  // "best rate for …" may arrive here as "rate for …", because politeness is dropped.
  if (!named || !q.vocabulary.has(first.text) || q.noBeginning.test(first.text)) return false;
  return !q.orderVerbs.has(first.text) && (q.topicOf.has(first.text) || !groups.unsupported.has(first.text));
}

/** True for words that mean holdings, such as "wallet" and "balance". */
const isHoldings = ({ text }: Atom, { questions: { topicOf } }: Language): boolean =>
  topicOf.get(text) === "balance" || topicOf.get(text) === "portfolio";
const hasVerb = (items: Atoms, { questions: q }: Language): boolean =>
  items.some(
    (atom) =>
      (atom.kind === "word" || atom.kind === "token") &&
      q.orderVerbs.has(atom.text) &&
      !q.topicOf.has(atom.text),
  );

/** True if the text contains an order: a verb that starts a clause or has an object. A quote may mention a swap. */
export const ordersInside = (atoms: Atoms, topic: QueryTopic, language: Language): boolean =>
  atoms.some((atom, at) => {
    const { questions: q, guards } = language;
    if (atom.kind !== "word" || !q.orderVerbs.has(atom.text) || q.topicOf.has(atom.text)) return false;
    const before = atoms[at - 1]?.text ?? "";
    if (before === "," || guards.joiners.has(before) || topic === "balance" || topic === "portfolio")
      return true;
    return topic !== "quote" && hasObject(atoms, at, language);
  });

function hasObject(atoms: Atoms, at: number, { questions: q }: Language): boolean {
  let next = at + 1;
  while (q.modifiers.has(atoms[next]?.text ?? "") && atoms[next]?.kind !== "part") next += 1;
  const object = atoms[next];
  const topic = q.topicOf.get(object?.text ?? "");
  if (topic === "balance" || topic === "portfolio") return true;
  return (
    object !== undefined && (isFigure(object) || object.token !== undefined || object.kind === "vague_token")
  );
}

/** True for text that states an amount and asks nothing: "received 5 USDC", "make my SOL balance 10". */
export function statesSum(first: Atom, atoms: Atoms, { questions: q }: Language): boolean {
  if (first.kind === "word" && q.questionWords.test(first.text)) return false;
  return atoms.some(
    (atom, at) => isFigure(atom) && atom.text !== PART.all && !q.counting.has(atoms[at - 1]?.text ?? ""),
  );
}
