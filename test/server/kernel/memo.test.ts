import { describe, expect, it } from "vitest";
import { perObject, perText } from "../../../mock-server/src/kernel/memo.js";

describe("values that are made once", () => {
  it("for each string, and beyond the limit the oldest is rebuilt", () => {
    const made: string[] = [];
    const shout = perText(2, (text) => {
      made.push(text);
      return text.toUpperCase();
    });
    expect(["a", "b", "a", "c", "b", "a"].map(shout)).toEqual(["A", "B", "A", "C", "B", "A"]);
    expect(made).toEqual(["a", "b", "c", "a"]);
  });

  it("for each object, even if objects are equal", () => {
    let made = 0;
    const number = perObject(() => ++made);
    const [one, other] = [{}, {}];
    expect([one, other, one, other].map((object) => number(object))).toEqual([1, 2, 1, 2]);
  });

  it("a missing value is looked up again", () => {
    const there = new Map<string, number>();
    const find = perText(1, (name) => there.get(name));
    expect(find("a")).toBeUndefined();
    there.set("a", 1);
    expect(find("a")).toBe(1);
  });

  it("a failed value is retried", () => {
    let tries = 0;
    const read = perText(1, () => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return tries;
    });
    expect(() => read("a")).toThrow("not yet");
    expect([read("a"), read("a")]).toEqual([2, 2]);
  });
});
