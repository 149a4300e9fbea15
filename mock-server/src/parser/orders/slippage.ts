import { scaled } from "../../kernel/rational.js";
import type { Span } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART, ROLE } from "../languages/lexicon.js";
import { type Diagnosis, diagnosis } from "../result.js";
import { type Atom, type Atoms, isFigure } from "../text/atom.js";

export interface Slippage {
  readonly bps: number;
  readonly span: Span;
}

/** The atoms outside the slippage clause, and its slippage, or why it is unclear. */
export interface SlippageFound {
  readonly rest: Atoms;
  readonly stated: Slippage | Diagnosis | undefined;
}

const MIN_BPS = 1n;
const MAX_BPS = 1000n;

interface Placed {
  readonly atom: Atom;
  readonly at: number;
}

/** Parses the slippage clause and removes it. A second clause or a number without a unit is ambiguous. */
export function takeSlippage(atoms: Atoms, language: Language): SlippageFound {
  const { before, opens, after, defaults, less } = language.slippage;
  const isNoun = (atom: Atom): boolean => isSlippage(atom, language);
  const isDefault = (at: number): boolean => defaults.has(atoms[at]?.text ?? "");
  const without = (first: number, last: number): Atoms => atoms.filter((_, at) => at < first || at > last);
  const noun = atoms.findIndex(isNoun);
  if (noun < 0) return { rest: atoms, stated: undefined };
  const found = figure(atoms, noun, language);
  // "with default slippage" does not request a particular value.
  const lead = isDefault(noun - 1) ? widen(atoms, noun - 1, -1, before) : noun;
  const plain = without(lead, noun);
  const isOpen = atoms.slice(lead, noun).some(({ text }) => less.has(text));
  if (lead < noun && !isOpen && found?.atom.kind !== "part" && !plain.some(isNoun))
    return { rest: plain, stated: undefined };
  const from = Math.min(noun, found?.at ?? noun);
  const to = Math.max(noun, found?.at ?? noun);
  const first = widen(atoms, isDefault(from - 1) ? from - 1 : from, -1, before, opens);
  const last = widen(atoms, to, 1, after);
  // In "1% slippage at most 5 SOL", "at most" belongs to the amount.
  const rest = without(first, isFigure(atoms[last + 1]) ? to : last);
  const span = { start: atoms[from]?.start ?? 0, end: atoms[to]?.end ?? 0 };
  const value = found?.atom.kind === "part" ? found.atom.value : undefined;
  if (value === undefined || rest.some(isNoun))
    return { rest, stated: diagnosis("ambiguous_slippage", "slippageUnit", span) };
  const bps = scaled(value, 4);
  if (bps === undefined || bps < MIN_BPS || bps > MAX_BPS)
    return { rest, stated: diagnosis("invalid_slippage", "slippageBounds", span) };
  return { rest, stated: { bps: Number(bps), span } };
}

const isSlippage = (atom: Atom, { lexicon }: Language): boolean =>
  (atom.roles & ROLE.slippage) !== 0 || (atom.kind === "unknown" && lexicon.groups.SLIPPAGE.has(atom.text));

/** Finds the number nearest to "slippage" with only clause words in between. */
function figure(atoms: Atoms, noun: number, language: Language): Placed | undefined {
  const after = walk(atoms, noun, 1, language.slippage.between, language);
  const before = walk(atoms, noun, -1, language.slippage.backwards, language);
  if (before?.atom.kind !== "part") return after ?? before;
  // "5% slippage 1% of my SOL": either share may be the slippage.
  return after?.atom.kind === "part" && after.at - before.at === 2 ? undefined : before;
}

function walk(
  atoms: Atoms,
  from: number,
  step: 1 | -1,
  through: ReadonlySet<string>,
  language: Language,
): Placed | undefined {
  for (let at = from + step; ; at += step) {
    const atom = atoms[at];
    if (atom?.kind === "part" && atom.text !== PART.all) return { atom, at };
    // Before the noun, a bare number belongs to the slippage only if no word is in between.
    if (atom?.kind === "number")
      return step > 0 || isSlippage(atoms[at + 1] ?? atom, language) ? { atom, at } : undefined;
    if (atom === undefined || !through.has(textOf(atom))) return undefined;
  }
}

/** Extends the clause in one direction, up to an opening word: up to "with" in "5 USDC max with 1% slippage". */
function widen(
  atoms: Atoms,
  from: number,
  step: 1 | -1,
  words: ReadonlySet<string>,
  opens?: ReadonlySet<string>,
): number {
  let at = from;
  for (let atom = atoms[at + step]; atom !== undefined; atom = atoms[at + step]) {
    if (atom.kind === "token" || !words.has(textOf(atom))) break;
    at += step;
    if (opens?.has(textOf(atom)) === true) break;
  }
  return at;
}

// "max" can also mean a whole balance, so it was read as a `part`; the word itself is in `form`.
const textOf = (atom: Atom): string => (atom.kind === "part" ? (atom.form ?? "") : atom.text);
