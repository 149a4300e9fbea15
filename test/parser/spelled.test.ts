import { describe, expect, it } from "vitest";
import { line, pointed } from "./world.js";

const command = (amount: string): string => `swap ${amount} SOL for USDC`;
const sol = (amount: string): string => line(command(amount));
const coins = (amount: string): string => `swap SOL>USDC in ${amount}000000000`;

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

interface Style {
  readonly dash: string;
  readonly and: string;
}

/** A whole number in words, as a style has it. */
function words(n: number, style: Style): string {
  if (n >= 1_000_000) return split(n, 1_000_000, "million", style);
  if (n >= 1_000) return split(n, 1_000, "thousand", style);
  if (n >= 100) return split(n, 100, "hundred", style);
  if (n < 20) return ONES[n]!;
  const unit = n % 10;
  return unit === 0 ? TENS[n / 10]! : `${TENS[Math.floor(n / 10)]}${style.dash}${ONES[unit]}`;
}

function split(n: number, scale: number, name: string, style: Style): string {
  const rest = n % scale;
  // "One thousand one" is asked back: "two thousand five" is 2,005 to some and 2,500 to others.
  const and = scale === 1_000 && rest < 10 ? " and " : style.and;
  const head = `${words(Math.floor(n / scale), style)} ${name}`;
  if (rest === 0) return head;
  return `${head}${rest < 100 ? and : " "}${words(rest, style)}`;
}

describe("whole numbers in words", () => {
  const numbers = [
    ...Array.from({ length: 120 }, (_, i) => i + 1),
    ...[199, 200, 219, 220, 221, 999, 1_000, 1_001, 1_019, 1_020, 1_021, 1_100, 1_101, 2_345, 9_999],
    ...[10_000, 12_021, 20_020, 100_000, 105_000, 121_121, 999_999, 1_000_000, 2_003_000, 2_300_021],
  ];

  it.each([
    ["with dashes and 'and'", { dash: "-", and: " and " }],
    ["with neither", { dash: " ", and: " " }],
    ["with dashes alone", { dash: "-", and: " " }],
  ])("are read back, %s", (_, style) => {
    for (const n of numbers) expect(sol(words(n, style)), words(n, style)).toBe(coins(String(n)));
  });

  it.each([
    ["two million and three", "2000003"],
    ["two billion three million four thousand and five", "2003004005"],
    ["hundred and five", "105"],
    ["thousand and five", "1005"],
    ["2 hundred and fifty", "250"],
    ["2.5 hundred", "250"],
    ["99.5 hundred", "9950"],
    ["0.5 million", "500000"],
    ["half an hundred", "50"],
    ["half a dozen", "6"],
    ["half a k", "500"],
    ["an hundred", "100"],
    ["a dozen dozen", "144"],
    ["hundred dozen", "1200"],
    ["seven k", "7000"],
  ])("%s is %s", (amount, whole) => {
    expect(sol(amount)).toBe(coins(whole));
  });
});

describe("words that make no one number", () => {
  it.each([
    ["two tens or two units", ["twenty ten", "nineteen nine", "one one", "twenty one two", "one two"]],
    ["a nought behind", ["twenty zero", "two hundred zero", "two hundred and zero", "two thousand zero"]],
    ["a dash between what is never joined", ["ten-five", "one-five", "five-twenty", "a-five", "twenty-ten"]],
    ["a dash too many", ["twenty-one-two", "twenty-zero", "-five", "twenty-"]],
    ["scales that rise", ["two thousand million", "two thousand five million", "two million billion"]],
    ["scales that come twice", ["two thousand three thousand", "hundred hundred", "ten hundred hundred"]],
    ["a hundred hundreds", ["100 hundred", "100.5 hundred", "100 hundred thousand"]],
    ["thousands and then a unit", ["two thousand five", "one thousand one", "a thousand five"]],
    ["millions and then units", ["two million three", "two billion four", "two million three hundred"]],
    ["an 'and' that joins nothing", ["two hundred and", "two thousand and", "two and three", "1 and 5"]],
    ["an article before a number", ["a five", "a a k", "an eighty", "a twenty", "an a thousand"]],
    ["a scale by itself", ["dozen", "billion", "grand", "k", "half million", "half thousand"]],
    ["digits behind words", ["two hundred 5", "2 thousand 5", "1 hundred and 5", "7k hundred"]],
  ])("%s", (_, amounts) => {
    for (const amount of amounts) expect(sol(amount), amount).toContain("refused");
  });
});

