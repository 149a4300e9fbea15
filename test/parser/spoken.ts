import { type Random, random } from "../deep/random.js";
import { decimalsOf, type Meaning, misspelt, pick, readBack, SYMBOLS, same, split } from "./oracle.js";

/** Spelled numbers and order templates of a language, written independently of the parser's tables. */
interface Tongue {
  readonly spell: (n: number) => string;
  readonly point: string;
  readonly swaps: readonly string[];
  readonly transfers: readonly string[];
  readonly before: readonly string[];
}

const ONES = split(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
);
const TENS = split("zero ten twenty thirty forty fifty sixty seventy eighty ninety");

function english(n: number): string {
  if (n < 20) return ONES[n]!;
  if (n < 100) return n % 10 === 0 ? TENS[n / 10]! : `${TENS[Math.floor(n / 10)]} ${ONES[n % 10]}`;
  const scales = [
    [1e9, "billion"],
    [1e6, "million"],
    [1000, "thousand"],
    [100, "hundred"],
  ] as const;
  const [size, name] = scales.find(([least]) => n >= least)!;
  const rest = n % size;
  return `${english(Math.floor(n / size))} ${name}${rest === 0 ? "" : ` ${english(rest)}`}`;
}

const UNOS = split(
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho " +
    "diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
);
const DECENAS = split("cero diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa");
const CIENTOS = split(
  "cero ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
);

function spanish(n: number): string {
  if (n < 30) return UNOS[n]!;
  if (n < 100) {
    const tens = DECENAS[Math.floor(n / 10)]!;
    return n % 10 === 0 ? tens : `${tens} y ${UNOS[n % 10]}`;
  }
  if (n === 100) return "cien";
  if (n < 1000) {
    const rest = n % 100;
    return `${CIENTOS[Math.floor(n / 100)]}${rest === 0 ? "" : ` ${spanish(rest)}`}`;
  }
  const [size, one, many] = n < 1e6 ? [1000, "mil", "mil"] : [1e6, "un millón", "millones"];
  const count = Math.floor(n / size);
  const rest = n % size;
  return `${count === 1 ? one : `${spanish(count)} ${many}`}${rest === 0 ? "" : ` ${spanish(rest)}`}`;
}

const ENGLISH: Tongue = {
  spell: english,
  point: "point",
  swaps: ["swap N A for B", "sell N A for B", "convert N A to B", "trade N A into B", "spend N A on B"],
  transfers: ["send N A to R", "pay R N A", "transfer N A to R"],
  before: ["", "", "please ", "can you ", "i want to "],
};
const SPANISH: Tongue = {
  spell: spanish,
  point: "coma",
  swaps: [
    "cambia N A por B",
    "vende N A por B",
    "convierte N A a B",
    "compra B con N A",
    "quiero cambiar N A por B",
  ],
  transfers: ["envía N A a R", "manda N A a R", "paga N A a R", "transfiere N A a R"],
  before: ["", "", "por favor ", "hola, ", "quiero que "],
};

const LETTERS = "abcdefghijklmnopqrstuvwxyzáéíóúñ ,.'-";
const JOINS = new Set(["and", "y", "a", "of", ""]);

/** A number phrase without its optional parts: "two hundred and five" and "two-hundred five" are the same. */
const plain = (phrase: string): string =>
  phrase
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    // Forms of one word: "ciento" and "cien", "uno" and "un", "millones" and "millón".
    .replace(/\b(cien|mill[oó]n|(?:veinti)?un)(?:to|es|o)\b/g, "$1")
    .split(/[\s-]+/)
    .filter((word) => !JOINS.has(word))
    .join(" ");

/** Every phrase that spells a number, including "twelve hundred" for 1,200. */
function spellings(n: number, { spell }: Tongue): readonly string[] {
  const all = [spell(n)];
  const hundreds = Math.floor(n / 100);
  if (spell === english && n >= 1000 && n < 10_000)
    all.push(`${english(hundreds)} hundred${n % 100 === 0 ? "" : ` ${english(n % 100)}`}`);
  // A leading "one" or "un" is optional: "hundred two", "millón".
  return all.flatMap((phrase) => [plain(phrase), plain(phrase.replace(/^(?:one|un) /, ""))]);
}

interface Said {
  readonly text: string;
  readonly phrase: string;
  readonly tongue: Tongue;
  readonly meaning: Meaning;
}

function order(draw: Random, tongue: Tongue, phrase: string, n: number, decimals: string): Said {
  const sent = draw(3) === 0;
  const token = pick(draw, SYMBOLS);
  const other = pick(
    draw,
    SYMBOLS.filter((symbol) => symbol !== token),
  );
  const slots: Readonly<Record<string, string>> = { N: phrase, A: token, B: other, R: "alice.sol" };
  const body = pick(draw, sent ? tongue.transfers : tongue.swaps).replace(
    /\b[NABR]\b/g,
    (slot) => slots[slot]!,
  );
  const units = BigInt(String(n) + decimals.padEnd(decimalsOf(token), "0"));
  const meaning: Meaning = { action: sent ? "transfer" : "swap", token, side: "input", units };
  return {
    text: pick(draw, tongue.before) + body,
    phrase,
    tongue,
    meaning: sent ? meaning : { ...meaning, other },
  };
}

