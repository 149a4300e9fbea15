import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../for-all.js";
import { order } from "./any-order.js";
import { BOB, group, line } from "./world.js";

const put = (text: string, word: string, at: number): string => {
  const words = text.split(" ");
  words.splice(at % (words.length + 1), 0, word);
  return words.join(" ");
};
const refusedOrSame = (text: string, outcome: string): void => {
  const after = line(text);
  expect(after === outcome || !/^(?:swap|transfer)/.test(after), `${text}: ${after}`).toBe(true);
};

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
