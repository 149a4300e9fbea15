import { describe, it } from "vitest";
import { search } from "../../parser/searching.js";

// Four commands each: more than a million in all.
const EACH = 70_000;

describe("a search at scale with an oracle of its own", () => {
  it.each([11, 12, 13, 14])(
    "finds no command that is read otherwise than it was meant (seed %i)",
    { timeout: 600_000 },
    (seed) => {
      search(seed, EACH);
    },
  );
});
