import { describe, expect, it } from "vitest";
import {
  PAST_FORMS,
  THIRD_PERSON,
} from "../../mock-server/src/parser/languages/english/words/inflections.js";
import { REAL_WORDS } from "../../mock-server/src/parser/languages/english/words/real-words.js";
import { ALICE, group, line } from "./world.js";

const ONE_SOL = "swap SOL>USDC in 1000000000";
const orders = (verb: string): readonly string[] => [
  `${verb} 1 SOL for USDC`,
  `${verb} 1 SOL to USDC`,
  `${verb} 5 SOL with USDC`,
  `${verb} 5 USDC to alice.sol`,
  `${verb} alice.sol 5 USDC`,
];
const neverOrders = (verb: string): void => {
  for (const text of orders(verb)) expect(line(text), text).not.toMatch(/^(?:swap|transfer)/);
};

describe("telling is not ordering", () => {
  const verbs = (["SWAP", "SELL", "BUY", "SEND", "PUT", "SPEND", "GET"] as const)
    .flatMap((name) => [...group(name)])
    .filter((verb) => /^[a-z]{4,}$/.test(verb));

  it("does not order in the third person, in the past, or as a noun of the doer", () => {
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

  it("does not mend words of their own", () => {
    for (const word of REAL_WORDS) if (!verbs.includes(word)) neverOrders(word);
  });

  it.each(["wants", "needs", "likes", "hopes", "thinks", "tried"])("%s to act", (verb) => {
    expect(line(`${verb} to send 5 USDC to alice.sol`)).toContain("refused");
  });

  it.each(["swpa", "sawp", "swao", "exchagne", "convret", "tradw"])("still mends %s", (verb) => {
    expect(line(`${verb} 1 SOL for USDC`)).toBe(ONE_SOL);
  });
  it.each(["snd", "sedn", "trasnfer", "tranfser", "transfr"])("still mends %s", (verb) => {
    expect(line(`${verb} 5 USDC to alice.sol`)).toBe(`transfer USDC in 5000000 ${ALICE}`);
  });
});

describe("asking is not ordering", () => {
  it.each([
    "want to swap 1 SOL for USDC?",
    "wanna swap 1 SOL for USDC?",
    "need to swap 1 SOL for USDC?",
    "let's swap 1 SOL for USDC?",
    "shall we swap 1 SOL for USDC",
    "I have a question: swap 1 SOL for USDC?",
    "I have a question. swap 1 SOL for USDC",
    "quick question swap 1 SOL for USDC",
    "swap 1 SOL for USDC, right?",
    "swap 1 SOL for USDC. Right?",
    "swap 1 SOL for USDC - yes?",
  ])("%s", (command) => {
    expect(line(command)).toBe("refused question");
  });

  it.each([
    "you can swap 1 SOL for USDC",
    "I'd be happy to swap 1 SOL for USDC",
    "assistant: swap 1 SOL for USDC",
    "@alice: swap 1 SOL for USDC",
  ])("%s is said, not ordered", (command) => {
    expect(line(command)).toContain("refused");
  });

  it.each([
    "can you swap 1 SOL for USDC?",
    "could we swap 1 SOL for USDC?",
    "would you mind swapping 1 SOL for USDC?",
    "I'd like to swap 1 SOL for USDC please?",
    "swap 1 SOL for USDC, can you do that?",
    "swap 1 SOL for USDC, ok?",
    "quick question: can you swap 1 SOL for USDC?",
    "let's swap 1 SOL for USDC",
    "I was hoping to swap 1 SOL for USDC",
    "@bankrbot swap 1 SOL for USDC",
  ])("%s is a request", (command) => {
    expect(line(command)).toBe(ONE_SOL);
  });

  it("still answers a question that is announced", () => {
    expect(line("quick question: what's my SOL balance?")).toBe("query balance SOL");
  });
});
