import type { QueryTopic } from "../command.js";
import { PART } from "../languages/lexicon.js";
import { type Atom, type AtomKind, isFigure } from "../text/atom.js";
import type { Question } from "./question.js";

// Kinds that can begin a question without a question word: "BONK price", "2 SOL worth?".
const NOUNS: ReadonlySet<AtomKind> = new Set([
  ...(["token", "vague_token", "part", "number", "usd", "address", "name", "time"] as const),
]);

/** True if the first words make the sentence a question. An order verb never does. */
export function opens(question: Question): boolean {
  const { first, items, atoms, asks, language } = question;
  const { questions: q, lexicon, amounts } = language;
  const { GET, Q_CUE, unsupported } = lexicon.groups;
  // "my wallet to USDC" is an order to convert the balance.
  if (items.some((atom, at) => question.isHoldings(atom) && q.going.has(items[at + 1]?.text ?? "")))
    return false;
  const named = atoms.some((atom) => question.topicOf(atom) !== undefined);
  if (NOUNS.has(first.kind)) {
    const isVerb = items.some(
      (atom) => (atom.kind === "word" || atom.kind === "token") && question.isOrderVerb(atom),
    );
    return (named || asks || question.said(q.counts) !== undefined || question.isTicker()) && !isVerb;
  }
  if (first.kind !== "word") return false;
  // "get 5 USDC worth of SOL" is an order. "give me a price for 1 SOL in USDC" is not.
  const object = items.findIndex((atom) => NOUNS.has(atom.kind));
  const priced = items.slice(0, Math.max(0, object)).some((atom) => question.topicOf(atom) === "price");
  const isQuote = priced || question.named("quote") !== undefined;
  if (GET.has(first.text) && question.has("number", "usd") && !isQuote) return false;
  if (Q_CUE.has(first.text) || question.asksToOwn()) return true;
  // "my SOL?"
  if (asks && amounts.my.has(first.text) && items[1]?.kind === "token" && items.length === 2) return true;
  // "best rate for …" may arrive here as "rate for …", because politeness is dropped.
  if (!named || !lexicon.groups.vocabulary.has(first.text) || q.noBeginning.test(first.text)) return false;
  return (
    !lexicon.groups.orderVerbs.has(first.text) &&
    (lexicon.topicOf(first.text) !== undefined || !unsupported.has(first.text))
  );
}

/** True if the text contains an order: a verb that starts a clause or has an object. A quote may mention a swap. */
export function ordersInside(question: Question, topic: QueryTopic): boolean {
  const { atoms, language } = question;
  return atoms.some((atom, at) => {
    if (atom.kind !== "word" || !question.isOrderVerb(atom)) return false;
    const before = atoms[at - 1]?.text ?? "";
    const starts = before === "," || language.guards.joiners.has(before);
    if (starts || topic === "balance" || topic === "portfolio") return true;
    return topic !== "quote" && hasObject(question, at);
  });
}

function hasObject(question: Question, at: number): boolean {
  const { atoms, language } = question;
  let next = at + 1;
  while (language.questions.modifiers.has(atoms[next]?.text ?? "") && atoms[next]?.kind !== "part") next += 1;
  const object = atoms[next];
  return (
    question.isHoldings(object) ||
    isFigure(object) ||
    object?.token !== undefined ||
    object?.kind === "vague_token"
  );
}

/** True for text that states an amount and asks nothing: "received 5 USDC", "make my SOL balance 10". */
export function statesSum({ first, items, language }: Question): boolean {
  const { questionWords, counting } = language.questions;
  if (first.kind === "word" && questionWords.test(first.text)) return false;
  // "show my last 3 transactions", "show my 3 most recent transactions"
  const counts = (atom: Atom | undefined): boolean => counting.has(atom?.text ?? "");
  return items.some(
    (atom, at) =>
      isFigure(atom) && atom.text !== PART.all && !counts(items[at - 1]) && !counts(items[at + 1]),
  );
}
