import { describe, it } from "vitest";
import { search } from "./searching.js";

describe("a search with an independent oracle", () => {
  it("reads every command as meant", () => search(1, 4_000));
});
