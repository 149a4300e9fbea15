import { expect } from "vitest";
import { random } from "../deep/random.js";
import { command, forbidden, plausible, readBack, same, shuffled, slipped } from "./oracle.js";

const MOST_TOLD = 20;
const told = (value: unknown): string =>
  JSON.stringify(value, (_, entry: unknown) => (typeof entry === "bigint" ? entry.toString() : entry));

/** Generates `each` commands of four kinds, and fails with the first that are read incorrectly. */
export function search(seed: number, each: number): void {
  const draw = random(seed);
  const wrong: string[] = [];
  const note = (kind: string, text: string, read: unknown): void => {
    if (wrong.length < MOST_TOLD) wrong.push(`${kind}: ${text} -> ${told(read)}`);
  };
  for (let i = 0; i < each; i += 1) {
    const plain = command(draw);
    const read = readBack(plain.text);
    if (read === undefined || !same(read, plain.meaning)) note("plain", plain.text, read);
    const slip = slipped(draw);
    const mended = readBack(slip.text);
    if (mended !== undefined && mended.action !== "query" && !same(mended, slip.meaning))
      note("slip", slip.text, mended);
    const bad = forbidden(draw);
    const order = readBack(bad);
    if (order !== undefined && order.action !== "query") note("forbidden", bad, order);
    const turned = shuffled(draw);
    const other = readBack(turned.text);
    if (other !== undefined && !plausible(turned.text, other, turned.meaning))
      note("order", turned.text, other);
  }
  expect(wrong).toEqual([]);
}
