// Prints the parser's score on labelled commands, by class, with every miss. Exits with 1 below the minimum scores.
import { readRows, type Scored, scoreRows, summarise } from "./score.js";

const RIGHT_BAR = 0.97;
const REASON_BAR = 0.9;
const CORPUS = "test/parser/corpus";
const DEFAULT = ["commands", "commands-heldout-1", "coverage-sample"].map((name) => `${CORPUS}/${name}.jsonl`);

const percent = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)}%`;

function counts(scored: readonly Scored[]) {
  const { rows, right, unsafe, overRejected, soft, reasonRight, rejects } = summarise(scored);
  return {
    rows,
    right,
    "right %": percent(right, rows),
    unsafe,
    refused: overRejected,
    soft,
    "reason %": percent(reasonRight, rejects),
  };
}

function told(scored: Scored): string {
  const { row, result } = scored;
  const answer = result.ok
    ? JSON.stringify(result.command, (_, value: unknown) =>
        typeof value === "bigint" ? value.toString() : value,
      )
    : `refused: ${result.reason}`;
  return `  ${scored.verdict} ${row.id} ${JSON.stringify(row.command)}\n    answered ${answer}\n    expected ${JSON.stringify(row.expect)}`;
}

/** The share of commands that a person would carry out and that are read as labelled. */
function coverage(name: string, scored: readonly Scored[]): string {
  const asked = scored.filter(({ row, reasonRight }) => "action" in row.expect && reasonRight === undefined);
  const read = asked.filter(({ result, verdict }) => result.ok && verdict === "right");
  return `coverage, ${name}: ${read.length} of ${asked.length} (${percent(read.length, asked.length)})`;
}

const isSpanish = ({ row }: Scored): boolean => /(?:^|-)es-|^q-/.test(row.id);
const isOther = (scored: Scored): boolean => scored.row.class === "non-english" && !isSpanish(scored);

function report(path: string): boolean {
  const scored = scoreRows(readRows(path));
  console.log(`\n${path}`);
  const classes = [...new Set(scored.map(({ row }) => row.class))].sort();
  const english = scored.filter(({ row }) => row.class !== "non-english");
  console.table({
    ...Object.fromEntries(
      classes.map((name) => [name, counts(scored.filter(({ row }) => row.class === name))]),
    ),
    all: counts(scored),
    "all but non-english": counts(english),
  });
  console.log(coverage("English", scored.filter((one) => !isSpanish(one) && !isOther(one))));
  if (scored.some(isSpanish)) console.log(coverage("Spanish", scored.filter(isSpanish)));
  const misses = scored.filter(
    ({ verdict, reasonRight }) => (verdict !== "right" && verdict !== "skipped") || reasonRight === false,
  );
  if (misses.length > 0) console.log(`\nmisses (${misses.length})`);
  for (const miss of misses) console.log(told(miss));
  const all = summarise(scored);
  const s = summarise(english);
  return all.unsafe === 0 && s.right >= RIGHT_BAR * s.rows && s.reasonRight >= REASON_BAR * s.rejects;
}

const paths = process.argv.slice(2);
const met = (paths.length === 0 ? DEFAULT : paths).map(report);
if (met.includes(false)) {
  console.error(`\nbelow the bar: unsafe 0, right >= ${RIGHT_BAR * 100}%, reason >= ${REASON_BAR * 100}%`);
  process.exitCode = 1;
}
