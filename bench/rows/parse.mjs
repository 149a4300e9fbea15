// A parse of a command, over the labelled commands of the corpus; beside grammars that read its plain orders.
import { readFileSync } from "node:fs";
import { chevrotainParser, peggyParser } from "../lib/order-grammars.mjs";
import { importSource } from "../lib/source.mjs";

const CORPUS = new URL("../../test/parser/corpus/commands.jsonl", import.meta.url);

const commands = () =>
  readFileSync(CORPUS, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).command);

/** The parser with the tokens that the world has. */
async function ownParser() {
  const [{ parse }, { TOKENS }] = await Promise.all([
    importSource("mock-server/src/parser/parse.ts"),
    importSource("mock-server/src/world/tokens.ts"),
  ]);
  const world = { tokens: TOKENS, resolveName: () => undefined };
  return (text) => parse(text, world);
}

const understands = (parse) => (text) => {
  try {
    const outcome = parse(text);
    return outcome.ok ?? true;
  } catch {
    return false;
  }
};

/** Commands that all three understand: nobody is measured by how fast it refuses. */
async function shared() {
  const parsers = await Promise.all([ownParser(), peggyParser(), chevrotainParser()]);
  const texts = commands().filter((text) => parsers.every((parse) => understands(parse)(text)));
  if (texts.length < 10) throw new Error(`only ${texts.length} commands are understood by all grammars`);
  return texts;
}

/** One call after the other through the texts. */
function inTurn(parse, texts) {
  let at = 0;
  return () => {
    at = at + 1 === texts.length ? 0 : at + 1;
    return parse(texts[at]);
  };
}

/** Microseconds of each text, the least of what was seen: what the machine did meanwhile is no part of it. */
function timesOf(parse, texts, rounds) {
  return texts
    .map((text) => {
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < rounds; round += 1) {
        const began = process.hrtime.bigint();
        parse(text);
        least = Math.min(least, Number(process.hrtime.bigint() - began) / 1000);
      }
      return least;
    })
    .sort((one, other) => one - other);
}

const at = (sorted, share) => sorted[Math.floor(share * (sorted.length - 1))];

const LONG = "swap 1 SOL for USDC and then ".repeat(18).slice(0, 500);

export const rows = [
  {
    name: "parse",
    title: "Parse of an order that all grammars read",
    sides: {
      "intent-tx": async () => ({ act: inTurn(await ownParser(), await shared()) }),
      peggy: async () => ({ act: inTurn(await peggyParser(), await shared()) }),
      chevrotain: async () => ({ act: inTurn(await chevrotainParser(), await shared()) }),
    },
  },
  {
    name: "parse-corpus",
    title: "Parse of each command of the corpus",
    sides: {
      "intent-tx": async () => {
        const parse = await ownParser();
        const texts = commands();
        return {
          block: () => {
            const times = timesOf(parse, texts, 3);
            const [half, whole] = [LONG.slice(0, 250), LONG].map((text) => timesOf(parse, [text], 200)[0]);
            return {
              calls: texts.length * 3,
              figures: {
                "p50 µs": at(times, 0.5),
                "p99 µs": at(times, 0.99),
                "500 ÷ 250 letters": whole / half,
              },
            };
          },
        };
      },
    },
    goals: { "p50 µs": { atMost: 8 }, "p99 µs": { atMost: 60 }, "500 ÷ 250 letters": { atMost: 2.5 } },
  },
];
