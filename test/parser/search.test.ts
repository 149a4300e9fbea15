import { describe, it } from "vitest";
import { search } from "./searching.js";

describe("a search with an independent oracle", () => {
  it.each([1, 2])("reads every command as meant (seed %i)", (seed) => {
    search(seed, 4_000);
  });
});
