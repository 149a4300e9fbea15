import type { Language } from "../languages/language.js";
import type { Atom, Atoms } from "../text/atom.js";

type Subject = "holdings" | "price" | "history" | "quote";

/** Where a second question begins, if its answer would be another than the first one's. */
export function secondQuestion(atoms: Atoms, language: Language): Atom | undefined {
  let first: Subject | undefined;
  for (const clause of clausesOf(atoms, language)) {
    const subject = subjectOf(clause, language);
    if (subject === undefined || subject === first) continue;
    if (first === undefined) first = subject;
    else if (!belongs(first, clause, subject, language)) return clause[0];
  }
  return undefined;
}

function clausesOf(atoms: Atoms, language: Language): Atom[][] {
  const { looks, joiners } = language.questions;
  const out: Atom[][] = [[]];
  atoms.forEach((atom, at) => {
    const mark = atom.kind === "mark" && (atom.text === "," || atom.text === "&");
    if (mark || joiners.has(atom.text)) out.push([]);
    else if (atom.kind === "word" && looks.has(atom.text) && at > 0 && saysSomething(out, language))
      out.push([atom]);
    else out[out.length - 1]?.push(atom);
  });
  return out;
}

const saysSomething = (clauses: readonly Atoms[], { questions }: Language): boolean =>
  clauses[clauses.length - 1]?.some((atom) => questions.topicOf.has(atom.text)) ?? false;

/** The topic of a clause's words. A price of holdings is about the holdings, a log of a wallet about the past. */
function subjectOf(clause: Atoms, { questions, lexicon }: Language): Subject | undefined {
  const named = new Set(
    clause.filter(({ kind }) => kind === "word").map(({ text }) => questions.topicOf.get(text)),
  );
  if (named.has("quote")) return "quote";
  if (named.has("balance")) return "holdings";
  if (named.has("history")) return "history";
  const counts = clause.some((atom) => questions.countsEnd.test(atom.text));
  if (named.has("price")) return named.has("portfolio") ? "holdings" : "price";
  if (named.has("portfolio")) return "holdings";
  if (counts && clause.some((atom) => atom.token !== undefined)) {
    if (clause.some(({ kind }) => kind === "number" || kind === "usd")) return "quote";
    if (clause.some(({ text }) => questions.is.has(text))) return "price";
  }
  return counts && clause.some((atom) => atom.kind === "word" && lexicon.groups.Q_OWN.has(atom.text))
    ? "holdings"
    : undefined;
}

/** A clause that names no token of its own and only asks for the value of what went before. */
function belongs(first: Subject, clause: Atoms, subject: Subject, { questions }: Language): boolean {
  if (subject !== "price" || first === "history") return false;
  if (clause.some((atom) => atom.token !== undefined)) return false;
  if (first === "quote") return true;
  return clause.every(
    (atom) => atom.kind !== "word" || questions.values.has(atom.text) || questions.ofValues.has(atom.text),
  );
}
