import type { Token } from "../../world/tokens.js";
import type { QueryTopic } from "../command.js";
import { group } from "../languages/lexicon.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import { COUNTS, LOOKS, own, RANK, topicOf } from "./words.js";

const exchange = group("Q_EXCHANGE");
const rates = group("Q_RATE");
const units = group("UNIT");
/** Questions about having. */
export const OWN_OPENERS = new Set([
  "do i have",
  "have i got",
  "do i own",
  "do i hold",
  "am i holding",
  "do we have",
  "got any",
  "have any",
  "any",
  "is there any",
  "are there any",
]);
// "what is 100 USDC in SOL": "what is" and an amount ask what it comes to.
const CONVERTS = /^what(?:'s|s| is| are)$/;
const ASKING = /^(?:wh?ats?|wuts?|whts?|how|which|is|do|whats)|how (?:much|many)$|^(?:can|could) you tell/;
// "how much money have I spent" is about the past, whatever else it names.
const SPENT = /^how much (?:money )?(?:have|did) i sp/;
const STANDING = group("Q_STANDING");
const DONE = group("Q_DONE");
const DEALS: ReadonlySet<string> = new Set([
  "swap",
  "transfer",
  "trade",
  "payment",
  "transaction",
  "order",
  "tx",
]);
const PLACES = new Set(["wallet", "account", "address", "portfolio", "network", "blockchain", "mainnet"]);
// Portfolio words that only say where: "how much SOL is in my wallet" is about the SOL.
const WHERE = /\b(?:wallet|account)$|^in my portfolio$/;
const IN_WALLET = /^in my /;
const HOARDS: ReadonlySet<string> = new Set(["holdings", "my bags", "assets", "positions"]);
const WORTH: ReadonlySet<string> = new Set(["worth", "value", "valued", "total value", "currently worth"]);
const MONEY: ReadonlySet<string> = new Set(["money", "cash", "funds", "dough", "moolah", "cheddar"]);

/** What a question is about, and the word that said so. */
export interface Topic {
  readonly name: QueryTopic;
  readonly atom: Atom;
}

/** What is asked for: by its word, or by the shape of "how much SOL for 100 USDC". */
export function topicAsked(sentence: Sentence, first: Atom): Topic | undefined {
  const { atoms, items } = sentence;
  const tokens = tokensOf(atoms);
  const asked = first.text.startsWith("if i ") ? items.slice(1) : items.slice(0, 3);
  const asks = asked.some((atom) => atom.kind === "word" && ASKING.test(atom.text));
  if (isConversion(sentence, first, tokens, asks)) return { name: "quote", atom: first };
  if (SPENT.test(first.text)) return { name: "history", atom: first };
  const named = topicNamed(atoms, tokens);
  if (named !== undefined) return ofHoldings(named, sentence, tokens);
  const owned = items.find((atom) => atom.kind === "word" && own.has(atom.text));
  const looks = LOOKS.has(first.text) || (first.token !== undefined && sentence.asks);
  if (owned !== undefined && (asks || looks || OWN_OPENERS.has(first.text))) {
    const what = looks || first.text === "what" || first.text === "what's" || first.text === "which";
    return { name: what && tokens.length === 0 ? "portfolio" : "balance", atom: owned };
  }
  return topicOfShape(first, items, tokens);
}

function topicNamed(atoms: readonly Atom[], tokens: readonly Token[]): Topic | undefined {
  for (const name of RANK) {
    const atom = atoms.find((candidate) => candidate.kind === "word" && topicOf.get(candidate.text) === name);
    if (atom === undefined) continue;
    // "the worth of my portfolio" is about the portfolio, "quote the price of JUP" about the price.
    if (name === "price" && tokens.length === 0 && hasOther(atoms)) continue;
    const rate =
      tokens.length === 1 && !atoms.some(isFigure) && (rates.has(atom.text) || says(atoms, "price"));
    if (name === "quote" && rate) return { name: "price", atom };
    return { name, atom };
  }
  const price = atoms.find((atom) => atom.kind === "word" && topicOf.get(atom.text) === "price");
  return price === undefined ? undefined : { name: "price", atom: price };
}

/** A named topic in the light of what it is said of: "the value of my BONK" and "SOL in my wallet" are balances. */
function ofHoldings(named: Topic, { atoms, items }: Sentence, tokens: readonly Token[]): Topic {
  if (tokens.length !== 1) return named;
  const mine = items.some((atom, at) => atom.token !== undefined && isMine(items, at));
  const counts = items.some(
    (atom) =>
      COUNTS.has(atom.text) ||
      /^(?:any|amount|amount of|the amount of)$/.test(atom.text) ||
      atom.text === "is there any",
  );
  if (named.name === "price" && mine && items.some((atom) => WORTH.has(atom.text)))
    return { name: "balance", atom: named.atom };
  if (named.name !== "portfolio") return named;
  const hoard = atoms.some((atom, at) => HOARDS.has(atom.text) && atoms[at - 1]?.token !== undefined);
  const where = WHERE.test(named.atom.text) && counts;
  const lies = atoms.some(
    (atom, at) => atom.token !== undefined && IN_WALLET.test(atoms[at + 1]?.text ?? ""),
  );
  return lies || hoard || where || mine || counts ? { name: "balance", atom: named.atom } : named;
}

const MY = /\bmy$/;
const isMine = (items: readonly Atom[], at: number): boolean =>
  MY.test(items[at - 1]?.text ?? "") ||
  (items[at - 1]?.kind === "part" && MY.test(items[at - 2]?.text ?? ""));

/** Questions without a word of their topic. */
function topicOfShape(first: Atom, items: readonly Atom[], tokens: readonly Token[]): Topic | undefined {
  const words = items.filter(({ kind }) => kind === "word" || kind === "unknown");
  if (isLookAtOwn(first, items, tokens)) return { name: "balance", atom: first };
  const somebody = items.some(({ kind }) => kind === "address" || kind === "name");
  if (tokens.length === 0 && somebody && items.some(({ text }) => units.has(text)))
    return { name: "portfolio", atom: first };
  // "what's in ADDRESS"
  const inside = CONVERTS.test(first.text) && items[1]?.text === "in" && items.length === 3;
  if (tokens.length === 0 && somebody && inside) return { name: "portfolio", atom: first };
  if (/^(?:did|has|is|was|have)(?: my)?$/.test(first.text) && words.some(({ text }) => DEALS.has(text)))
    return words.some(({ text }) => DONE.has(text)) ? { name: "history", atom: first } : undefined;
  const mine = items.some(({ text }) => text === "my" || text === "i" || text.endsWith(" i"));
  if (tokens.length === 0 && mine && items.some(({ text }) => MONEY.has(text)))
    return { name: "balance", atom: first };
  if (isTicker(items)) return { name: "price", atom: first };
  if (tokens.length !== 1) return undefined;
  const inDollars = items.some(({ kind }) => kind === "vague_token" || kind === "usd");
  if (CONVERTS.test(first.text) && isFigure(items[1] ?? first) && inDollars)
    return { name: "price", atom: first };
  const doing =
    /^(?:what|how|where|is$|has$|did$)/.test(first.text) && items.some((atom) => STANDING.has(atom.text));
  if (doing) return { name: "price", atom: first };
  if (!COUNTS.has(first.text) || items.length > 7) return undefined;
  if (!items.some((atom) => atom.text === "is" || (atom.text === "for" && !somebody))) return undefined;
  if (somebody && items.some(isFigure)) return undefined;
  return { name: somebody ? "balance" : "price", atom: first };
}

const isFigure = (atom: Atom): boolean =>
  atom.kind === "number" || atom.kind === "usd" || atom.kind === "part";

/** "how much SOL for 100 USDC", "best rate for 1 SOL to BONK": a sum of one token in another. */
function isConversion(
  { atoms, items, asks: questioned }: Sentence,
  first: Atom,
  tokens: readonly Token[],
  asks: boolean,
): boolean {
  const dollars = atoms.some(
    (atom, at) => atom.kind === "usd" || (atom.kind === "number" && atoms[at + 1]?.kind === "vague_token"),
  );
  const sum = atoms.some((atom, at) => isFigure(atom) || (atom.token !== undefined && isMine(atoms, at)));
  if (!sum || (tokens.length < 2 && !(tokens.length === 1 && dollars))) return false;
  if (says(atoms, "history") || says(atoms, "balance")) return false;
  // "do I have enough to swap 1 SOL to USDC" asks about what is there.
  if (OWN_OPENERS.has(first.text)) return false;
  const counted = items.some((atom) => COUNTS.has(atom.text));
  const trades = items.some((atom) => exchange.has(atom.text) || rates.has(atom.text));
  if (CONVERTS.test(first.text) && isFigure(items[1] ?? first)) return true;
  if ((asks || counted) && trades) return true;
  if (isFigure(first) && items.length === 4 && tokens.length === 2 && questioned) return true;
  if (!atoms.some((atom) => rates.has(atom.text))) return false;
  return (
    atoms.some((atom) => isFigure(atom) && !(atom.value?.n === 1n && atom.value.d === 1n)) || best(atoms)
  );
}

const best = (atoms: readonly Atom[]): boolean => atoms.some(({ text }) => /^best\b/.test(text));

const says = (atoms: readonly Atom[], topic: QueryTopic): boolean =>
  atoms.some(({ kind, text }) => kind === "word" && topicOf.get(text) === topic);

/** "SOL/USD", "SOL/USDC". */
export const isTicker = ([base, slash, quote, ...rest]: readonly Atom[]): boolean =>
  rest.length === 0 &&
  base?.token !== undefined &&
  slash?.text === "/" &&
  (quote?.kind === "vague_token" || /^USD|USD$/.test(quote?.token?.symbol ?? ""));

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

const hasOther = (atoms: readonly Atom[]): boolean => says(atoms, "portfolio") || says(atoms, "history");

/** The tokens named, each once; "my Solana wallet" names none. */
export function tokensOf(atoms: readonly Atom[]): Token[] {
  const out: Token[] = [];
  atoms.forEach((atom, at) => {
    if (atom.token === undefined || out.includes(atom.token)) return;
    if (atom.text === "solana" && PLACES.has(atoms[at + 1]?.text ?? "")) return;
    out.push(atom.token);
  });
  return out;
}
