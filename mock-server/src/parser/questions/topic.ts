import type { QueryTopic } from "../command.js";
import { type Atom, isFigure } from "../text/atom.js";
import type { Question } from "./question.js";

export interface QuestionTopic {
  readonly name: QueryTopic;
  readonly atom: Atom;
}

/** Finds a question's topic by its word or by a pattern such as "how much SOL for 100 USDC". */
export function topicAsked(question: Question): QuestionTopic | undefined {
  const { first, items, tokens, language } = question;
  const { questions: q, lexicon } = language;
  const opening = q.supposing.test(first.text) ? items.slice(1) : items.slice(0, 3);
  const asks = opening.some((atom) => atom.kind === "word" && q.asking.test(atom.text));
  const listed = question.said(lexicon.groups.Q_LISTED);
  if (listed !== undefined) return question.isOwned() ? { name: "portfolio", atom: listed } : undefined;
  if (isConversion(question, asks)) return { name: "quote", atom: first };
  const named = topicNamed(question);
  const owned = items.find((atom) => atom.kind === "word" && lexicon.groups.Q_OWN.has(atom.text));
  const isRate = named?.name === "price" || (named === undefined && owned === undefined);
  if (isRate && question.isRate()) return { name: "quote", atom: named?.atom ?? first };
  if (named !== undefined)
    return { name: isBalance(question, named) ? "balance" : named.name, atom: named.atom };
  const looks = q.looks.has(first.text) || (first.token !== undefined && question.asks);
  if (owned === undefined || !(asks || looks || question.asksToOwn())) return topicOfShape(question);
  const what = looks || q.which.has(first.text);
  return { name: what && tokens.length === 0 ? "portfolio" : "balance", atom: owned };
}

function topicNamed(question: Question): QuestionTopic | undefined {
  const { atoms, tokens, language } = question;
  const price = question.named("price");
  // "the worth of my portfolio" is about the portfolio, "quote the price of JUP" about the price.
  const other = tokens.length === 0 ? (question.named("portfolio") ?? question.named("history")) : undefined;
  for (const name of RANK) {
    const atom = question.named(name);
    if (atom === undefined || (name === "price" && other !== undefined)) continue;
    const isRate = price !== undefined || language.lexicon.groups.Q_RATE.has(atom.text);
    const rate = tokens.length === 1 && !atoms.some(isFigure) && isRate;
    return { name: name === "quote" && rate ? "price" : name, atom };
  }
  return undefined;
}

/** True if the object makes the topic a balance: "the value of my BONK", "SOL in my wallet". */
function isBalance(question: Question, { name }: QuestionTopic): boolean {
  const { atoms, items, tokens, language } = question;
  const { questions: q } = language;
  if (tokens.length !== 1) return false;
  const isOwn = items.some((atom, at) => atom.token !== undefined && question.isMine(at));
  if (name === "price") return isOwn && question.said(q.worth) !== undefined;
  if (name !== "portfolio") return false;
  if (isOwn || question.said(q.counts) !== undefined || question.said(q.amountWords) !== undefined)
    return true;
  return atoms.some(
    (atom, at) =>
      (q.holdings.has(atom.text) && atoms[at - 1]?.token !== undefined) ||
      (atom.token !== undefined && q.inWallet.test(atoms[at + 1]?.text ?? "")),
  );
}

/** Recognizes questions without a topic word. */
function topicOfShape(question: Question): QuestionTopic | undefined {
  const { first, items, tokens, language } = question;
  const { questions: q, lexicon } = language;
  const price = { name: "price", atom: first } as const;
  const balance = { name: "balance", atom: first } as const;
  if (question.isTicker()) return price;
  if (tokens.length !== 1) return undefined;
  // "show me my BONK", "my SOL?"
  const held = items.length <= 3 && items.at(-1)?.token !== undefined;
  const shows = q.looks.has(first.text) || question.asks;
  if (held && shows && question.isMine(items.length - 1)) return balance;
  if (q.converts.test(first.text) && isFigure(items[1]) && question.has("vague_token", "usd")) return price;
  // "is SOL up?", "SOL up?"
  const doing = q.doing.test(first.text) || (first.token !== undefined && question.asks);
  if (doing && question.said(lexicon.groups.Q_STANDING) !== undefined) return price;
  if (!q.counts.has(first.text) || items.length > 7) return undefined;
  const somebody = question.has("address", "name");
  const isMine = items.some(({ text }) => q.endsMine.test(text));
  if (question.said(q.is) === undefined && (somebody || question.said(q.for) === undefined)) return undefined;
  if (somebody && items.some(isFigure)) return undefined;
  return somebody || isMine ? balance : price;
}

/** True for a question about an amount of one token in another: "how much SOL for 100 USDC". */
function isConversion(question: Question, asks: boolean): boolean {
  const { first, atoms, items, tokens, language } = question;
  const { questions: q, lexicon } = language;
  const { GET, Q_EXCHANGE, Q_RATE } = lexicon.groups;
  const dollars = atoms.some(
    (atom, at) => atom.kind === "usd" || (atom.kind === "number" && atoms[at + 1]?.kind === "vague_token"),
  );
  const sum = atoms.some(
    (atom, at) => isFigure(atom) || (atom.token !== undefined && question.isMine(at, atoms)),
  );
  if (!sum || (tokens.length < 2 && !(tokens.length === 1 && dollars))) return false;
  if (question.named("history") !== undefined || question.named("balance") !== undefined) return false;
  if (q.converts.test(first.text) && isFigure(items[1])) return true;
  if (GET.has(first.text) && question.named("price") !== undefined) return true;
  const trades = (question.said(Q_EXCHANGE) ?? question.said(Q_RATE)) !== undefined;
  if ((asks || question.said(q.counts) !== undefined) && trades) return true;
  if (isFigure(first) && items.length === 4 && tokens.length === 2 && question.asks) return true;
  if (!atoms.some((atom) => Q_RATE.has(atom.text))) return false;
  return atoms.some((atom) => isFigure(atom) && !(atom.value?.n === 1n && atom.value.d === 1n));
}

/** Topics by priority, for questions with words of several topics. */
export const RANK: readonly QueryTopic[] = ["quote", "balance", "price", "history", "portfolio"];
