import type { QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom, Atoms } from "../text/atom.js";
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
  const named = atoms.some((atom) => atom.kind === "word" && q.topicOf.has(atom.text));
  const figure = items.some((atom) => atom.kind === "number" || atom.kind === "usd");
  // "my wallet to USDC" is an order to convert the balance.
  if (items.some((atom, at) => isHoldings(atom, language) && q.going.has(items[at + 1]?.text ?? "")))
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
  // "tell alice.sol my balance" is not a question: it would send the balance to someone else.
  if (items[1]?.kind === "name" && language.amounts.my.has(items[2]?.text ?? "")) return false;
  // "give me all my balance" asks for money.
  if (
    groups.GET.has(first.text) &&
    items[1]?.kind === "part" &&
    q.balanceVerb.has(items[items.length - 1]?.text ?? "")
  )
    return false;
  if (figure && groups.GET.has(first.text) && !namesQuote(atoms, language)) return false;
  if (asks && language.amounts.my.has(first.text) && items.length === 2 && items[1]?.kind === "token")
    return true;
  if (groups.NEED.has(first.text)) return named && !figure && !items.some((atom) => q.placed.has(atom.text));
  // "how about my balance?" is a question; "how about to swap 1 SOL" is a proposal.
  if (q.proposing.has(first.text)) return named && !hasVerb(items, language);
  if (q.noBeginning.test(first.text)) return groups.Q_CUE.has(first.text) || q.ownOpeners.has(first.text);
  if (groups.Q_CUE.has(first.text) || q.ownOpeners.has(first.text)) return true;
  // "best rate for …" may arrive here as "rate for …", because politeness is dropped.
  if (!named || !q.vocabulary.has(first.text)) return false;
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

const namesQuote = (atoms: Atoms, { questions }: Language): boolean =>
  atoms.some((atom) => atom.kind === "word" && questions.topicOf.get(atom.text) === "quote");

const isFigure = ({ kind }: Atom): boolean => kind === "number" || kind === "usd" || kind === "part";

/** True if the text contains an order: a verb with its object, unless the question is about the order's result. */
export function ordersInside(atoms: Atoms, topic: QueryTopic, language: Language): boolean {
  const { questions: q, lexicon } = language;
  return atoms.some((atom, at) => {
    if (atom.kind !== "word") return false;
    if (q.another.test(atom.text) || (topic !== "quote" && q.ifActing.test(atom.text))) return true;
    // "price, get 5 USDC from my SOL" contains an order; "what do I get for 5 SOL" does not.
    if (at > 0 && topic !== "quote" && lexicon.groups.GET.has(atom.text) && isFigure(atoms[at + 1] ?? atom))
      return true;
    if (!q.orderVerbs.has(atom.text) || q.topicOf.has(atom.text)) return false;
    if (startsClause(atoms, at, language) || topic === "balance" || topic === "portfolio") return true;
    if (!hasObject(atoms, at, language)) return false;
    return topic !== "quote" || !isMentioned(atoms, at, language);
  });
}

/** True if a clause starts here, as in "check my balance and send …" or "my order: swap …". */
function startsClause(atoms: Atoms, at: number, { questions: q }: Language): boolean {
  const before = atoms[at - 1];
  if (before === undefined) return false;
  if (before.kind === "mark" && before.text === ":") return !q.quoted.test(atoms[at - 2]?.text ?? "");
  return q.clauseJoiners.has(before.text) || (before.kind === "mark" && before.text === ",");
}

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

const isQuoteWord = (atom: Atom | undefined, { questions }: Language): boolean =>
  atom !== undefined && questions.topicOf.get(atom.text) === "quote";

function isMentioned(atoms: Atoms, at: number, language: Language): boolean {
  const { questions: q } = language;
  const before = atoms[at - 1];
  if (before === undefined) return false;
  const lead = before.text === ":" || q.leads.has(before.text) ? atoms[at - 2] : before;
  return isQuoteWord(lead, language) || q.mentions.has(before.text) || q.supposing.test(before.text);
}

/** True for text that states an amount and asks nothing: "received 5 USDC", "balance 5 USDC alice.sol". */
export function statesSum(first: Atom, atoms: Atoms, { questions: q }: Language): boolean {
  if (first.kind === "word" && q.questionWords.test(first.text)) return false;
  return atoms.some((atom, at) => {
    const next = atoms[at + 1];
    if (!isFigure(atom) || atom.kind === "part") return false;
    const sum = atom.kind === "usd" || next?.token !== undefined || next?.kind === "unknown";
    return sum && !q.counting.has(atoms[at - 1]?.text ?? "");
  });
}

type Subject = "holdings" | "price" | "history" | "quote";

/** Finds the start of a second question about another subject. */
export function secondQuestion(atoms: Atoms, language: Language): Atom | undefined {
  let first: Subject | undefined;
  for (const clause of clausesOf(atoms, language)) {
    const subject = subjectOf(clause, language);
    if (subject === undefined || subject === first) continue;
    if (first === undefined) first = subject;
    else if (!(subject === "price" && first === "quote" && !clause.some(hasToken))) return clause[0];
  }
  return undefined;
}

function clausesOf(atoms: Atoms, language: Language): Atom[][] {
  const { looks, joiners } = language.questions;
  const out: Atom[][] = [[]];
  atoms.forEach((atom, at) => {
    const mark = atom.kind === "mark" && (atom.text === "," || atom.text === "&");
    if (mark || joiners.has(atom.text)) out.push([]);
    else if (atom.kind === "word" && looks.has(atom.text) && at > 0 && namesTopic(out, language))
      out.push([atom]);
    else out[out.length - 1]?.push(atom);
  });
  return out;
}

const namesTopic = (clauses: readonly Atoms[], { questions }: Language): boolean =>
  clauses[clauses.length - 1]?.some((atom) => questions.topicOf.has(atom.text)) ?? false;

/** Finds a clause's subject. The price of holdings is about the holdings, and a wallet's log about the history. */
function subjectOf(clause: Atoms, { questions, lexicon }: Language): Subject | undefined {
  const named = new Set(
    clause.filter(({ kind }) => kind === "word").map(({ text }) => questions.topicOf.get(text)),
  );
  if (named.has("quote")) return "quote";
  if (named.has("balance")) return "holdings";
  if (named.has("history")) return "history";
  const counts = clause.some((atom) => questions.countsEnd.test(atom.text));
  if (named.has("price")) return named.has("portfolio") ? "holdings" : "price";
  if (named.has("portfolio")) return "holdings";
  if (counts && clause.some((atom) => atom.token !== undefined)) {
    if (clause.some(({ kind }) => kind === "number" || kind === "usd")) return "quote";
    if (clause.some(({ text }) => questions.is.has(text))) return "price";
  }
  return counts && clause.some((atom) => atom.kind === "word" && lexicon.groups.Q_OWN.has(atom.text))
    ? "holdings"
    : undefined;
}

const hasToken = ({ token }: Atom): boolean => token !== undefined;
