import { readRows, type Scored, scoreRows, summarise } from "../corpus/score.js";
import { table } from "./tables.js";

const CORPUS = "test/parser/corpus/commands.jsonl";

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;

function row(name: string, scored: readonly Scored[]): string {
  const { rows, right, unsafe, rejects, reasonRight } = summarise(scored);
  const reason = rejects === 0 ? "–" : percent(reasonRight, rejects);
  return `| ${name} | ${rows} | ${percent(right, rows)} | ${unsafe} | ${reason} |`;
}

/** The parser's score on the corpus. */
export function corpusTable(): string {
  const scored = scoreRows(readRows(CORPUS));
  const classes = [...new Set(scored.map(({ row: { class: name } }) => name))].sort();
  const english = scored.filter(({ row: { class: name } }) => name !== "non-english");
  const of = (name: string) => scored.filter((one) => one.row.class === name);
  return table(
    ["class", "commands", "right", "unsafe", "right reason"],
    [...classes.map((name) => row(name, of(name))), row("**all but non-english**", english)],
  );
}
