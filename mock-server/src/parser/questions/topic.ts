import type { ParserToken, QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import { type Atom, type Atoms, isFigure } from "../text/atom.js";

export interface QuestionTopic {
  readonly name: QueryTopic;
  readonly atom: Atom;
}

/** Finds a question's topic by its word or by a pattern such as "how much SOL for 100 USDC". */
export function topicAsked(sentence: Sentence, first: Atom, language: Language): QuestionTopic | undefined {
  const { questions: q, lexicon } = language;
  const { atoms, items } = sentence;
  const tokens = tokensOf(atoms);
  const opening = q.supposing.test(first.text) ? items.slice(1) : items.slice(0, 3);
  const asks = opening.some((atom) => atom.kind === "word" && q.asking.test(atom.text));
  if (isConversion(sentence, first, tokens, asks, language)) return { name: "quote", atom: first };
  const named = topicNamed(atoms, tokens, language);
  if (named !== undefined) return ofHoldings(named, sentence, tokens, language);
  const owned = items.find((atom) => atom.kind === "word" && lexicon.groups.Q_OWN.has(atom.text));
  const looks = q.looks.has(first.text) || (first.token !== undefined && sentence.asks);
  if (owned !== undefined && (asks || looks || q.ownOpeners.has(first.text))) {
    const what = looks || q.which.has(first.text);
    return { name: what && tokens.length === 0 ? "portfolio" : "balance", atom: owned };
  }
  return topicOfShape(first, sentence, tokens, language);
}

function topicNamed(
  atoms: Atoms,
  tokens: readonly ParserToken[],
  language: Language,
): QuestionTopic | undefined {
  const { topicOf } = language.questions;
  for (const name of RANK) {
    const atom = atoms.find((candidate) => candidate.kind === "word" && topicOf.get(candidate.text) === name);
    if (atom === undefined) continue;
    // "the worth of my portfolio" is about the portfolio, "quote the price of JUP" about the price.
    if (name === "price" && tokens.length === 0 && hasOther(atoms, language)) continue;
    const rate =
      tokens.length === 1 &&
      !atoms.some(isFigure) &&
      (language.lexicon.groups.Q_RATE.has(atom.text) || hasTopic(atoms, "price", language));
    if (name === "quote" && rate) return { name: "price", atom };
    return { name, atom };
  }
  const price = atoms.find((atom) => atom.kind === "word" && topicOf.get(atom.text) === "price");
  return price === undefined ? undefined : { name: "price", atom: price };
}

/** Corrects the topic by its object: "the value of my BONK" and "SOL in my wallet" are balances. */
function ofHoldings(
  named: QuestionTopic,
  { atoms, items }: Sentence,
  tokens: readonly ParserToken[],
  language: Language,
): QuestionTopic {
  const { questions: q } = language;
  if (tokens.length !== 1) return named;
  const isOwn = items.some((atom, at) => atom.token !== undefined && isMine(items, at, language));
  const counts = items.some((atom) => q.counts.has(atom.text) || q.amountWords.has(atom.text));
  if (named.name === "price" && isOwn && items.some((atom) => q.worth.has(atom.text)))
    return { name: "balance", atom: named.atom };
  if (named.name !== "portfolio") return named;
  const holdings = atoms.some((atom, at) => q.holdings.has(atom.text) && atoms[at - 1]?.token !== undefined);
  const where = q.where.test(named.atom.text) && counts;
  const isLocated = atoms.some(
    (atom, at) => atom.token !== undefined && q.inWallet.test(atoms[at + 1]?.text ?? ""),
  );
  return isLocated || holdings || where || isOwn || counts ? { name: "balance", atom: named.atom } : named;
}

const isMine = (items: Atoms, at: number, { questions: q }: Language): boolean =>
  q.endsMine.test(items[at - 1]?.text ?? "") ||
  (items[at - 1]?.kind === "part" && q.endsMine.test(items[at - 2]?.text ?? ""));

/** Recognizes questions without a topic word. */
function topicOfShape(
  first: Atom,
  sentence: Sentence,
  tokens: readonly ParserToken[],
  language: Language,
): QuestionTopic | undefined {
  const { items } = sentence;
  const {
    questions: q,
    lexicon: { groups },
  } = language;
  const somebody = items.some(({ kind }) => kind === "address" || kind === "name");
  if (isTicker(items)) return { name: "price", atom: first };
  if (tokens.length !== 1) return undefined;
  // "show me my BONK", "my SOL?"
  const held = items.length <= 3 && items[items.length - 1]?.token !== undefined;
  const shows = q.looks.has(first.text) || sentence.asks;
  if (held && shows && isMine(items, items.length - 1, language)) return { name: "balance", atom: first };
  const inDollars = items.some(({ kind }) => kind === "vague_token" || kind === "usd");
  if (q.converts.test(first.text) && isFigure(items[1]) && inDollars) return { name: "price", atom: first };
  const doing = q.doing.test(first.text) && items.some((atom) => groups.Q_STANDING.has(atom.text));
  if (doing) return { name: "price", atom: first };
  if (!q.counts.has(first.text) || items.length > 7) return undefined;
  if (!items.some((atom) => q.is.has(atom.text) || (q.for.has(atom.text) && !somebody))) return undefined;
  if (somebody && items.some(isFigure)) return undefined;
  return { name: somebody ? "balance" : "price", atom: first };
}

/** True for a question about an amount of one token in another: "how much SOL for 100 USDC". */
function isConversion(
  { atoms, items, asks: questioned }: Sentence,
  first: Atom,
  tokens: readonly ParserToken[],
  asks: boolean,
  language: Language,
): boolean {
  const {
    questions: q,
    lexicon: { groups },
  } = language;
  const dollars = atoms.some(
    (atom, at) => atom.kind === "usd" || (atom.kind === "number" && atoms[at + 1]?.kind === "vague_token"),
  );
  const sum = atoms.some(
    (atom, at) => isFigure(atom) || (atom.token !== undefined && isMine(atoms, at, language)),
  );
  if (!sum || (tokens.length < 2 && !(tokens.length === 1 && dollars))) return false;
  if (hasTopic(atoms, "history", language) || hasTopic(atoms, "balance", language)) return false;
  const counted = items.some((atom) => q.counts.has(atom.text));
  const trades = items.some((atom) => groups.Q_EXCHANGE.has(atom.text) || groups.Q_RATE.has(atom.text));
  if (q.converts.test(first.text) && isFigure(items[1])) return true;
  if (groups.GET.has(first.text) && hasTopic(atoms, "price", language)) return true;
  if ((asks || counted) && trades) return true;
  if (isFigure(first) && items.length === 4 && tokens.length === 2 && questioned) return true;
  if (!atoms.some((atom) => groups.Q_RATE.has(atom.text))) return false;
  return atoms.some((atom) => isFigure(atom) && !(atom.value?.n === 1n && atom.value.d === 1n));
}

const hasTopic = (atoms: Atoms, topic: QueryTopic, { questions }: Language): boolean =>
  atoms.some(({ kind, text }) => kind === "word" && questions.topicOf.get(text) === topic);

/** True for "SOL/USD" and "SOL/USDC". */
export const isTicker = ([base, slash, quote, ...rest]: Atoms): boolean =>
  rest.length === 0 &&
  base?.token !== undefined &&
  slash?.text === "/" &&
  (quote?.kind === "vague_token" || /^USD|USD$/.test(quote?.token?.symbol ?? ""));

const hasOther = (atoms: Atoms, language: Language): boolean =>
  hasTopic(atoms, "portfolio", language) || hasTopic(atoms, "history", language);

/** Returns each named token once. */
export const tokensOf = (atoms: Atoms): ParserToken[] => [
  ...new Set(atoms.flatMap(({ token }) => token ?? [])),
];

/** Topics by priority, for questions with words of several topics. */
export const RANK: readonly QueryTopic[] = ["quote", "balance", "price", "history", "portfolio"];
