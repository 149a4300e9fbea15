import type { Language } from "../languages/language.js";
import { Atom } from "./atom.js";
import { written } from "./rational.js";

// Nobody speaks of that many dollars here.
const MILLION = 1_000_000n;

/** Looks again at what was just read, now that its neighbours are known. */
export function reconsider(out: Atom[], language: Language): void {
  const last = out[out.length - 1];
  if (last === undefined) return;
  letterForWord(out, last, language);
  if (last.kind === "token") dollarsOrCoins(out, last, language);
  else if (last.value !== undefined) comparison(out);
}

/** "buy BONK w 1 SOL": three tokens in a row say nothing, so that the letter is no symbol there. */
function letterForWord(out: Atom[], next: Atom, { spelling, lexicon, amounts }: Language): void {
  const letter = out[out.length - 2];
  if (spelling.letter === undefined || letter?.form !== "symbol" || letter.text !== spelling.letter[0])
    return;
  const paid = PAID.has(next.kind) || (next.kind === "word" && amounts.mine.has(next.text));
  if (!paid || next.form === "mint" || letter.end > letter.start + 1 || out[out.length - 3]?.kind !== "token")
    return;
  const [, stands] = spelling.letter;
  const roles = lexicon.rolesOf(stands);
  out[out.length - 2] = new Atom(
    "word",
    letter.start,
    letter.end,
    stands,
    undefined,
    undefined,
    undefined,
    undefined,
    roles,
  );
}

const PAID: ReadonlySet<Atom["kind"]> = new Set(["number", "usd", "part", "token"]);

/** "SOL > 150 USDC" compares; before anything else ">" points. */
function comparison(out: Atom[]): void {
  const sign = out[out.length - 2];
  if (sign?.form === "greater") out[out.length - 2] = sign.with({ text: ">" });
}

/** "100 of SOL" and "two grand SOL" may be so many dollars or so many coins; "100 of my SOL" counts what is there. */
function dollarsOrCoins(out: Atom[], token: Atom, { numbers, amounts }: Language): void {
  if (/USD/i.test(token.token?.symbol ?? "")) return;
  const before = out[out.length - 2];
  const of = before?.kind === "word" && amounts.of.has(before.text) ? before : undefined;
  const at = out.length - (of === undefined ? 2 : 3);
  const figure = out[at];
  if (figure?.kind !== "number" || figure.value === undefined || figure.form === "fraction") return;
  if (numbers.countsWithOf && figure.form === "spelled") return;
  const { n, d } = figure.value;
  if (of === undefined ? figure.form !== "grand" : n < d || n >= MILLION * d) return;
  const digits = written(figure.value);
  const end = (of ?? figure).end;
  const readings = [digits, numbers.dollarsOf(digits)];
  const vague = Atom.vague(figure.start, end, of === undefined ? digits : `${digits} ${of.text}`, readings);
  out.splice(at, out.length - at, vague, token);
}
