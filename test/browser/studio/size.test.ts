import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const MOST = 250_000;
const folder = new URL("../../../mock-server/dist/studio/", import.meta.url);
const file = (path: string) => readFileSync(fileURLToPath(new URL(path, folder)));

test("the first page is at most 250 kB gzipped, and loads nothing from other hosts", () => {
  const html = file("index.html");
  const linked = [...html.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(linked.filter((path) => !path.startsWith("/"))).toEqual([]);
  const assets = linked.filter((path) => path.startsWith("/studio/assets/"));
  expect(assets.length).toBeGreaterThanOrEqual(2);
  // The entry's static imports count too: they load before anything is shown.
  const parts = new Set(assets.map((path) => path.replace("/studio/", "")));
  for (const part of parts) {
    if (!part.endsWith(".js")) continue;
    const statics = file(part)
      .toString()
      .matchAll(/(?:^|[;}])import(?:[^"'()]*?from)?"\.\/([^"]+)"/g);
    for (const [, name] of statics) parts.add(`assets/${name}`);
  }
  const total = [html, ...[...parts].map(file)].reduce((sum, bytes) => sum + gzipSync(bytes).length, 0);
  console.log(`the first page: ${total} bytes in ${parts.size + 1} files`);
  expect(total).toBeLessThanOrEqual(MOST);
});
