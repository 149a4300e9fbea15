import { describe, expect, it } from "vitest";
import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import { FOREIGN_TYPOS, REAL_WORDS } from "../../mock-server/src/parser/languages/english/words/foreign.js";
import { PAST_FORMS, THIRD_PERSON } from "../../mock-server/src/parser/languages/english/words/guards.js";
import { spanish } from "../../mock-server/src/parser/languages/spanish/spanish.js";
import { ALICE, group, line, OFF_CURVE, read, world } from "./world.js";

describe.each([ENGLISH, spanish()])("the patterns of $tag", ({ patterns }) => {
  it.each(patterns.filter(({ example }) => example !== ""))(
    "$id reads its own example",
    ({ id, action, example }) => {
      const result = read(example);
      expect(result.ok && result.command.action).toBe(action);
      expect(result.explain().candidates.map(({ pattern }) => pattern)).toContain(id);
    },
  );
});

const isSpanish = (word: string): boolean => !ENGLISH.lexicon.words().has(word);

describe("every verb of the Spanish grammar", () => {
  const { groups } = spanish().lexicon;
  const sentences = {
    SWAP: "@ 5 USDC por SOL",
    SELL: "@ 5 SOL por USDC",
    PUT: "@ 20 USDC en SOL",
    SPEND: "@ 20 USDC en SOL",
    BUY: "@ SOL con 20 USDC",
    GET: "@ SOL con 20 USDC",
    SEND: "@ 5 USDC a alice.sol",
    KEEP: "@ 1 SOL y cambia el resto a USDC",
  };

  it.each(Object.entries(sentences))("orders in its simplest sentence (%s)", (name, sentence) => {
    // English verbs, such as "send", also need another Spanish word.
    for (const verb of [...groups[name as keyof typeof sentences]].filter(isSpanish))
      expect(line(sentence.replace("@", verb)), verb).toMatch(/^(?:swap|transfer) /);
  });
});

describe("a recipient", () => {
  it("may be off the curve if the System program owns the account", () => {
    const within = { ...world, isSystemAccount: (address: string) => address === OFF_CURVE };
    expect(line(`send 1 SOL to ${OFF_CURVE}`, within)).toBe(`transfer SOL in 1000000000 ${OFF_CURVE}`);
  });

  it("is refused if the world says that it is a program", () => {
    expect(line(`send 1 SOL to ${ALICE}`, { ...world, isProgram: () => true })).toBe(
      "refused program_recipient",
    );
  });

  it("may be a name of digits", () => {
    expect(line("send 5 USDC to 42.sol", { ...world, resolveName: () => ALICE })).toBe(
      `transfer USDC in 5000000 ${ALICE}`,
    );
  });
});

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

interface Style {
  readonly dash: string;
  readonly and: string;
}

/** A whole number in words. */
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
  // Always with "and", because "two thousand five" is refused: it may mean 2,005 or 2,500.
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
    ["with only dashes", { dash: "-", and: " " }],
  ])("are read back, %s", (_, style) => {
    for (const n of numbers)
      expect(line(`swap ${words(n, style)} SOL for USDC`)).toBe(`swap SOL>USDC in ${n}000000000`);
  });
});

describe("a narrative verb form", () => {
  const verbs = (["SWAP", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"] as const)
    .flatMap((name) => [...group(name)])
    .filter((verb) => /^[a-z]{4,}$/.test(verb));
  const neverOrders = (verb: string): void => {
    for (const rest of [
      "1 SOL for USDC",
      "1 SOL to USDC",
      "5 SOL with USDC",
      "5 USDC to alice.sol",
      "alice.sol 5 USDC",
    ])
      expect(line(`${verb} ${rest}`), verb).not.toMatch(/^(?:swap|transfer)/);
  };

  it("is not an order in the third person, in the past, or as an agent noun", () => {
    for (const verb of verbs) {
      for (const end of [
        ...(/(?:s|sh|ch)$/.test(verb) ? [] : ["s"]),
        "es",
        "ed",
        "er",
        ...(verb.endsWith("e") ? ["d", "r", "n"] : []),
      ]) {
        if (!verbs.includes(verb + end)) neverOrders(verb + end);
      }
    }
    for (const form of [...PAST_FORMS, ...THIRD_PERSON]) if (!verbs.includes(form)) neverOrders(form);
  });

  it("is not corrected from a known word or a word of another language", () => {
    // After politeness such as "pleas" or "team", "5 USDC to alice.sol" is an order without a verb.
    for (const word of [...REAL_WORDS, ...FOREIGN_TYPOS])
      if (!verbs.includes(word) && !group("opener").has(word) && !group("noise").has(word)) neverOrders(word);
  });
});
