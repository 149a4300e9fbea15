import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./blocks.js";
import { thrownTexts } from "./thrown.js";

const page = readFileSync(join(ROOT, "docs/guides/troubleshooting.md"), "utf8");
const beforeMock = page.slice(0, page.indexOf("## The mock server"));
/** The messages in the first column, each of which is the message or its beginning. */
const rows = [...beforeMock.matchAll(/^\| (`[^|]+`) \|/gm)]
  .flatMap(([, cell = ""]) => cell.slice(1, -1).split("`<br>`"))
  .filter((text) => text.includes(" "));
/** Messages that come from the platform, or that the code composes from several literals. */
const FOREIGN = [
  "Do not know how to serialize a BigInt",
  "Cannot mix BigInt and other types",
  "No complete response within … ms",
  "The node does not know the blockhash of the transaction",
  "The node refused … in simulation: …",
  "Transaction … has no status after … ms (maxWait), and there is no proof that it cannot land",
  "Transaction … is still … after … ms (maxWait).",
  "The node did not respond within … ms (nodeTimeout).",
];
const bare = (text: string) => text.replace(/[….]+$/, "");
const covers = (row: string, text: string) => bare(text).startsWith(bare(row));
const thrown = thrownTexts();

test("every error message of the client is on the page", () => {
  expect(thrown.length).toBeGreaterThan(60);
  const missing = thrown.filter(({ text }) => !rows.some((row) => covers(row, text)));
  expect(missing.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

test("every message on the page comes from the client", () => {
  const gone = rows.filter((row) => !FOREIGN.includes(row) && !thrown.some(({ text }) => covers(row, text)));
  expect(gone).toEqual([]);
});
