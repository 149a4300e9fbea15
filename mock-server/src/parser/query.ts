import type { Token } from "../world/tokens.js";
import type { Atom } from "./atom.js";
import type { Command, ParserWorld, QueryTopic } from "./command.js";
import { CURRENCY_WORDS } from "./lexicon/numbers.js";
import { group } from "./lexicon.js";
import { OWN_OPENERS, own, type Topic, tokensOf, topicAsked, topicOf } from "./query-topic.js";
import type { Fault } from "./resolve.js";
import type { Sentence } from "./sentences.js";

/** A question's reading, or why it has none. Undefined: it is no question of ours. */
export type QueryResult = { readonly command: Command; readonly topic: Atom } | { readonly fault: Fault };

const cue = group("Q_CUE");
const unsupported = group("Q_UNSUPPORTED");
const superlative = group("superlative");
const currencies: ReadonlySet<string> = new Set(CURRENCY_WORDS);
const VOCABULARY: ReadonlySet<string> = new Set(
  (
    [
      "Q_PRICE",
      "Q_BALANCE",
      "Q_OWN",
      "Q_PORTFOLIO",
      "Q_HISTORY",
      "Q_QUOTE",
      "Q_EXCHANGE",
      "Q_CUE",
      "Q_FILL",
    ] as const
  ).flatMap((name) => [...group(name)]),
);
const COUNTS = new Set([
  "how much",
  "how many",
  "show me how much",
  "show me how many",
  "tell me how much",
  "tell me how many",
]);
const JOINERS = new Set(["and", "then", "and then", "also"]);
const getters = group("GET");
const ORDER_VERBS: ReadonlySet<string> = new Set(
  (["SWAP", "SELL", "BUY", "SEND"] as const).flatMap((name) => [...group(name)]),
);

/** Reads a sentence as a question about a wallet or the market. */
export function readQuery(sentence: Sentence, world: ParserWorld): QueryResult | undefined {
  const { items } = sentence;
  const [first] = items.length > 0 ? items : sentence.atoms;
  if (first === undefined || !opens(first, items) || ordersToo(sentence.atoms)) return undefined;
  const found = topicAsked(sentence, first);
  if (found === undefined || isOrder(first, items, found.name)) return undefined;
  const stray = items.find(
    (atom) => unsupported.has(atom.text) && atom.kind === "word" && topicOf.get(atom.text) === undefined,
  );
  if (stray !== undefined)
    return refuse(
      "unsupported_action",
      "Prices, balances, portfolios, histories and quotes can be asked for.",
      stray,
    );
  const tokens = tokensOf(sentence.atoms);
  if (found.name === "quote") return readQuote(items, found.atom, tokens);
  return settle(sentence, found, tokens, world);
}

/** "check my balance and send 5 USDC": the second clause is an order. */
function ordersToo(atoms: readonly Atom[]): boolean {
  return atoms.some((atom, at) => {
    if (atom.kind !== "word" || !ORDER_VERBS.has(atom.text)) return false;
    const before = atoms[at - 1];
    return (
      before !== undefined && (JOINERS.has(before.text) || (before.kind === "mark" && before.text === ","))
    );
  });
}

/** "get $5 worth SOL with USDC" and "balance my portfolio" only sound like questions. */
function isOrder(first: Atom, items: readonly Atom[], name: QueryTopic): boolean {
  if (first.text === "balance" && items.some((atom) => topicOf.get(atom.text) === "portfolio")) return true;
  const figure = items.some((atom) => atom.kind === "number" || atom.kind === "usd");
  return figure && getters.has(first.text) && (name === "price" || name === "balance");
}

function opens(first: Atom, items: readonly Atom[]): boolean {
  if (first.kind === "token" || first.kind === "vague_token")
    return (
      items.some((atom) => topicOf.has(atom.text)) &&
      !items.some((atom) => ORDER_VERBS.has(atom.text) && !topicOf.has(atom.text))
    );
  if (first.kind === "unknown")
    return items[1] !== undefined && topicOf.get(items[1].text) === "price" && items.length <= 3;
  if (first.kind === "part")
    return (
      items.some((atom) => topicOf.has(atom.text)) &&
      !items.some((atom) => atom.kind === "token" && ORDER_VERBS.has(atom.text))
    );
  if (first.kind !== "word") return false;
  return (
    cue.has(first.text) ||
    OWN_OPENERS.has(first.text) ||
    (topicOf.has(first.text) && !ORDER_VERBS.has(first.text) && !first.text.startsWith("i ")) ||
    first.text === "my" ||
    first.text === "the"
  );
}

