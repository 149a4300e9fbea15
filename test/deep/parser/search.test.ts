import { describe, expect, it } from "vitest";
import { search } from "../../parser/searching.js";
import { searchSpoken } from "../../parser/spoken.js";

// Four commands each: more than a million in total.
const EACH = 70_000;

describe("a large search with an independent oracle", () => {
  it.each([11, 12, 13, 14])("reads every command as meant (seed %i)", { timeout: 600_000 }, (seed) => {
    search(seed, EACH);
  });
});

describe("a search over spelled numbers, in English and Spanish, broken and misspelled", () => {
  it.each([21, 22])(
    "reads every spelled number as its words spell it (seed %i)",
    { timeout: 600_000 },
    (seed) => {
      const { made, missed, wrong } = searchSpoken(seed, 30_000);
      expect(wrong).toEqual([]);
      // One in a hundred of the well-formed commands may be refused with a question.
      expect(missed).toBeLessThan(made / 400);
    },
  );
});
