import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { LIMITS, TIER_LIMITS } from "intent-tx/contract";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ROOT } from "./blocks.js";

const drawn = (name: string) => readFileSync(join(ROOT, `docs/images/${name}.svg`), "utf8");

/** The texts of a drawing, or only those with one CSS class. */
const textsOf = (name: string, look = '[^"]*') =>
  [...drawn(name).matchAll(new RegExp(`<text[^>]* class="${look}"[^>]*>([^<]*)</text>`, "g"))].map(
    ([, text = ""]) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );

afterEach(() => vi.restoreAllMocks());

describe("drawings match the code", () => {
  test("the loop, from the demo's output", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => {
      lines.push(format(...values));
    });
    const demo = join(ROOT, "examples/demo.mjs");
    await import(demo);
    const [, swap = ""] = `${lines.join("\n")}\n`.split(/^1\. A swap\n-+\n/m);
    const shown = textsOf("loop", "m q");
    expect(shown.length).toBe(8);
    for (const text of shown)
      for (const part of text.split(/^swap |…$| for |, /)) expect(swap, text).toContain(part);
  });

  test("the windows, from the contract's limit", () => {
    const limit = TIER_LIMITS.free.requestsPerMinute;
    expect(textsOf("windows")).toEqual(
      expect.arrayContaining([
        `${limit} requests per UTC minute for all its keys`,
        `requests 1 to ${limit}`,
        `${limit} again`,
      ]),
    );
  });

  test("the keys, from the contract's overlap", () => {
    expect(textsOf("keys")).toContain(`${LIMITS.rotationOverlapMs / 3_600_000} h later`);
  });
});

test("a drawing has a title for screen readers and dark colours, and loads nothing from other hosts", () => {
  for (const name of ["loop", "windows", "keys", "layers", "trust", "use", "test", "prove"]) {
    expect(drawn(name)).toMatch(/role="img">\n<title>[^<]+<\/title>/);
    expect(drawn(name)).toContain("prefers-color-scheme:dark");
    expect(drawn(name).replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  }
});
