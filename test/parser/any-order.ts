import fc from "fast-check";
import { TOKENS } from "../../mock-server/src/fixtures/tokens.js";
import { unitsOf } from "./oracle.js";
import { ALICE } from "./world.js";

const symbol = fc.constantFrom(...TOKENS.map((token) => token.symbol));
const pair = fc.tuple(symbol, symbol).filter(([a, b]) => a !== b);
const digits = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 99_998 }))
  .map(([whole, rest]) => (rest === 0 ? `${whole}` : `${whole}.${String(rest).padStart(5, "0")}`));

/** Generates an exact order in one of several phrasings, with the expected result. */
export const order = fc.tuple(pair, digits, fc.integer({ min: 0, max: 11 })).map(([[a, b], amount, way]) => {
  const given = `swap ${a}>${b} in ${unitsOf(amount, a)}`;
  const wanted = `swap ${a}>${b} out ${unitsOf(amount, b)}`;
  const sent = `transfer ${a} in ${unitsOf(amount, a)} ${ALICE}`;
  const ways: readonly (readonly [string, string])[] = [
    [`swap ${amount} ${a} for ${b}`, given],
    [`convert ${amount} ${a} to ${b}`, given],
    [`sell ${amount} ${a} for ${b}`, given],
    [`buy ${b} with ${amount} ${a}`, given],
    [`use ${amount} ${a} to buy ${b}`, given],
    [`put ${amount} ${a} into ${b}`, given],
    [`swap ${a} for ${amount} ${b}`, wanted],
    [`buy ${amount} ${b} with ${a}`, wanted],
    [`sell ${a} to get ${amount} ${b}`, wanted],
    [`send ${amount} ${a} to ${ALICE}`, sent],
    [`pay ${ALICE} ${amount} ${a}`, sent],
    [`transfer ${amount} ${a} to alice.sol`, sent],
  ];
  const [text, outcome] = ways[way]!;
  return { text, outcome };
});