/** A number in English with dashes, or with "and", as many people write it. */
const written = (draw: Random, words: string): string =>
  pick(draw, [
    words,
    words.replace(/ty (?=(?:one|two|three|four|five|six|seven|eight|nine)\b)/g, "ty-"),
    words.replace(/hundred (?!thousand|million)/g, "hundred and "),
  ]);

function said(draw: Random): Said {
  const tongue = draw(2) === 0 ? ENGLISH : SPANISH;
  const n = 1 + draw(pick(draw, [20, 100, 1000, 10_000, 1_000_000, 9_000_000]));
  const digits = draw(4) === 0 ? String(1 + draw(9)) : "";
  const words = written(draw, tongue.spell(n));
  const phrase = digits === "" ? words : `${words} ${tongue.point} ${tongue.spell(Number(digits))}`;
  return order(draw, tongue, phrase, n, digits);
}

/** An order whose number has a word removed, repeated, added, moved, or replaced by digits. */
function broken(draw: Random, { tongue }: Said): Said {
  const n = 1 + draw(pick(draw, [100, 1000, 100_000, 9_000_000]));
  const words = tongue.spell(n).split(" ");
  const at = draw(words.length);
  const extra = pick(draw, tongue.spell(1 + draw(999_999)).split(" "));
  const kind = draw(5);
  if (kind === 0) words.splice(at, 1);
  else if (kind === 1) words.splice(at, 0, words[draw(words.length)]!);
  else if (kind === 2) words.splice(at, 0, extra);
  else if (kind === 3) words[at] = String(1 + draw(999));
  else words.push(words.splice(at, 1)[0]!);
  return order(draw, tongue, words.join(" "), n, "");
}

/** An order with a typing error before its first token. */
const slipped = (draw: Random, { text }: Said): string =>
  misspelt(draw, text, LETTERS, text.search(/SOL|USDC|BONK|RAY|USDT/) - 1);

/** True if the words before a token spell the parsed number, even if it is not the meant one. */
function spells(text: string, units: bigint, token: string, tongue: Tongue): boolean {
  const unit = 10n ** BigInt(decimalsOf(token));
  const tenths = Number((10n * (units % unit)) / unit);
  const whole = Number(units / unit);
  if ((10n * units) % unit !== 0n) return false;
  // Figures count as number words: "12 thousand".
  const digits = text.slice(0, text.indexOf(token)).replace(/\d+/g, (figure) => tongue.spell(Number(figure)));
  // A comma between a number and its token is dropped: "eight, BONK".
  const before = plain(digits.replace(/,\s*$/, ""));
  const rest = tenths === 0 ? "" : ` ${plain(`${tongue.point} ${tongue.spell(tenths)}`)}`;
  return spellings(whole, tongue).some(
    (phrase) => before === phrase + rest || before.endsWith(` ${phrase}${rest}`),
  );
}

/** The counts of a search. */
export interface Counts {
  made: number;
  /** Well-formed orders that were refused. */
  missed: number;
  readonly wrong: string[];
}

/**
 * Generates orders with spelled numbers in two languages, breaks and misspells them, and returns the orders that were
 * read incorrectly.
 */
export function searchSpoken(seed: number, each: number): Counts {
  const draw = random(seed);
  const counts: Counts = { made: 0, missed: 0, wrong: [] };
  const look = (text: string, { meaning, tongue }: Said, whole: boolean): void => {
    counts.made += 1;
    const read = readBack(text);
    if (read === undefined || read.action === "query") {
      if (whole) counts.missed += 1;
      return;
    }
    if (same(read, meaning) && whole) return;
    const units = "baseUnits" in read.amount ? read.amount.baseUnits : 0n;
    const pair = same(read, { ...meaning, units });
    // A typo may leave the meaning unchanged.
    const fits = spells(text, units, meaning.token, tongue) || (!whole && same(read, meaning));
    if (!pair || !fits)
      counts.wrong.push(
        `${text} -> ${units} ${JSON.stringify(read, (_, v) => (typeof v === "bigint" ? String(v) : v))}`,
      );
  };
  for (let i = 0; i < each; i += 1) {
    const order = said(draw);
    look(order.text, order, true);
    look(slipped(draw, order), order, false);
    look(slipped(draw, order), order, false);
    const bad = broken(draw, order);
    look(bad.text, { ...bad, meaning: { ...bad.meaning, units: -1n } }, false);
  }
  return counts;
}
