import type { Command } from "@intent-tx/mock-server/parser";
import { TOKENS } from "../../mock-server/src/fixtures/tokens.js";
import type { ParserWorld } from "../../mock-server/src/parser/command.js";
import { parse } from "../../mock-server/src/parser/parse.js";
import type { Random } from "../deep/random.js";
import { ALICE, BOB } from "./world.js";

export const split = (words: string): readonly string[] => words.split(" ");

export const pick = <T>(draw: Random, all: readonly T[]): T => all[draw(all.length)]!;

/** A text with one letter removed, added, replaced or moved, before its place `end`. */
export function misspelt(draw: Random, text: string, letters: string, end = text.length): string {
  const p = draw(Math.max(1, end));
  const letter = letters.charAt(draw(letters.length));
  return pick(draw, [
    text.slice(0, p) + text.slice(p + 1),
    text.slice(0, p) + letter + text.slice(p),
    text.slice(0, p) + letter + text.slice(p + 1),
    text.slice(0, p) + text.charAt(p + 1) + text.charAt(p) + text.slice(p + 2),
  ]);
}

/** The meaning from which a generated command was built. */
export interface Meaning {
  readonly action: "swap" | "transfer";
  /** The token of the amount, and the other token of a swap. */
  readonly token: string;
  readonly other?: string;
  readonly side: "input" | "output";
  /** Base units, computed from the digits as text. */
  readonly units: bigint;
}

// Not JUP: "using JUP" may name the venue.
export const SYMBOLS = ["SOL", "USDC", "BONK", "RAY", "USDT"];
export const decimalsOf = (symbol: string): number =>
  TOKENS.find((token) => token.symbol === symbol)!.decimals;

