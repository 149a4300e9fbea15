import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TOKENS } from "../../mock-server/src/fixtures/tokens.js";
import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import { forAll } from "../for-all.js";
import { order } from "./any-order.js";
import { ALICE, group, line, read, world } from "./world.js";

const RUNS = 150;

describe("properties of the parser", () => {
  it("reads back every canonical phrasing of an order", () => {
    forAll(RUNS, [order], ({ text, outcome }) => {
      expect(line(text), text).toBe(outcome);
    });
  });

  it("reads no other order when an unknown word is inserted", () => {
    const unknown = fc.stringMatching(/^[a-z]{3,9}$/).filter((word) => !ENGLISH.lexicon.words().has(word));
    forAll(150, [order, unknown, fc.nat()], ({ text, outcome }, word, at) => {
      const words = text.split(" ");
      words.splice(at % (words.length + 1), 0, word);
      const after = line(words.join(" "));
      // "hwo" is read as "how", which asks.
      expect(after === outcome || /^(?:refused|query) /.test(after), `${words.join(" ")}: ${after}`).toBe(
        true,
      );
    });
  });

  it("refuses an order with a vague word before its figure", () => {
    const vague = fc.constantFrom(
      ...[...group("vague")].filter((word) => !["over", "enough", "some", "part of"].includes(word)),
    );
    forAll(200, [order, vague], ({ text }, word) => {
      const unsure = text.replace(/ (\d)/, ` ${word} $1`);
      expect(line(unsure), unsure).toContain("refused");
    });
  });

  it("refuses when a word that fills a slot is removed", () => {
    forAll(RUNS, [order, fc.nat()], ({ text }, at) => {
      const words = text.split(" ");
      const slots = words.flatMap((word, k) =>
        /^\d|\.sol$/.test(word) || word === ALICE || TOKENS.some((token) => token.symbol === word) ? [k] : [],
      );
      const gone = slots[at % slots.length]!;
      const rest = words.filter((_, k) => k !== gone).join(" ");
      expect(line(rest), rest).toContain("refused");
    });
  });

  it("ignores case and spacing, except in addresses", () => {
    forAll(RUNS, [order, fc.boolean(), fc.integer({ min: 1, max: 4 })], ({ text, outcome }, upper, gap) => {
      const words = text
        .split(" ")
        .map((word) => (word === ALICE ? word : upper ? word.toUpperCase() : word.toLowerCase()));
      expect(line(words.join(" ".repeat(gap)))).toBe(outcome);
    });
  });

  it("never throws, and returns the same bytes twice", () => {
    // The unit "binary" of fast-check has the same characters, and takes a second to list them.
    const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const text = fc.oneof(
      fc.string({ unit, maxLength: 500 }),
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.string({ maxLength: 510 }),
    );
    forAll(150, [text], (command) => {
      const once = read(command, world);
      expect(JSON.stringify(once.explain())).toBe(JSON.stringify(read(command, world).explain()));
      if (!once.ok) expect(once.suggest().length).toBeLessThanOrEqual(5);
    });
  });

  it("refuses two verbs that receive a token, such as 'get BONK and buy 5 SOL'", () => {
    const receiving = fc.constantFrom(...group("BUY"), ...group("GET"));
    const shapes = fc.constantFrom("BONK @ 5 SOL", "5 SOL @ BONK");
    forAll(500, [receiving, fc.constantFrom(...group("YIELDS")), shapes], (verb, link, shape) => {
      const text = `${verb} ${shape.replace("@", link)}`;
      expect(line(text), text).toContain("refused");
    });
  });

  it("pays with the token after 'for'", () => {
    const receiving = fc.constantFrom(...group("BUY"), ...group("GET"));
    forAll(RUNS, [receiving, fc.constantFrom(...group("FOR"))], (verb, link) => {
      expect(line(`${verb} BONK ${link} 5 SOL`)).toMatch(/^(?:swap SOL>BONK in 5000000000|refused .*)$/);
      expect(line(`${verb} 5 SOL ${link} BONK`)).toMatch(/^(?:swap BONK>SOL out 5000000000|refused .*)$/);
    });
  });

  it("never confuses currencies, or a share with an amount of money", () => {
    const sign = fc.constantFrom("£", "€", "¥", "₹", "A$", "CA$", "$");
    const end = fc.constantFrom("%", "$", "€", " %", "k$");
    const tail = fc.constantFrom("of my SOL to USDC", "of SOL to USDC", "SOL to USDC");
    forAll(RUNS, [sign, fc.integer({ min: 1, max: 99 }), end, tail], (before, n, behind, rest) => {
      if (before === "$" && (behind === "$" || behind === "k$")) return;
      const text = `swap ${before}${n}${behind} ${rest}`;
      expect(line(text), text).toContain("refused");
    });
  });
});