describe("point", () => {
  it.each([
    ["one point two three four", "1234000000"],
    ["zero point zero five", "50000000"],
    ["point five five", "550000000"],
    ["12 point 5", "12500000000"],
    ["12 point 25", "12250000000"],
    ["1 point 05", "1050000000"],
    ["twenty-five point five", "25500000000"],
    ["one hundred five point two", "105200000000"],
    ["two point five million", "2500000000000000"],
  ])("%s", (amount, lamports) => {
    expect(sol(amount)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it.each(["one point", "point", "one point ten", "one point twenty", "point point five", "one point 2.5"])(
    "%s: digits must follow",
    (amount) => {
      expect(sol(amount)).toContain("refused");
    },
  );

  it.each(["one point 25 5", "one point five 25", "one point 2 5"])(
    "%s is spoken digit by digit or written, not both",
    (amount) => {
      expect(sol(amount)).toContain("refused");
    },
  );

  it.each(["1.5", "½", "1/2", "1k", "one hundred", "two thousand", "one hundred and"])(
    "%s has no point behind it",
    (amount) => {
      expect(sol(`${amount} point 5`)).toContain("refused");
    },
  );
});

describe("a number and a part", () => {
  it.each([
    ["two and a quarter", "2250000000"],
    ["two and one quarter", "2250000000"],
    ["two and quarter", "2250000000"],
    ["two and an half", "2500000000"],
    ["two and one half", "2500000000"],
    ["two and three quarters", "2750000000"],
    ["two and three fourths", "2750000000"],
    ["1 and ¾", "1750000000"],
    ["1 and 3/4", "1750000000"],
    ["one and three quarters million", "1750000000000000"],
  ])("%s", (amount, lamports) => {
    expect(sol(amount)).toBe(`swap SOL>USDC in ${lamports}`);
  });

  it.each([
    [
      "more than a part",
      ["1 and 3/2", "1 and 1.5", "1 and 1", "two and three halves", "two and four quarters"],
    ],
    ["a decimal", ["1 and 0.5", "1.5 and 1/2", "1.5 and a half", "1.5 and half", "1.5 and three quarters"]],
    ["two parts", ["two and a half and a half", "½ and a half", "1/2 and half"]],
    [
      "a part of what is there",
      ["1 and half of my", "1 and half my", "1 and quarter of my", "1 and half the"],
    ],
    ["a part of another coin", ["1 and half a", "1 and half an", "1 and 1/2 of my", "1 and 1/2 a"]],
    ["joined otherwise", ["one or a half", "two times a half", "1 or 1/2", "two plus a quarter"]],
    ["another one", ["two and another half", "two and the half", "two and another quarter"]],
    ["a third", ["two and a third", "two and a fifth", "two and a tenth"]],
    ["a part of another kind", ["two and ½%", "1 and ½$"]],
    ["behind a scale", ["thousand and a half", "million and a half", "hundred and half"]],
  ])("but not %s", (_, amounts) => {
    for (const amount of amounts) expect(sol(amount), amount).toContain("refused");
  });
});

describe("a number and a part of what follows", () => {
  it.each(["half my", "half of my", "half the", "half a", "half an"])("1 and %s: asks which", (part) => {
    expect(pointed(command(`1 and ${part}`))).toBe("ambiguous_amount at 1");
  });
});

describe("a grand", () => {
  it.each([
    ["swap half a grand of SOL to USDC", "swap SOL>USDC usd 500000000 input"],
    ["swap two grand worth of SOL to USDC", "swap SOL>USDC usd 2000000000 input"],
    ["swap a grand of USDC to SOL", "swap USDC>SOL in 1000000000"],
    ["swap a thousand of USDC to SOL", "swap USDC>SOL in 1000000000"],
    ["swap a grand of BONK to SOL", "swap BONK>SOL usd 1000000000 input"],
  ])("counts dollars: %s", (text, outcome) => {
    expect(line(text)).toBe(outcome);
  });

  it.each(["a grand", "half a grand", "two grand"])("%s beside a coin may be either", (amount) => {
    expect(pointed(command(amount))).toBe(`ambiguous_amount at ${amount}`);
  });
});
