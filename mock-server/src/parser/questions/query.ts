import type { Token } from "../../world/tokens.js";
import type { Command, ParserWorld } from "../command.js";
import { CURRENCY_WORDS } from "../languages/english/numbers.js";
import { group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import { secondQuestion } from "./clauses.js";
import { isExplained, unanswerable } from "./limits.js";
import { opens } from "./opening.js";
import { ordersInside, tellsSum } from "./orders-inside.js";
import { type Topic, tokensOf, topicAsked } from "./topic.js";
import { ORDER_VERBS, topicOf, VOCABULARY } from "./words.js";

/** A question's reading, or why it has none. Undefined: it is no question of ours. */
export type QueryResult = { readonly command: Command; readonly topic: Atom } | { readonly fault: Fault };

const HOW_TO: ReadonlySet<string> = new Set(["how to", "how do i", "how can i"]);
const cue = group("Q_CUE");
const superlative = group("superlative");
const POINTS: ReadonlySet<string> = new Set(["that", "this"]);
const KINDS: ReadonlySet<string> = new Set(["token", "coin", "one", "asset", "mint"]);
const currencies: ReadonlySet<string> = new Set(CURRENCY_WORDS);

/** Reads a sentence as a question about a wallet or the market. */
export function readQuery(sentence: Sentence, world: ParserWorld): QueryResult | undefined {
  const { items, atoms } = sentence;
  // Most commands begin with the verb of an order.
  if (items[0] !== undefined && isOrderVerb(items[0])) return undefined;
  const first = leadOf(sentence);
  if (first === undefined || !opens(first, sentence)) return undefined;
  const found = topicAsked(sentence, first);
  const how = items.find((atom) => HOW_TO.has(atom.text));
  if (found !== undefined && how !== undefined)
    return refuse("question", "This asks about an action; it does not order one.", how);
  if (found === undefined || ordersInside(atoms, found.name)) return undefined;
  if (found.name !== "price" && found.name !== "quote" && tellsSum(first, items)) return undefined;
  const second = secondQuestion(atoms);
  if (second !== undefined) return refuse("several_actions", "Ask one question at a time.", second);
  const limit = unanswerable(sentence, found);
  if (limit !== undefined) return { fault: limit };
  const tokens = tokensOf(atoms);
  return found.name === "quote"
    ? readQuote(sentence, found.atom, tokens)
    : settle(sentence, found, tokens, world);
}

const isOrderVerb = ({ kind, text }: Atom): boolean =>
  kind === "word" && ORDER_VERBS.has(text) && !topicOf.has(text) && !cue.has(text);

/** Where a question begins: "best rate" may be filler elsewhere, and asks when it leads. */
function leadOf({ items, atoms }: Sentence): Atom | undefined {
  const [kept] = items;
  return (
    atoms.find((atom) => atom.start === kept?.start || (atom.kind === "word" && topicOf.has(atom.text))) ??
    atoms[0]
  );
}

function readQuote({ items }: Sentence, atom: Atom, tokens: readonly Token[]): QueryResult | undefined {
  const unknown = items.find((item) => !isExplained(item, "quote"));
  // Both tokens are there, so the strange word is none: this asks about something else.
  if (unknown !== undefined && (tokens.length > 1 || unknown.kind !== "unknown")) return undefined;
  if (unknown !== undefined)
    return refuse("unknown_token", `"${unknown.text}" is not a token of the list.`, unknown);
  const vague = items.find((item) => item.kind === "vague_token" && !VOCABULARY.has(item.text));
  if (vague !== undefined)
    return refuse("unknown_token", `"${vague.text}" is not a token of the list.`, vague);
  if (tokens.length === 0) return refuse("missing_token", "Name the tokens to quote.", atom);
  const [, again] = items.filter((item) => item.token !== undefined);
  if (tokens.length === 1 && again !== undefined)
    return refuse("same_token", "A token cannot be quoted in itself.", again);
  // "a Jupiter quote for 5 SOL to USDC" names the venue.
  if (tokens.filter(({ symbol }) => symbol !== "JUP").length > 2 || tokens.length > 3)
    return refuse("several_actions", "Ask for one quote at a time.", atom);
  return { command: { action: "query", topic: "quote" }, topic: atom };
}

function settle(sentence: Sentence, found: Topic, tokens: readonly Token[], world: ParserWorld): QueryResult {
  const { items, atoms } = sentence;
  const wallet = walletOf(items, world);
  if (wallet !== undefined && "fault" in wallet) return wallet;
  const unclear = unclearToken(items, found, tokens);
  if (unclear !== undefined) return unclear;
  const [token] = tokens;
  if (found.name === "price" && token === undefined)
    return refuse("missing_token", "Name the token whose price is asked.", found.atom);
  const many = found.name === "price" ? severalPrices(atoms, tokens) : undefined;
  if (many !== undefined) return refuse("ambiguous_token", "Ask for the price of one token at a time.", many);
  const none = found.name === "portfolio" || (found.name === "balance" && tokens.length > 1);
  const mint = token === undefined || none ? {} : { mint: token.mint };
  const where = wallet === undefined ? {} : { address: wallet.address };
  return { command: { action: "query", topic: found.name, ...mint, ...where }, topic: found.atom };
}

function walletOf(
  items: readonly Atom[],
  world: ParserWorld,
): { readonly address: string } | { fault: Fault } | undefined {
  const bad = items.find((atom) => atom.kind === "bad_address");
  if (bad !== undefined) return refuse("invalid_address", "That is not a Solana address.", bad);
  const nobody = items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle");
  if (nobody !== undefined)
    return refuse("unknown_recipient", "Give a base58 address or a .sol name.", nobody);
  const [first, second] = items.filter((atom) => atom.kind === "name" || atom.kind === "address");
  if (first === undefined) return undefined;
  if (second !== undefined && second.text !== first.text)
    return refuse("several_actions", "Ask about one wallet at a time.", second);
  const address = first.kind === "address" ? first.text : world.resolveName(first.text);
  return address === undefined
    ? refuse("unknown_recipient", `The name service does not know ${first.text}.`, first)
    : { address };
}

/** A token that is meant and not told, or a word that nothing explains. */
function unclearToken(
  items: readonly Atom[],
  { name }: Topic,
  tokens: readonly Token[],
): QueryResult | undefined {
  if (tokens.length === 0) {
    const pointed = items.find((atom, at) => POINTS.has(atom.text) && KINDS.has(items[at + 1]?.text ?? ""));
    if (pointed !== undefined && (name === "price" || name === "balance"))
      return refuse("missing_token", "Name the token by its symbol or mint.", pointed);
    const wide = items.find(
      (atom) =>
        atom.kind === "word" &&
        superlative.has(atom.text) &&
        (name === "price" ? atom.text !== "volume" : !VOCABULARY.has(atom.text)),
    );
    if (wide !== undefined) return refuse("ambiguous_token", "Name one token by its symbol or mint.", wide);
    const money = items.find(
      (atom) => atom.kind === "currency" || (atom.kind === "word" && currencies.has(atom.text)),
    );
    if (money !== undefined)
      return refuse("unsupported_currency", "Prices are in US dollars. Name a token.", money);
  }
  const strange = items.find((atom, at) => !isExplained(atom, name) && !pointsAtMint(atom, items[at + 1]));
  const vague = items.find((atom) => atom.kind === "vague_token" && !VOCABULARY.has(atom.text));
  const unlisted = vague ?? strange;
  if ((name === "price" || name === "balance") && unlisted !== undefined && tokens.length === 0)
    return refuse("unknown_token", `"${unlisted.text}" is not a token of the list.`, unlisted);
  if (strange !== undefined)
    return refuse("not_a_command", `"${strange.text}" is not understood in this question.`, strange);
  return undefined;
}

/** "price of ca Dez…": the word says what the mint is. */
const pointsAtMint = (atom: Atom, next: Atom | undefined): boolean =>
  next?.form === "mint" && (atom.text === "ca" || atom.text === "token");

const PAIRED: ReadonlySet<string> = new Set(["/", "to", "in", "into", "against", "per", "between", "->"]);

/** Of two tokens one may be what the other is priced in: a dollar token, or the second of a pair. */
function severalPrices(atoms: readonly Atom[], tokens: readonly Token[]): Atom | undefined {
  if (tokens.length < 2) return undefined;
  const last = [...atoms].reverse().find((atom) => atom.token !== undefined);
  if (tokens.length > 2) return last;
  if (tokens.some(({ symbol }) => /^USD|USD$/.test(symbol))) return undefined;
  const joined = atoms.find((atom) => atom.kind === "word" && (atom.text === "and" || atom.text === "or"));
  const between = atoms.some((atom) => atom.text === "between");
  if (joined !== undefined) return between ? undefined : joined;
  return atoms.some((atom) => PAIRED.has(atom.text)) ? undefined : last;
}

function refuse(reason: Fault["reason"], message: string, atom: Atom): { fault: Fault } {
  return { fault: { reason, message, span: { start: atom.start, end: atom.end } } };
}
