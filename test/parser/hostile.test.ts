import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TOKENS } from "../../mock-server/src/fixtures/tokens.js";
import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import { spanish } from "../../mock-server/src/parser/languages/spanish/spanish.js";
import { forAll } from "../for-all.js";
import { order } from "./any-order.js";
import { ALICE, BOB, group, line } from "./world.js";

const put = (text: string, word: string, at: number): string => {
  const words = text.split(" ");
  words.splice(at % (words.length + 1), 0, word);
  return words.join(" ");
};
const refusedOrSame = (text: string, outcome: string): void => {
  const after = line(text);
  expect(after === outcome || !/^(?:swap|transfer)/.test(after), `${text}: ${after}`).toBe(true);
};

// A number word or a unit next to the figure changes the amount, and the changed order may be valid.
const { words: figures, units, phrases } = ENGLISH.numbers;
const MEASURES: ReadonlySet<string> = new Set([
  ...figures.cardinals.keys(),
  ...figures.scales.keys(),
  ...units,
  ...phrases,
  ...["percent", "usd", "$"],
]);
// Without "past": past forms in phrases such as "paid with" do not refuse the order.
const guardWords = ["negation", "hedge", "condition", "schedule", "limit", "unsupported", "venue"] as const;

describe("hostile changes to an order", () => {
  it("refuses guard words at any position", () => {
    const word = fc.constantFrom(...guardWords.flatMap((name) => [...group(name)]));
    forAll(500, [order, word, fc.nat()], ({ text }, guard, at) => {
      const changed = put(text, guard, at);
      expect(line(changed), changed).not.toMatch(/^(?:swap|transfer)/);
    });
  });

  it("never reads a different order when a lexicon word is inserted", () => {
    const word = fc.constantFrom(...[...ENGLISH.lexicon.words()].filter((known) => !MEASURES.has(known)));
    forAll(500, [order, word, fc.nat()], ({ text, outcome }, known, at) => {
      refusedOrSame(put(text, known, at), outcome);
    });
  });

  it("never reads a different order when a Spanish word is inserted", () => {
    const measures =
      /^(?:d[oó]lar(?:es)?|porciento|bps|k|mil|mill[oó]n|millones|cuarto|tercio|medi[oa]|una?|uno|mitad|docenas?)$/;
    const { words, numerals } = spanish().lexicon;
    const word = fc.constantFrom(
      ...[...words()].filter((known) => !numerals.has(known) && !measures.test(known)),
    );
    const orders = fc.constantFrom(
      "cambia 5 USDC por SOL",
      "compra 5 SOL con USDC",
      "gasta 5 USDC en SOL",
      "quiero que mandes 5 USDC a alice.sol",
      "deja 5 SOL y cambia el resto a USDC",
      "vende la mitad de mi SOL por USDC",
    );
    forAll(500, [orders, word, fc.nat()], (text, known, at) => {
      refusedOrSame(put(text, known, at), line(text));
    });
  });

  it("refuses a second figure, token or recipient", () => {
    const extra = fc.constantFrom(
      "7",
      "7%",
      "$7",
      "0.5",
      "-1",
      "1,5",
      "7 USDC",
      "BONK 7",
      "POPCAT",
      BOB,
      "7x",
      "(2)",
      "2/3",
    );
    forAll(500, [order, extra, fc.nat()], ({ text, outcome }, more, at) => {
      refusedOrSame(put(text, more, at), outcome);
    });
  });

  it("refuses two orders, however they are joined", () => {
    const joint = fc.constantFrom(
      " and ",
      ", ",
      ". ",
      " then ",
      " or ",
      "; ",
      " - ",
      " but ",
      "\n",
      " for ",
      " to ",
      " ",
      " & ",
    );
    forAll(300, [order, order, joint], (one, two, between) => {
      const text = one.text + between + two.text;
      expect(line(text), text).not.toMatch(/^(?:swap|transfer)/);
    });
  });

  it("reads the same order or none after a typo, unless the typo spells another token", () => {
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz'-");
    forAll(
      1000,
      [order, fc.nat(), letter, fc.constantFrom("put in", "drop", "turn", "replace")],
      (given, at, by, how) => {
        const { text, outcome } = given;
        const i = at % text.length;
        const [a = "", b = ""] = [text[i], text[i + 1]];
        if (!/[a-z]/i.test(a) || text.slice(0, i).endsWith(ALICE.slice(0, 8)) || text.includes(ALICE)) return;
        if (how === "turn" && !/[a-z]/i.test(b)) return;
        const middle = { "put in": a + by, drop: "", turn: b + a, replace: by }[how] ?? "";
        const changed = text.slice(0, i) + middle + text.slice(how === "turn" ? i + 2 : i + 1);
        const spelled = (said: string): string =>
          TOKENS.filter(({ symbol, aliases, name }) =>
            [symbol, name, ...aliases].some((word) =>
              said
                .toLowerCase()
                .split(/[^a-z0-9]+/)
                .includes(word.toLowerCase()),
            ),
          )
            .map(({ symbol }) => symbol)
            .join();
        if (spelled(changed) === spelled(text)) refusedOrSame(changed, outcome);
      },
    );
  });

  it("refuses a lookalike letter", () => {
    const pairs = { a: "а", e: "е", o: "о", p: "р", c: "с", S: "Ѕ", O: "О", B: "В", s: "ѕ", i: "і" } as const;
    forAll(
      500,
      [order, fc.constantFrom(...Object.entries(pairs)), fc.nat()],
      ({ text }, [plain, alike], at) => {
        const places = [...text].flatMap((char, k) => (char === plain ? [k] : []));
        const place = places[at % Math.max(1, places.length)];
        if (place === undefined) return;
        const changed = text.slice(0, place) + alike + text.slice(place + 1);
        expect(line(changed), changed).toContain("refused");
      },
    );
  });
});
