import { describe, it } from "vitest";
import { search } from "./searching.js";

describe("a search with an oracle of its own", () => {
  it.each([1, 2])("finds no command that is read otherwise than it was meant (seed %i)", (seed) => {
    search(seed, 4_000);
  });
});
