import type { Token } from "../world/tokens.js";
import type { Atom } from "./atom.js";
import type { Command, ParserWorld, QueryTopic } from "./command.js";
import { CURRENCY_WORDS } from "./lexicon/numbers.js";
import { type GroupName, group } from "./lexicon.js";
import type { Fault } from "./resolve.js";
import type { Sentence } from "./sentences.js";

/** A question's reading, or why it has none. Undefined: it is no question of ours. */
export type QueryResult = { readonly command: Command; readonly topic: Atom } | { readonly fault: Fault };

const cue = group("Q_CUE");
const own = group("Q_OWN");
const unsupported = group("Q_UNSUPPORTED");
const superlative = group("superlative");
const exchange = group("Q_EXCHANGE");
const currencies: ReadonlySet<string> = new Set(CURRENCY_WORDS);
const OWN_OPENERS = new Set([
  "do i have",
  "have i got",
  "do i own",
  "do i hold",
  "am i holding",
  "any",
  "is there any",
  "are there any",
]);
// "what is 100 USDC in SOL": "what is" and an amount ask what it comes to.
const CONVERTS = /^what(?:'s|s| is| are)$/;
const ASKING = /^(?:what|how|which|is|do|whats)|how (?:much|many)$|^(?:can|could) you tell/;
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
const TOPICS: readonly (readonly [QueryTopic, GroupName])[] = [
  ["quote", "Q_QUOTE"],
  ["balance", "Q_BALANCE"],
  ["price", "Q_PRICE"],
  ["history", "Q_HISTORY"],
  ["portfolio", "Q_PORTFOLIO"],
];
const topicOf = new Map<string, QueryTopic>();
for (const [topic, name] of [...TOPICS].reverse()) for (const word of group(name)) topicOf.set(word, topic);
const RANK: readonly QueryTopic[] = ["quote", "balance", "price", "history", "portfolio"];
// "how much money have I spent" is about the past, whatever else it names.
const SPENT = /^how much (?:money )?(?:have|did) i sp/;
const COUNTS = new Set([
  "how much",
  "how many",
  "show me how much",
  "show me how many",
  "tell me how much",
  "tell me how many",
]);
const STANDING = new Set([
  "up",
  "down",
  "up or down",
  "gone",
  "go up",
  "at",
  "doing",
  "looking",
  "trading",
  "sitting",
  "performed",
  "performing",
]);
const JOINERS = new Set(["and", "then", "and then", "also"]);
const getters = group("GET");
const PLACES = new Set(["wallet", "account", "address", "portfolio", "network", "blockchain", "mainnet"]);
const ORDER_VERBS: ReadonlySet<string> = new Set(
  (["SWAP", "SELL", "BUY", "SEND"] as const).flatMap((name) => [...group(name)]),
);

/** Reads a sentence as a question about a wallet or the market. */
export function readQuery(sentence: Sentence, world: ParserWorld): QueryResult | undefined {
  const { items } = sentence;
  const [first] = items.length > 0 ? items : sentence.atoms;
  if (first === undefined || !opens(first, items) || ordersToo(sentence.atoms)) return undefined;
  const found = topic(sentence, first);
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

/** What is asked for: by its word, or by the shape of "how much SOL for 100 USDC". */
function topic(sentence: Sentence, first: Atom): { name: QueryTopic; atom: Atom } | undefined {
  const { atoms, items } = sentence;
  const tokens = tokensOf(atoms);
  const figure = atoms.some((atom) => atom.kind === "number" || atom.kind === "usd");
  const asked = first.text.startsWith("if i ") ? items.slice(1) : items.slice(0, 3);
  const asks = asked.some((atom) => atom.kind === "word" && ASKING.test(atom.text));
  if (
    asks &&
    figure &&
    (tokens.length >= 2 || (tokens.length === 1 && atoms.some((atom) => atom.kind === "usd"))) &&
    items.some((atom) => exchange.has(atom.text) || CONVERTS.test(first.text))
  ) {
    return { name: "quote", atom: first };
  }
  if (SPENT.test(first.text)) return { name: "history", atom: first };
  for (const name of RANK) {
    const atom = atoms.find((candidate) => candidate.kind === "word" && topicOf.get(candidate.text) === name);
    if (atom !== undefined && !(name === "price" && tokens.length === 0 && hasOther(atoms)))
      return { name, atom };
  }
  const price = atoms.find((atom) => atom.kind === "word" && topicOf.get(atom.text) === "price");
  if (price !== undefined) return { name: "price", atom: price };
  const owned = items.find((atom) => atom.kind === "word" && own.has(atom.text));
  if (owned !== undefined && (asks || OWN_OPENERS.has(first.text))) {
    const what = first.text === "what" || first.text === "what's" || first.text === "which";
    return { name: what && tokens.length === 0 ? "portfolio" : "balance", atom: owned };
  }
  if (isLookAtOwn(first, items, tokens)) return { name: "balance", atom: first };
  const doing =
    /^(?:what|how|where|is$|has$|did$)/.test(first.text) &&
    tokens.length === 1 &&
    items.some((atom) => STANDING.has(atom.text));
  if (doing) return { name: "price", atom: first };
  const how = first.text === "how much" && items.length <= 7 && tokens.length === 1;
  return how && items.some((atom) => atom.text === "is") ? { name: "price", atom: first } : undefined;
}

const LOOKS = new Set([
  "show",
  "show me",
  "check",
  "see",
  "view",
  "display",
  "what's",
  "whats",
  "what is",
  "let me see",
]);

/** "show me my USDC": what is there of a token of one's own. */
function isLookAtOwn(first: Atom, items: readonly Atom[], tokens: readonly Token[]): boolean {
  return (
    tokens.length === 1 &&
    items.length === 3 &&
    LOOKS.has(first.text) &&
    items[1]?.text === "my" &&
    items[2]?.token !== undefined
  );
}

const hasOther = (atoms: readonly Atom[]): boolean =>
  atoms.some(
    (atom) =>
      atom.kind === "word" &&
      (topicOf.get(atom.text) === "portfolio" || topicOf.get(atom.text) === "history"),
  );

/** The tokens named, each once; "my Solana wallet" names none. */
function tokensOf(atoms: readonly Atom[]): Token[] {
  const out: Token[] = [];
  atoms.forEach((atom, at) => {
    if (atom.token === undefined || out.includes(atom.token)) return;
    if (atom.text === "solana" && PLACES.has(atoms[at + 1]?.text ?? "")) return;
    out.push(atom.token);
  });
  return out;
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

function settle(
  sentence: Sentence,
  found: { name: QueryTopic; atom: Atom },
  tokens: readonly Token[],
  world: ParserWorld,
): QueryResult {
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
