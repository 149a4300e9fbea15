import type { Command, ParserWorld, QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import { isDollarToken } from "../orders/quantity.js";
import type { Sentence } from "../orders/sentences.js";
import { type Diagnosis, diagnosis } from "../result.js";
import type { Atom } from "../text/atom.js";
import { opens, ordersInside, statesSum } from "./opening.js";
import { Question } from "./question.js";
import { type QuestionTopic, topicAsked } from "./topic.js";

/** The reading of a question, or its refusal. */
export type QueryResult = { readonly command: Command; readonly topic: Atom } | Diagnosis;

/** Parses a question about a wallet or the market. Undefined if the sentence is not such a question. */
export function readQuery(
  sentence: Sentence,
  world: ParserWorld,
  language: Language,
): QueryResult | undefined {
  const { items, atoms, asks } = sentence;
  const { questions, lexicon } = language;
  const [start] = items;
  // The start of a question may be filler elsewhere: "best rate".
  const first =
    atoms.find(
      (atom) =>
        atom.start === start?.start || (atom.kind === "word" && lexicon.topicOf(atom.text) !== undefined),
    ) ?? atoms[0];
  if (first === undefined) return undefined;
  const question = new Question(items, atoms, asks, first, language);
  const isOrder = start?.kind === "word" && question.isOrderVerb(start);
  if (isOrder && !lexicon.groups.Q_CUE.has(start.text)) {
    // "convert 1 SOL to USDC how much"
    const last = items.at(-1);
    return last !== undefined && questions.counts.has(last.text) ? readQuote(question, last) : undefined;
  }
  if (!opens(question)) return undefined;
  const found = topicAsked(question);
  // "que compre SOL" may be an order. "¿qué compré?" and "que compre ayer" ask.
  const isPast = asks || questions.questionWords.test(first.text) || question.said(lexicon.groups.Q_PAST);
  if (!isPast && items.some(({ form }) => form === "past")) return undefined;
  if (found === undefined || ordersInside(question, found.name)) return undefined;
  if (found.name !== "price" && found.name !== "quote" && statesSum(question)) return undefined;
  return (
    secondQuestion(question) ??
    unanswerable(question, found) ??
    (found.name === "quote" ? readQuote(question, found.atom) : settle(question, found, world))
  );
}

function readQuote(question: Question, topic: Atom): QueryResult | undefined {
  const { items, tokens } = question;
  // In "a Jupiter quote for 5 SOL to USDC" JUP is the venue.
  const many = tokens.filter(({ symbol }) => symbol !== "JUP").length > 2;
  if (many || question.has("name", "address", "bad_address")) return undefined;
  const unknown = items.find((item) => !isExplained(item, "quote", question));
  // If both tokens are named, the unknown word makes this a different question.
  if (unknown !== undefined && (tokens.length > 1 || unknown.kind !== "unknown")) return undefined;
  const unlisted = unknown ?? vagueToken(question);
  if (unlisted !== undefined) return diagnosis("unknown_token", "unlisted", unlisted);
  if (tokens.length === 0) return diagnosis("missing_token", "tokensToQuote", topic);
  return { command: { action: "query", topic: "quote" }, topic };
}

/** A word for several tokens that is not also a word of questions. */
const vagueToken = ({ items, language }: Question): Atom | undefined =>
  items.find(({ kind, text }) => kind === "vague_token" && !language.lexicon.groups.vocabulary.has(text));

function settle(question: Question, found: QuestionTopic, world: ParserWorld): QueryResult {
  const { items, tokens } = question;
  const [token] = tokens;
  const wallet = walletOf(question, world, found.name);
  if (typeof wallet === "object") return wallet;
  const { name, atom: topic } = found;
  const unexplained = items.find((atom) => !isExplained(atom, name, question));
  const unlisted = vagueToken(question) ?? unexplained;
  if ((name === "price" || name === "balance") && unlisted !== undefined && token === undefined)
    return diagnosis("unknown_token", name === "balance" ? "notHeld" : "unlisted", unlisted);
  if (unexplained !== undefined) return diagnosis("not_a_command", "strangeInQuestion", unexplained);
  if (name === "price" && token === undefined) return diagnosis("missing_token", "tokenOfPrice", topic);
  const one = tokens.length === 1 || name === "history" || isPair(question);
  const mint = token === undefined || name === "portfolio" || !one ? {} : { mint: token.mint };
  const where = wallet === undefined ? {} : { address: wallet };
  return { command: { action: "query", topic: name, ...mint, ...where }, topic };
}

/** The address of the wallet that the question names. */
function walletOf(question: Question, world: ParserWorld, name: QueryTopic): string | Diagnosis | undefined {
  const { items } = question;
  const bad = items.find((atom) => atom.kind === "bad_address");
  if (bad !== undefined) return diagnosis("invalid_address", "copyAgain", bad);
  const nobody = items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle");
  if (nobody !== undefined) return diagnosis("unknown_recipient", "addressOrName", nobody);
  const first = items.find((atom) => atom.kind === "name" || atom.kind === "address");
  if (first === undefined || (name === "history" && question.isParty(first))) return undefined;
  const address = first.kind === "address" ? first.text : world.resolveName(first.text);
  return address ?? diagnosis("unknown_recipient", (texts) => texts.unknownName(first.text), first);
}

/** True if the second token is the currency of the price: "SOL in USDC". */
const isPair = ({ atoms, tokens, language }: Question): boolean =>
  tokens.length === 2 &&
  (tokens.some(isDollarToken) || atoms.some((atom) => language.questions.paired.has(atom.text)));

type Subject = "holdings" | "history" | "market";
const SUBJECTS: Partial<Record<QueryTopic, Subject>> = {
  balance: "holdings",
  portfolio: "holdings",
  history: "history",
};

/** Diagnoses a second clause about another subject: "my balance and the price of SOL". */
function secondQuestion(question: Question): Diagnosis | undefined {
  let subject: Subject | undefined;
  let joined = false;
  const second = question.atoms.find((atom) => {
    joined ||= atom.text === "," || question.language.guards.joiners.has(atom.text);
    const topic = question.topicOf(atom);
    if (topic === undefined) return false;
    const other = SUBJECTS[topic] ?? "market";
    subject ??= other;
    return joined && other !== subject;
  });
  return second && diagnosis("several_actions", "oneQuestion", second);
}

/** Diagnoses a valid question that the service cannot answer. */
function unanswerable(question: Question, { name }: QuestionTopic): Diagnosis | undefined {
  const { items, atoms, language } = question;
  const { questions: q, lexicon } = language;
  const { Q_UNSUPPORTED, Q_PAST, Q_STANDING } = lexicon.groups;
  const word = (words: ReadonlySet<string>): Atom | undefined =>
    items.find((atom) => atom.kind === "word" && words.has(atom.text));
  const stray = word(Q_UNSUPPORTED);
  if (stray !== undefined) return diagnosis("unsupported_action", "canBeAsked", stray);
  if (name === "price") {
    // "SOL price in 2030"
    const isYear = ({ text }: Atom, at: number): boolean =>
      /^20\d\d$/.test(text) && language.amounts.in.has(items[at - 1]?.text ?? "");
    const past = word(Q_PAST) ?? items.find(isYear);
    const moved = atoms.some(({ text }) => Q_STANDING.has(text) || q.changes.has(text));
    return past && !moved ? diagnosis("unsupported_action", "pricesOfNow", past) : undefined;
  }
  // Another person's wallet, as in "her balance". In "their value", the word refers to holdings.
  const whose = items.find(
    ({ text }, at) =>
      q.his.test(text) ||
      (q.their.has(text) && (question.isHoldings(items[at + 1]) || question.isHoldings(items[at + 2]))),
  );
  if (whose === undefined || question.has("address", "name")) return undefined;
  return diagnosis("unknown_recipient", "addressOrName", whose);
}

const MARKS: ReadonlySet<string> = new Set(["/", "$", "(", ")", "'", "&", "#"]);

/** True if the atom may be part of a question on this topic. */
function isExplained({ kind, text }: Atom, name: QueryTopic, { language }: Question): boolean {
  const { lexicon } = language;
  const isQuote = name === "quote";
  if (kind === "word" || kind === "unknown")
    return (
      lexicon.groups.vocabulary.has(text) ||
      lexicon.groups.Q_OWN.has(text) ||
      (isQuote && lexicon.groups.quoteWords.has(text))
    );
  if (kind === "mark") return MARKS.has(text) || (isQuote && text === "->");
  return kind !== "url" && kind !== "invalid_number";
}
