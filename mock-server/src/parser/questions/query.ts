import type { Command, ParserToken, ParserWorld, QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import { isDollarToken } from "../orders/quantity.js";
import type { Sentence } from "../orders/sentences.js";
import { type Diagnosis, diagnosis } from "../result.js";
import type { Atom, Atoms } from "../text/atom.js";
import { opens, ordersInside, statesSum } from "./opening.js";
import { type QuestionTopic, tokensOf, topicAsked } from "./topic.js";

/** The reading of a question, or its refusal. */
export type QueryResult = { readonly command: Command; readonly topic: Atom } | Diagnosis;

/** Parses a question about a wallet or the market. Undefined if the sentence is not such a question. */
export function readQuery(
  sentence: Sentence,
  world: ParserWorld,
  language: Language,
): QueryResult | undefined {
  const { items, atoms } = sentence;
  // Fast path: most commands begin with an order verb.
  if (items[0] !== undefined && isOrderVerb(items[0], language)) {
    // "convert 1 SOL to USDC how much"
    const last = items[items.length - 1];
    return last !== undefined && language.questions.counts.has(last.text)
      ? readQuote(sentence, last, tokensOf(atoms), language)
      : undefined;
  }
  const first = leadOf(sentence, language);
  if (first === undefined || !opens(first, sentence, language)) return undefined;
  const found = topicAsked(sentence, first, language);
  if (found === undefined || ordersInside(atoms, found.name, language)) return undefined;
  if (found.name !== "price" && found.name !== "quote" && statesSum(first, items, language)) return undefined;
  const second = secondQuestion(atoms, language);
  if (second !== undefined) return diagnosis("several_actions", "oneQuestion", second);
  const limit = unanswerable(sentence, found, language);
  if (limit !== undefined) return limit;
  const tokens = tokensOf(atoms);
  return found.name === "quote"
    ? readQuote(sentence, found.atom, tokens, language)
    : settle(sentence, found, tokens, world, language);
}

const isOrderVerb = ({ kind, text }: Atom, { questions, lexicon }: Language): boolean =>
  kind === "word" &&
  questions.orderVerbs.has(text) &&
  !questions.topicOf.has(text) &&
  !lexicon.groups.Q_CUE.has(text);

const PERSONS: ReadonlySet<Atom["kind"]> = new Set(["name", "address", "bad_address"]);

/** Finds the start of a question, including words that are filler elsewhere: "best rate". */
function leadOf({ items, atoms }: Sentence, { questions }: Language): Atom | undefined {
  const [firstItem] = items;
  return (
    atoms.find(
      (atom) => atom.start === firstItem?.start || (atom.kind === "word" && questions.topicOf.has(atom.text)),
    ) ?? atoms[0]
  );
}

function readQuote(
  { items }: Sentence,
  atom: Atom,
  tokens: readonly ParserToken[],
  language: Language,
): QueryResult | undefined {
  const { questions } = language;
  // In "a Jupiter quote for 5 SOL to USDC" JUP is the venue.
  const many = tokens.filter(({ symbol }) => symbol !== "JUP").length > 2;
  if (many || items.some(({ kind }) => PERSONS.has(kind))) return undefined;
  const unknown = items.find((item) => !isExplained(item, "quote", language));
  // If both tokens are named, the unknown word makes this a different question.
  if (unknown !== undefined && (tokens.length > 1 || unknown.kind !== "unknown")) return undefined;
  if (unknown !== undefined) return diagnosis("unknown_token", "unlisted", unknown);
  const vague = items.find((item) => item.kind === "vague_token" && !questions.vocabulary.has(item.text));
  if (vague !== undefined) return diagnosis("unknown_token", "unlisted", vague);
  if (tokens.length === 0) return diagnosis("missing_token", "tokensToQuote", atom);
  return { command: { action: "query", topic: "quote" }, topic: atom };
}

function settle(
  sentence: Sentence,
  found: QuestionTopic,
  tokens: readonly ParserToken[],
  world: ParserWorld,
  language: Language,
): QueryResult {
  const { items, atoms } = sentence;
  const wallet = walletOf(items, world);
  if (wallet !== undefined && "reason" in wallet) return wallet;
  const unclear = unclearToken(items, found, tokens, language);
  if (unclear !== undefined) return unclear;
  const [token] = tokens;
  if (found.name === "price" && token === undefined)
    return diagnosis("missing_token", "tokenOfPrice", found.atom);
  const one = tokens.length === 1 || found.name === "history" || isPair(atoms, tokens, language);
  const mint = token === undefined || found.name === "portfolio" || !one ? {} : { mint: token.mint };
  const where = wallet === undefined ? {} : { address: wallet.address };
  return { command: { action: "query", topic: found.name, ...mint, ...where }, topic: found.atom };
}

function walletOf(items: Atoms, world: ParserWorld): { readonly address: string } | Diagnosis | undefined {
  const bad = items.find((atom) => atom.kind === "bad_address");
  if (bad !== undefined) return diagnosis("invalid_address", "copyAgain", bad);
  const nobody = items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle");
  if (nobody !== undefined) return diagnosis("unknown_recipient", "addressOrName", nobody);
  const first = items.find((atom) => atom.kind === "name" || atom.kind === "address");
  if (first === undefined) return undefined;
  const address = first.kind === "address" ? first.text : world.resolveName(first.text);
  return address === undefined
    ? diagnosis("unknown_recipient", (texts) => texts.unknownName(first.text), first)
    : { address };
}

/** Diagnoses a token that is referred to but not named, or an unexplained word. */
function unclearToken(
  items: Atoms,
  { name }: QuestionTopic,
  tokens: readonly ParserToken[],
  language: Language,
): QueryResult | undefined {
  const { questions: q } = language;
  const unexplained = items.find((atom) => !isExplained(atom, name, language));
  const vague = items.find((atom) => atom.kind === "vague_token" && !q.vocabulary.has(atom.text));
  const unlisted = vague ?? unexplained;
  if ((name === "price" || name === "balance") && unlisted !== undefined && tokens.length === 0)
    return diagnosis("unknown_token", "unlisted", unlisted);
  if (unexplained !== undefined) return diagnosis("not_a_command", "strangeInQuestion", unexplained);
  return undefined;
}

/** True if the second token is the currency of the price: "SOL in USDC". */
const isPair = (atoms: Atoms, tokens: readonly ParserToken[], { questions: q }: Language): boolean =>
  tokens.length === 2 && (tokens.some(isDollarToken) || atoms.some((atom) => q.paired.has(atom.text)));

type Subject = "holdings" | "history" | "market";
const SUBJECTS: Partial<Record<QueryTopic, Subject>> = {
  balance: "holdings",
  portfolio: "holdings",
  history: "history",
};

/** Finds the topic of a second clause about another subject: "my balance and the price of SOL". */
function secondQuestion(atoms: Atoms, { questions, guards }: Language): Atom | undefined {
  let subject: Subject | undefined;
  let joined = false;
  return atoms.find((atom) => {
    joined ||= atom.text === "," || guards.joiners.has(atom.text);
    const topic = atom.kind === "word" ? questions.topicOf.get(atom.text) : undefined;
    if (topic === undefined) return false;
    const other = SUBJECTS[topic] ?? "market";
    subject ??= other;
    return joined && other !== subject;
  });
}

const MARKS: ReadonlySet<string> = new Set(["/", "$", "(", ")", "'", "&", "#"]);
/** Diagnoses a valid question that the service cannot answer. */
export function unanswerable(
  { items, atoms }: Sentence,
  { name }: QuestionTopic,
  language: Language,
): Diagnosis | undefined {
  const { questions: q, lexicon } = language;
  const stray = items.find(
    (atom) =>
      lexicon.groups.Q_UNSUPPORTED.has(atom.text) &&
      atom.kind === "word" &&
      q.topicOf.get(atom.text) === undefined,
  );
  if (stray !== undefined) return diagnosis("unsupported_action", "canBeAsked", stray);
  if (name === "price") return priceLimit(items, atoms, language);
  const whose = anotherOnes(items, language);
  if (whose !== undefined) return diagnosis("unknown_recipient", "addressOrName", whose);
  return undefined;
}

function priceLimit(items: Atoms, atoms: Atoms, language: Language): Diagnosis | undefined {
  const { questions: q, lexicon } = language;
  const { Q_PAST: past, Q_STANDING: moves } = lexicon.groups;
  const word = items.find((atom) => atom.kind === "word" && past.has(atom.text));
  const moved = atoms.some((atom) => moves.has(atom.text) || q.changes.has(atom.text));
  if (word !== undefined && !moved) return diagnosis("unsupported_action", "pricesOfNow", word);
  return undefined;
}

/** Finds a word for another person's wallet, as in "her balance". In "their value", the word refers to holdings. */
function anotherOnes(items: Atoms, { questions: q }: Language): Atom | undefined {
  if (items.some(({ kind }) => kind === "address" || kind === "name")) return undefined;
  return items.find((atom, at) => {
    const topics = [items[at + 1], items[at + 2]].map((next) => q.topicOf.get(next?.text ?? ""));
    return (
      q.his.test(atom.text) ||
      (q.their.has(atom.text) && (topics.includes("balance") || topics.includes("portfolio")))
    );
  });
}

/** True if the atom may be part of a question on this topic. */
export function isExplained(atom: Atom, name: QueryTopic, { questions: q, lexicon }: Language): boolean {
  if (atom.kind === "word" || atom.kind === "unknown")
    return (
      q.vocabulary.has(atom.text) ||
      lexicon.groups.Q_OWN.has(atom.text) ||
      (name === "quote" && q.quoteWords.has(atom.text))
    );
  if (atom.kind === "mark") return MARKS.has(atom.text) || (name === "quote" && atom.text === "->");
  return atom.kind !== "url" && atom.kind !== "invalid_number";
}
