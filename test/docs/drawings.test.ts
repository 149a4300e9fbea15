import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { keysDrawing } from "../../scripts/diagrams/keys.js";
import { layersDrawing } from "../../scripts/diagrams/layers.js";
import { loopDrawing } from "../../scripts/diagrams/loop.js";
import { trustDrawing } from "../../scripts/diagrams/trust.js";
import { windowsDrawing } from "../../scripts/diagrams/windows.js";
import { ROOT } from "./blocks.js";

const drawn = (name: string) => readFileSync(join(ROOT, `docs/images/${name}.svg`), "utf8");

afterEach(() => vi.restoreAllMocks());

describe("drawings show what the code does; if not, run: npm run docs:drawings", () => {
  test("the loop, from the demo's own output", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => {
      lines.push(format(...values));
    });
    const demo = join(ROOT, "examples/demo.mjs");
    await import(demo);
    expect(drawn("loop")).toBe(loopDrawing(`${lines.join("\n")}\n`));
  });

  test.each(
    Object.entries({
      windows: windowsDrawing,
      keys: keysDrawing,
      layers: layersDrawing,
      trust: trustDrawing,
    }),
  )("%s", (name, draw) => expect(drawn(name)).toBe(draw()));
});

test("a drawing has a title to be read aloud, colours for dark pages, and asks no other host", () => {
  for (const name of ["loop", "windows", "keys", "layers", "trust"]) {
    expect(drawn(name)).toMatch(/role="img">\n<title>[^<]+<\/title>/);
    expect(drawn(name)).toContain("prefers-color-scheme:dark");
    expect(drawn(name).replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  }
});
