import type { Command, ParserToken, ParserWorld, QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import { balanceTarget } from "../refusals/diagnose.js";
import { type Diagnosis, diagnosis, type RefusalReason } from "../result.js";
import type { Atom, Atoms } from "../text/atom.js";
import { opens, ordersInside, secondQuestion, statesSum } from "./opening.js";
import { type QuestionTopic, tokensOf, topicAsked } from "./topic.js";

/** The reading of a question, or its refusal. */
export type QueryResult =
  | { readonly command: Command; readonly topic: Atom }
  | { readonly diagnosis: Diagnosis };

/** Parses a question about a wallet or the market. Undefined if the sentence is not such a question. */
export function readQuery(
  sentence: Sentence,
  world: ParserWorld,
  language: Language,
): QueryResult | undefined {
  const { messages } = language;
  const { items, atoms } = sentence;
  // Fast path: most commands begin with an order verb.
  if (items[0] !== undefined && isOrderVerb(items[0], language)) {
    // "convert 1 SOL to USDC how much"
    const last = items[items.length - 1];
    return last !== undefined && language.questions.counts.has(last.text)
      ? readQuote(sentence, last, tokensOf(atoms, language), language)
      : undefined;
  }
  const first = leadOf(sentence, language);
  if (first === undefined || !opens(first, sentence, language)) return undefined;
  const found = topicAsked(sentence, first, language);
  const how = items.find((atom) => language.questions.howTo.has(atom.text));
  if (found !== undefined && how !== undefined) return refuse("question", messages.guards.question, how);
  const set = holdings(found) && !asksFirst(first, language) ? balanceTarget(items, language) : undefined;
  if (set !== undefined) return { diagnosis: set };
  if (found === undefined || ordersInside(atoms, found.name, language)) return undefined;
  if (found.name !== "price" && found.name !== "quote" && statesSum(first, items, language)) return undefined;
  const second = secondQuestion(atoms, language);
  if (second !== undefined) return refuse("several_actions", messages.oneQuestion, second);
  const limit = unanswerable(sentence, found, language);
  if (limit !== undefined) return { diagnosis: limit };
  const tokens = tokensOf(atoms, language);
  return found.name === "quote"
    ? readQuote(sentence, found.atom, tokens, language)
    : settle(sentence, found, tokens, world, language);
}

const holdings = (found: QuestionTopic | undefined): boolean =>
  found?.name === "balance" || found?.name === "portfolio";

/** True for "is my balance 5 SOL?", which asks, unlike "make my balance 5 SOL". */
const asksFirst = ({ kind, text }: Atom, { questions }: Language): boolean =>
  kind === "word" && questions.questionWords.test(text);

const isOrderVerb = ({ kind, text }: Atom, { questions, lexicon }: Language): boolean =>
  kind === "word" &&
  questions.orderVerbs.has(text) &&
  !questions.topicOf.has(text) &&
  !lexicon.groups.Q_CUE.has(text);

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
  const { messages, questions } = language;
  const unknown = items.find((item) => !isExplained(item, "quote", language));
  // If both tokens are named, the unknown word makes this a different question.
  if (unknown !== undefined && (tokens.length > 1 || unknown.kind !== "unknown")) return undefined;
  if (unknown !== undefined) return refuse("unknown_token", messages.unlisted(unknown.text), unknown);
  const vague = items.find((item) => item.kind === "vague_token" && !questions.vocabulary.has(item.text));
  if (vague !== undefined) return refuse("unknown_token", messages.unlisted(vague.text), vague);
  if (tokens.length === 0) return refuse("missing_token", messages.tokensToQuote, atom);
  const [, again] = items.filter((item) => item.token !== undefined);
  if (tokens.length === 1 && again !== undefined) return refuse("same_token", messages.quotedInItself, again);
  // In "a Jupiter quote for 5 SOL to USDC" JUP is the venue.
  if (tokens.filter(({ symbol }) => symbol !== "JUP").length > 2 || tokens.length > 3)
    return refuse("several_actions", messages.oneQuote, atom);
  return { command: { action: "query", topic: "quote" }, topic: atom };
}

function settle(
  sentence: Sentence,
  found: QuestionTopic,
  tokens: readonly ParserToken[],
  world: ParserWorld,
  language: Language,
): QueryResult {
  const { messages } = language;
  const { items, atoms } = sentence;
  const wallet = walletOf(items, world, language);
  if (wallet !== undefined && "diagnosis" in wallet) return wallet;
  const unclear = unclearToken(items, found, tokens, language);
  if (unclear !== undefined) return unclear;
  const [token] = tokens;
  if (found.name === "price" && token === undefined)
    return refuse("missing_token", messages.tokenOfPrice, found.atom);
  const many = found.name === "price" ? severalPrices(atoms, tokens, language) : undefined;
  if (many !== undefined) return refuse("ambiguous_token", messages.onePrice, many);
  const none = found.name === "portfolio" || (found.name === "balance" && tokens.length > 1);
  const mint = token === undefined || none ? {} : { mint: token.mint };
  const where = wallet === undefined ? {} : { address: wallet.address };
  return { command: { action: "query", topic: found.name, ...mint, ...where }, topic: found.atom };
}

