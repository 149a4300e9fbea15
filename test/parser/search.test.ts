import { describe, expect, it } from "vitest";
import { search } from "./searching.js";
import { searchSpoken } from "./spoken.js";
import { searchVariants } from "./variants.js";

describe("a search with an independent oracle", () => {
  it("reads every command as meant", () => search(1, 800));
});

describe("a search over spelled numbers, in English and Spanish, broken and misspelled", () => {
  it("reads every spelled number as its words spell it", () => {
    expect(searchSpoken(1, 400).wrong).toEqual([]);
  });
});

describe("a search over number shapes, slips, insertions, pasted texts and advice, in both languages", () => {
  it("reads the same order or none, and gives no advice that leads to another order", () => {
    expect(searchVariants(1, 100)).toEqual([]);
  });
});
