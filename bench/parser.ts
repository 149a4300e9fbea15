// Time of a parse, as a ratio to JSON.parse of the same commands in the same run.

import { parse } from "../mock-server/src/parser/parse.js";
import { readRows, worldFor } from "../scripts/corpus-score.js";

const rows = readRows("test/parser/corpus/commands.jsonl");
const world = worldFor(rows);
const ROUNDS = 60;

function timings(run: (text: string) => unknown, texts: readonly string[]): number[] {
  const out: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of texts) {
      const start = process.hrtime.bigint();
      run(text);
      const took = Number(process.hrtime.bigint() - start) / 1000;
      if (round >= ROUNDS / 2) out.push(took);
    }
  }
  return out.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
const commands = rows.map(({ command }) => command);
const parser = timings((text) => parse(text, world), commands);
const peer = timings(
  (text) => JSON.parse(text),
  rows.map((row) => JSON.stringify(row)),
);
const long = `${"swap 1 SOL for USDC and then ".repeat(17)}`.slice(0, 500);
const half = long.slice(0, 250);

console.table({
  parse: { p50: at(parser, 0.5), p99: at(parser, 0.99), max: at(parser, 1) },
  "JSON.parse of the row": { p50: at(peer, 0.5), p99: at(peer, 0.99), max: at(peer, 1) },
  "500 characters": {
    p50: at(
      timings((text) => parse(text, world), [long]),
      0.5,
    ),
    p99: 0,
    max: 0,
  },
  "250 characters": {
    p50: at(
      timings((text) => parse(text, world), [half]),
      0.5,
    ),
    p99: 0,
    max: 0,
  },
});
console.log(
  `a parse takes ${(at(parser, 0.5) / at(peer, 0.5)).toFixed(1)} times a JSON.parse of its labelled row (microseconds above)`,
);
