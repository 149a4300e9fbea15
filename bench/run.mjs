// npm run bench [-- NAME…]: every row of bench/rows, each side of a row in a process of its own, their blocks interleaved.
// A name is that of a row, of a file of rows, or a part of one. Options: --list, --blocks N, --ms N. A run of all rows writes
// bench/RESULTS.md.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { installPeers } from "./lib/peers.mjs";
import { readRows } from "./lib/rows.mjs";
import { runRow } from "./lib/run-row.mjs";
import { consoleTable, resultsPage } from "./lib/table.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean" },
    blocks: { type: "string", default: "9" },
    ms: { type: "string", default: "200" },
  },
});
installPeers();
const rows = await readRows(positionals);
if (values.list) {
  for (const { file, name, title } of rows) console.log(`${name.padEnd(26)}${title} (${file})`);
} else {
  const blocks = Number(values.blocks);
  if (!(blocks >= 7)) throw new Error("--blocks: at least 7, as a row is their median");
  const results = [];
  for (const row of rows) {
    process.stderr.write(`${row.name} …\n`);
    results.push(await runRow(row, { blocks, ms: Number(values.ms) }));
  }
  console.log(consoleTable(results));
  if (positionals.length === 0)
    writeFileSync(new URL("RESULTS.md", import.meta.url), resultsPage(results, blocks));
}