/** Converts digits to base units by moving the decimal point in the text. */
export function unitsOf(digits: string, symbol: string): bigint {
  const [whole = "0", part = ""] = digits.split(".");
  return BigInt(whole + part.padEnd(decimalsOf(symbol), "0"));
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Generates an amount, and its value in digits if the amount is abbreviated or in words. */
function amount(draw: Random): readonly [string, string] {
  const n = 1 + draw(99);
  switch (draw(7)) {
    case 0:
      return [`${n}.${1 + draw(9)}`, ""];
    case 1:
      return [`${n}k`, `${n}000`];
    case 2:
      return [`${1 + draw(9)},${100 + draw(900)}`, ""];
    case 3: {
      const small = 1 + draw(15);
      return [ONES[small]!, String(small)];
    }
    case 4: {
      const tens = draw(8);
      const one = 1 + draw(9);
      return [`${TENS[tens]}${pick(draw, ["-", " "])}${ONES[one]}`, String((tens + 2) * 10 + one)];
    }
    case 5:
      return [`0.0${1 + draw(9)}`, ""];
    default:
      return [String(n), ""];
  }
}

// In the templates, N is the amount of token A, B is the other token, and R the recipient.
const SWAP_IN = [
  ...["swap N A for B", "swap N A to B", "convert N A into B", "sell N A for B", "exchange N A for B"],
  ...["buy B with N A", "use N A to buy B", "spend N A on B", "swap from N A to B", "trade N A -> B"],
];
const SWAP_OUT = [
  "buy N A with B",
  "swap B for N A",
  "get N A for B",
  "use B to buy N A",
  "purchase N A using B",
];
const TRANSFER = ["send N A to R", "send R N A", "transfer N A to R", "pay R N A", "pay N A to R"];

const BEFORE = [
  "please ",
  "hey, ",
  "can you ",
  "i want to ",
  "ok so ",
  "could you please ",
  "gm! ",
  "now ",
  "just ",
];
const AFTER = [
  " please",
  " thanks",
  " asap",
  " right now",
  ", thank you",
  " on solana",
  " using jupiter",
  "!",
  ".",
];

/** Generates a command and its meaning from a template, an amount, and polite words. */
export function command(draw: Random): { readonly text: string; readonly meaning: Meaning } {
  const kind = draw(3);
  const template = pick(draw, kind === 0 ? SWAP_IN : kind === 1 ? SWAP_OUT : TRANSFER);
  const token = pick(draw, SYMBOLS);
  const other = pick(
    draw,
    SYMBOLS.filter((symbol) => symbol !== token),
  );
  const [said, digits] = amount(draw);
  const spell = (symbol: string): string => (draw(4) === 0 ? symbol.toLowerCase() : symbol);
  const slots: Readonly<Record<string, string>> = {
    N: said,
    A: spell(token),
    B: spell(other),
    R: "alice.sol",
  };
  const body = template.replace(/\b[NABR]\b/g, (slot) => slots[slot]!);
  const text = (draw(2) === 0 ? pick(draw, BEFORE) : "") + body + (draw(2) === 0 ? pick(draw, AFTER) : "");
  const units = unitsOf(digits === "" ? said.replace(",", "") : digits, token);
  const side = kind === 1 ? "output" : "input";
  const meaning: Meaning = { action: kind === 2 ? "transfer" : "swap", token, side, units };
  return { text, meaning: kind === 2 ? meaning : { ...meaning, other } };
}

const NEGATIONS = ["don't", "do not", "never", "not"];
const QUESTIONS = ["should i", "what if i", "how do i"];
const CONDITIONS = [" if it rains", " when SOL hits 200", " tomorrow", " unless bob agrees", " every day"];
const SECOND = [" and 5 JUP", " and swap 2 SOL for USDC", " then send 1 SOL to bob.sol", " or 7", " 3"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Generates a text that must be refused, from a command. */
export function forbidden(draw: Random): string {
  const { text } = command(draw);
  const body = text.replace(
    /^[^a-z]*(?:please |hey, |can you |i want to |ok so |could you please |gm! |now |just )/,
    "",
  );
  const bare = body.replace(
    /(?: please| thanks| asap| right now|, thank you| on solana| using jupiter|!|\.)$/,
    "",
  );
  switch (draw(5)) {
    case 0:
      return `${pick(draw, NEGATIONS)} ${body}`;
    case 1:
      return `${pick(draw, QUESTIONS)} ${bare}?`;
    case 2:
      return bare + pick(draw, CONDITIONS);
    case 3:
      return bare + pick(draw, SECOND);
    default:
      return `${pick(draw, ["boss", "support", "alice", "@bob", "he said", "example"])}: ${body}`;
  }
}

/** Generates a command with one typo in a word that is not a figure, a token or a name. */
export function slipped(draw: Random): { readonly text: string; readonly meaning: Meaning } {
  const made = command(draw);
  const words = made.text.split(" ");
  const at = words.flatMap((word, i) =>
    /^[a-z]{2,}$/.test(word) && !isNumber(word) && !isSymbol(word) ? [i] : [],
  );
  if (at.length === 0) return made;
  const i = pick(draw, at);
  words[i] = misspelt(draw, words[i]!, LETTERS);
  return { text: words.join(" "), meaning: made.meaning };
}

const isNumber = (word: string): boolean => ONES.includes(word) || TENS.includes(word);
const isSymbol = (word: string): boolean => SYMBOLS.includes(word.toUpperCase());

/** Generates a command with two words swapped, or with one word removed or repeated. */
export function shuffled(draw: Random): { readonly text: string; readonly meaning: Meaning } {
  const made = command(draw);
  const words = made.text.split(" ");
  // Number words stay in place, because half of "fifty two" is a different valid number.
  const free = words.flatMap((word, at) => (word.split("-").some(isNumber) ? [] : [at]));
  const i = pick(draw, free);
  const j = pick(draw, free);
  const kind = draw(3);
  if (kind === 0) [words[i], words[j]] = [words[j]!, words[i]!];
  else if (kind === 1) words.splice(i, 1);
  else words.splice(j, 0, words[i]!);
  return { text: words.join(" "), meaning: made.meaning };
}

const world: ParserWorld = {
  tokens: TOKENS,
  resolveName: (name) => (name === "alice.sol" ? ALICE : undefined),
  walletAddress: BOB,
};

const mintOf = (symbol: string): string => TOKENS.find((token) => token.symbol === symbol)!.mint;

/** The command that the parser read, or undefined if it refused the text. */
export function readBack(text: string): Command | undefined {
  const result = parse(text, world);
  return result.ok ? result.command : undefined;
}

/** True if the parsed command has the meaning. */
export function same(read: Command, meaning: Meaning): boolean {
  if (read.action === "query" || read.action !== meaning.action) return false;
  if (!("baseUnits" in read.amount) || read.amount.side !== meaning.side) return false;
  if (read.amount.baseUnits !== meaning.units) return false;
  const token = mintOf(meaning.token);
  if (read.action === "transfer") return read.mint === token && read.recipient === ALICE;
  const other = mintOf(meaning.other!);
  const [input, output] = meaning.side === "input" ? [token, other] : [other, token];
  return read.inputMint === input && read.outputMint === output;
}

const LEADS_OUTPUT = new Set(["for", "to", "into", "->", "on"]);

/**
 * True if a reading is acceptable, by rules independent of the grammar: the figure is the one in the text and is next
 * to its token; "with" and "from" introduce the input; "buy" introduces the output.
 */
export function plausible(text: string, read: Command, meaning: Meaning): boolean {
  if (read.action === "query") return true;
  if (!("baseUnits" in read.amount) || read.amount.side === "all_except") return false;
  if (read.action === "transfer") return read.recipient === ALICE && text.includes("alice.sol");
  const figure = TOKENS.find(
    ({ mint }) => mint === (read.amount.side === "input" ? read.inputMint : read.outputMint),
  )!;
  // The digits must be the same, even if they count another token.
  const digits = meaning.units * 10n ** BigInt(figure.decimals);
  if (digits !== read.amount.baseUnits * 10n ** BigInt(decimalsOf(meaning.token))) return false;
  const symbolOf = (mint: string): string =>
    TOKENS.find((token) => token.mint === mint)!.symbol.toLowerCase();
  const words = text
    .toLowerCase()
    .replace(/[,!.?](?=\s|$)/g, "")
    .split(/\s+/);
  const at = (symbol: string): number => words.indexOf(symbol);
  const before = (symbol: string): string => words[at(symbol) - 1] ?? "";
  const [input, output] = [symbolOf(read.inputMint), symbolOf(read.outputMint)];
  if (["with", "from", "using"].includes(before(output))) return false;
  const sells = words.some((word) => ["swap", "sell", "convert", "trade", "exchange"].includes(word));
  if (sells && LEADS_OUTPUT.has(before(input)) && !LEADS_OUTPUT.has(before(output))) return false;
  const buys = words.findIndex((word) => word === "buy" || word === "purchase");
  const first = Math.min(...[input, output].map(at).filter((place) => place > buys));
  return !(buys >= 0 && !sells && Number.isFinite(first) && words[first] === input && at(output) > first);
}