function walletOf(
  items: Atoms,
  world: ParserWorld,
  { messages }: Language,
): { readonly address: string } | { diagnosis: Diagnosis } | undefined {
  const bad = items.find((atom) => atom.kind === "bad_address");
  if (bad !== undefined) return refuse("invalid_address", messages.copyAgain, bad);
  const nobody = items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle");
  if (nobody !== undefined) return refuse("unknown_recipient", messages.addressOrName, nobody);
  const [first, second] = items.filter((atom) => atom.kind === "name" || atom.kind === "address");
  if (first === undefined) return undefined;
  if (second !== undefined && second.text !== first.text)
    return refuse("several_actions", messages.oneWallet, second);
  const address = first.kind === "address" ? first.text : world.resolveName(first.text);
  return address === undefined
    ? refuse("unknown_recipient", messages.unknownName(first.text), first)
    : { address };
}

/** Diagnoses a token that is referred to but not named, or an unexplained word. */
function unclearToken(
  items: Atoms,
  { name }: QuestionTopic,
  tokens: readonly ParserToken[],
  language: Language,
): QueryResult | undefined {
  const { messages, numbers, questions: q } = language;
  if (tokens.length === 0) {
    const pointed = items.find(
      (atom, at) => q.points.has(atom.text) && q.kinds.has(items[at + 1]?.text ?? ""),
    );
    if (pointed !== undefined && (name === "price" || name === "balance"))
      return refuse("missing_token", messages.nameByMint, pointed);
    const wide = items.find(
      (atom) =>
        atom.kind === "word" &&
        language.lexicon.groups.superlative.has(atom.text) &&
        (name === "price" ? !q.volume.has(atom.text) : !q.vocabulary.has(atom.text)),
    );
    if (wide !== undefined) return refuse("ambiguous_token", messages.nameByMint, wide);
    const money = items.find(
      (atom) => atom.kind === "currency" || (atom.kind === "word" && numbers.currencies.has(atom.text)),
    );
    if (money !== undefined) return refuse("unsupported_currency", messages.pricesInDollars, money);
  }
  const unexplained = items.find((atom) => !isExplained(atom, name, language));
  const vague = items.find((atom) => atom.kind === "vague_token" && !q.vocabulary.has(atom.text));
  const unlisted = vague ?? unexplained;
  if ((name === "price" || name === "balance") && unlisted !== undefined && tokens.length === 0)
    return refuse("unknown_token", messages.unlisted(unlisted.text), unlisted);
  if (unexplained !== undefined)
    return refuse("not_a_command", messages.strangeInQuestion(unexplained.text), unexplained);
  return undefined;
}

/** Finds the token of a second price. A dollar token, or the second token of a pair, may only be the currency. */
function severalPrices(
  atoms: Atoms,
  tokens: readonly ParserToken[],
  { questions: q }: Language,
): Atom | undefined {
  if (tokens.length < 2) return undefined;
  const last = [...atoms].reverse().find((atom) => atom.token !== undefined);
  if (tokens.length > 2) return last;
  if (tokens.some(({ symbol }) => /^USD|USD$/.test(symbol))) return undefined;
  const joined = atoms.find((atom) => atom.kind === "word" && q.together.has(atom.text));
  const between = atoms.some((atom) => q.between.has(atom.text));
  if (joined !== undefined) return between ? undefined : joined;
  return atoms.some((atom) => q.paired.has(atom.text)) ? undefined : last;
}

const refuse = (reason: RefusalReason, message: string, atom: Atom): { diagnosis: Diagnosis } => ({
  diagnosis: diagnosis(reason, message, atom),
});

const MARKS: ReadonlySet<string> = new Set(["/", "$", "(", ")", "'", "&", "#"]);
/** Diagnoses a valid question that the service cannot answer. */
export function unanswerable(
  { items, atoms }: Sentence,
  { name }: QuestionTopic,
  language: Language,
): Diagnosis | undefined {
  const { questions: q, lexicon, messages } = language;
  const stray = items.find(
    (atom) =>
      lexicon.groups.Q_UNSUPPORTED.has(atom.text) &&
      atom.kind === "word" &&
      q.topicOf.get(atom.text) === undefined,
  );
  if (stray !== undefined) return diagnosis("unsupported_action", messages.canBeAsked, stray);
  const how = items.find((atom) => q.how.has(atom.text));
  if (how !== undefined && items.some((atom) => q.work.has(atom.text)))
    return diagnosis("question", messages.howThingsWork, how);
  if (name === "price" || name === "quote") {
    const cost = items.find((atom) => q.sending.has(atom.text) || atom.kind === "name");
    if (cost !== undefined) return diagnosis("unsupported_action", messages.transferCosts, cost);
  }
  if (name === "quote") {
    const someone = items.find((atom) => atom.kind === "address" || atom.kind === "bad_address");
    if (someone !== undefined) return diagnosis("unknown_token", messages.mintNotListed, someone);
  }
  if (name === "price") return priceLimit(items, atoms, language);
  const whose = anotherOnes(items, language);
  if (whose !== undefined) return diagnosis("unknown_recipient", messages.addressOrName, whose);
  const again = items.find((atom) => q.again.has(atom.text));
  if (name === "history" && again !== undefined && !q.looks.has(items[0]?.text ?? ""))
    return diagnosis("unsupported_action", messages.notRepeated, again);
  return undefined;
}

function priceLimit(items: Atoms, atoms: Atoms, language: Language): Diagnosis | undefined {
  const { questions: q, lexicon, messages } = language;
  const { Q_PAST: past, Q_STANDING: moves } = lexicon.groups;
  const mint = items.find((atom) => atom.kind === "address");
  if (mint !== undefined) return diagnosis("unknown_token", messages.mintNotListed, mint);
  const word = items.find((atom) => atom.kind === "word" && past.has(atom.text));
  const moved = atoms.some((atom) => moves.has(atom.text) || q.changes.has(atom.text));
  if (word !== undefined && !moved) return diagnosis("unsupported_action", messages.pricesOfNow, word);
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
