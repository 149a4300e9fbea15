import type { Atom } from "../text/atom.js";
import { LOOKS, own, topicOf } from "./words.js";

type Subject = "holdings" | "price" | "history" | "quote";

const JOINERS: ReadonlySet<string> = new Set([
  "and",
  "then",
  "and then",
  "also",
  "plus",
  "&",
  "or",
  "as well as",
]);
const COUNTING = /how (?:much|many)$/;
// "my holdings and their value" is one question.
const VALUES: ReadonlySet<string> = new Set([
  "value",
  "values",
  "worth",
  "prices",
  "total value",
  "price",
  "change",
]);
const POSSESSIVES: ReadonlySet<string> = new Set([
  "their",
  "its",
  "it",
  "total",
  "current",
  "usd",
  "dollar",
  "with",
]);

/** Where a second question begins, if its answer would be another than the first one's. */
export function secondQuestion(atoms: readonly Atom[]): Atom | undefined {
  let first: Subject | undefined;
  for (const clause of clausesOf(atoms)) {
    const subject = subjectOf(clause);
    if (subject === undefined || subject === first) continue;
    if (first === undefined) first = subject;
    else if (!belongs(first, clause, subject)) return clause[0];
  }
  return undefined;
}

function clausesOf(atoms: readonly Atom[]): Atom[][] {
  const out: Atom[][] = [[]];
  atoms.forEach((atom, at) => {
    const mark = atom.kind === "mark" && (atom.text === "," || atom.text === "&");
    if (mark || JOINERS.has(atom.text)) out.push([]);
    else if (atom.kind === "word" && LOOKS.has(atom.text) && at > 0 && saysSomething(out)) out.push([atom]);
    else out[out.length - 1]?.push(atom);
  });
  return out;
}

const saysSomething = (clauses: readonly (readonly Atom[])[]): boolean =>
  clauses[clauses.length - 1]?.some((atom) => topicOf.has(atom.text)) ?? false;

/** The topic of a clause's words. A price of holdings is about the holdings, a log of a wallet about the past. */
function subjectOf(clause: readonly Atom[]): Subject | undefined {
  const named = new Set(clause.filter(({ kind }) => kind === "word").map(({ text }) => topicOf.get(text)));
  if (named.has("quote")) return "quote";
  if (named.has("balance")) return "holdings";
  if (named.has("history")) return "history";
  const counts = clause.some((atom) => COUNTING.test(atom.text));
  if (named.has("price")) return named.has("portfolio") ? "holdings" : "price";
  if (named.has("portfolio")) return "holdings";
  if (counts && clause.some((atom) => atom.token !== undefined)) {
    if (clause.some(({ kind }) => kind === "number" || kind === "usd")) return "quote";
    if (clause.some(({ text }) => text === "is")) return "price";
  }
  return counts && clause.some((atom) => atom.kind === "word" && own.has(atom.text)) ? "holdings" : undefined;
}

/** A clause that names no token of its own and only asks for the value of what went before. */
function belongs(first: Subject, clause: readonly Atom[], subject: Subject): boolean {
  if (subject !== "price" || first === "history") return false;
  if (clause.some((atom) => atom.token !== undefined)) return false;
  if (first === "quote") return true;
  return clause.every(
    (atom) =>
      atom.kind !== "word" || VALUES.has(atom.text) || POSSESSIVES.has(atom.text) || atom.text === "in",
  );
}
