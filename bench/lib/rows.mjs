// Finds the rows: each file of bench/rows exports `rows`, a list of
//   {
//     name, title,
//     sides: { [name]: () => Side or a promise of it },  the first is what is measured, the others are its peers
//     goals: { [peer or figure]: { atMost } or { atLeast } },  atMost: cost ÷ the peer's; atLeast: the peer's ÷ cost;
//       with clock: "wall" of the time waited, in place of CPU time
//     blocks, ms,  of this row, in place of those of the run
//     warmUp,  blocks that are run before and not counted; 3 where it is left out
//     warmUpCalls,  calls that these have at least, however many blocks that takes
//   }
// and a Side is one of
//   { act }          one call, which may answer a promise; it is repeated for the length of a block
//   { block(ms) }    does its own repeating, and answers { calls } or { calls, figures: { [name]: number } }
// with, where they are needed, { cpu() } (milliseconds of CPU so far, of another process than the side's own), { ready() } and
// { rest() } (come before and after each block, and are not counted) and { close() }. A side whose peer is not to be had answers
// undefined, and is left out.
import { readdirSync } from "node:fs";

const FOLDER = new URL("../rows/", import.meta.url);

/** The rows that the names mean, or all. */
export async function readRows(names) {
  const rows = [];
  for (const file of readdirSync(FOLDER).sort()) {
    if (!file.endsWith(".mjs")) continue;
    const module = await import(new URL(file, FOLDER));
    for (const row of module.rows) rows.push({ file: file.replace(".mjs", ""), ...row });
  }
  if (names.length === 0) return rows;
  const exact = rows.filter(({ name, file }) => names.includes(name) || names.includes(file));
  const chosen =
    exact.length > 0 ? exact : rows.filter(({ name }) => names.some((part) => name.includes(part)));
  if (chosen.length === 0) throw new Error(`no row is called ${names.join(" or ")}; --list shows them`);
  return chosen;
}
