import { describe, expect, it } from "vitest";
import { search } from "../../parser/searching.js";
import { searchSpoken } from "../../parser/spoken.js";
import { searchVariants } from "../../parser/variants.js";
import { SCALE } from "../scale.js";

/** Part of a soak's rounds that CI plays. */
const PART = SCALE === 1 ? 25 : 1;
/** Rounds per seed. Each round makes four commands, so the seeds make 40,000, and two million in a soak. */
const EACH = 125_000 / PART;
/** CI plays the first half of a soak's seeds. */
const seeds = (...all: readonly number[]) => all.slice(0, SCALE === 1 ? all.length / 2 : all.length);
const timeout = 600_000 * SCALE;

describe("a large search with an independent oracle", () => {
  it.each(seeds(11, 12, 13, 14))("reads every command as meant (seed %i)", { timeout }, (seed) => {
    search(seed, EACH);
  });
});

describe("a search over spelled numbers, in English and Spanish, broken and misspelled", () => {
  it.each(seeds(21, 22))(
    "reads every spelled number as its words spell it (seed %i)",
    { timeout },
    (seed) => {
      const { made, missed, wrong } = searchSpoken(seed, 120_000 / PART);
      expect(wrong).toEqual([]);
      // Only a quarter of the commands is well-formed; of these, numbers such as "two thousand five" are refused.
      expect(missed).toBeLessThan(made / 150);
    },
  );
});

describe("a search over number shapes, slips, insertions, pasted texts and advice, in both languages", () => {
  it.each(seeds(31, 32))("finds no different order and no false advice (seed %i)", { timeout }, (seed) => {
    expect(searchVariants(seed, 50_000 / PART)).toEqual([]);
  });
});
