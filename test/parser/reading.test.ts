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