function readQuote(items: readonly Atom[], atom: Atom, tokens: readonly Token[]): QueryResult | undefined {
  const unknown = items.find((item) => item.kind === "unknown" && !VOCABULARY.has(item.text));
  // Both tokens are there, so the strange word is none: this asks about something else.
  if (unknown !== undefined && tokens.length > 1) return undefined;
  if (unknown !== undefined)
    return refuse("unknown_token", `"${unknown.text}" is not a token of the list.`, unknown);
  if (tokens.length === 0) return refuse("missing_token", "Name the tokens to quote.", atom);
  return { command: { action: "query", topic: "quote" }, topic: atom };
}

function settle(sentence: Sentence, found: Topic, tokens: readonly Token[], world: ParserWorld): QueryResult {
  const { items, atoms } = sentence;
  const bad = items.find((atom) => atom.kind === "bad_address");
  if (bad !== undefined) return refuse("invalid_address", "That is not a Solana address.", bad);
  const nobody = items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle");
  if (nobody !== undefined)
    return refuse("unknown_recipient", "Give a base58 address or a .sol name.", nobody);
  const name = items.find((atom) => atom.kind === "name");
  const address =
    items.find((atom) => atom.kind === "address")?.text ??
    (name === undefined ? undefined : world.resolveName(name.text));
  if (name !== undefined && address === undefined)
    return refuse("unknown_recipient", `The name service does not know ${name.text}.`, name);
  const wide = items.find(
    (atom) =>
      atom.kind === "word" &&
      superlative.has(atom.text) &&
      (found.name === "price" || !VOCABULARY.has(atom.text)),
  );
  if (wide !== undefined && tokens.length === 0)
    return refuse("ambiguous_token", "Name one token by its symbol or mint.", wide);
  const money = items.find(
    (atom) => atom.kind === "currency" || (atom.kind === "word" && currencies.has(atom.text)),
  );
  if (money !== undefined && tokens.length === 0)
    return refuse("unsupported_currency", "Prices are in US dollars. Name a token.", money);
  const strange = items.find((atom) => !isExplained(atom));
  const vague = items.find((atom) => atom.kind === "vague_token" && !VOCABULARY.has(atom.text));
  if (found.name === "price" || found.name === "balance") {
    const unlisted = vague ?? (tokens.length === 0 || found.name === "balance" ? strange : undefined);
    if (unlisted !== undefined && tokens.length === 0) {
      return refuse("unknown_token", `"${unlisted.text}" is not a token of the list.`, unlisted);
    }
  }
  if (strange !== undefined)
    return refuse("not_a_command", `"${strange.text}" is not understood in this question.`, strange);
  const [token] = tokens;
  if (found.name === "price" && token === undefined)
    return refuse("missing_token", "Name the token whose price is asked.", found.atom);
  const joined = items.find((atom) => atom.text === "and" && atom.kind === "word");
  const inDollars = tokens.length === 2 && tokens.some(({ symbol }) => /^USD|USD$/.test(symbol));
  if (found.name === "price" && tokens.length > 1 && joined !== undefined && !inDollars) {
    return refuse("ambiguous_token", "Ask for the price of one token at a time.", joined);
  }
  // "how many SOL are in my wallet" asks for one balance.
  const counts =
    found.name === "portfolio" && tokens.length === 1 && items.some((atom) => COUNTS.has(atom.text));
  const topic = counts ? "balance" : found.name;
  const many = topic === "balance" && tokens.length > 1;
  const mint = token === undefined || many || topic === "portfolio" ? {} : { mint: token.mint };
  const where = address === undefined || atoms.length === 0 ? {} : { address };
  return { command: { action: "query", topic, ...mint, ...where }, topic: found.atom };
}

function isExplained(atom: Atom): boolean {
  if (atom.kind === "word" || atom.kind === "unknown")
    return VOCABULARY.has(atom.text) || topicOf.has(atom.text) || own.has(atom.text);
  if (atom.kind === "part") return true;
  if (atom.kind === "mark")
    return (
      atom.text === "/" || atom.text === "$" || atom.text === "(" || atom.text === ")" || atom.text === "'"
    );
  return atom.kind !== "picture" && atom.kind !== "url" && atom.kind !== "invalid_number";
}

function refuse(reason: Fault["reason"], message: string, atom: Atom): QueryResult {
  return { fault: { reason, message, span: { start: atom.start, end: atom.end } } };
}
