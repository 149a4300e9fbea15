import type { Span } from "../command.js";
import type { Language } from "../languages/language.js";
import { PART, ROLE } from "../languages/lexicon.js";
import { type Atom, type Atoms, isFigure } from "../text/atom.js";
import { scaled } from "../text/rational.js";

export interface Slippage {
  readonly bps: number;
  readonly span: Span;
}

/** The slippage of a command, and the atoms outside the slippage clause. */
export type SlippageFound =
  | { readonly kind: "none"; readonly rest: Atoms }
  | ({ readonly kind: "bps"; readonly rest: Atoms } & Slippage)
  | {
      readonly kind: "ambiguous_slippage" | "invalid_slippage";
      readonly span: Span;
      readonly rest: Atoms;
    };

const MIN_BPS = 1n;
const MAX_BPS = 1000n;
/** Removes "with default slippage", which does not request a particular value. */
function withoutDefault(atoms: Atoms, noun: number, { slippage }: Language): Atoms | undefined {
  if (!slippage.defaults.has(atoms[noun - 1]?.text ?? "")) return undefined;
  const from = widen(atoms, noun - 1, -1, slippage.before);
  if (atoms.slice(from, noun).some(({ text }) => slippage.less.has(text))) return undefined;
  return atoms.filter((_, at) => at < from || at > noun);
}

/** Parses the slippage clause and removes it. A second clause or a number without a unit is ambiguous. */
export function takeSlippage(atoms: Atoms, language: Language): SlippageFound {
  const isNoun = (atom: Atom): boolean => isSlippage(atom, language);
  const noun = atoms.findIndex(isNoun);
  if (noun < 0) return { kind: "none", rest: atoms };
  const found = figure(atoms, noun, language);
  const plain = withoutDefault(atoms, noun, language);
  if (found?.atom.kind !== "part" && plain !== undefined && !plain.some(isNoun))
    return { kind: "none", rest: plain };
  const from = found === undefined ? noun : Math.min(noun, found.at);
  const to = found === undefined ? noun : Math.max(noun, found.at);
  const named = language.slippage.defaults.has(atoms[from - 1]?.text ?? "") ? 1 : 0;
  const clauseFrom = widen(atoms, from - named, -1, language.slippage.before, language.slippage.opens);
  const after = widen(atoms, to, 1, language.slippage.after);
  // In "1% slippage at most 5 SOL", "at most" belongs to the amount.
  const clauseTo = isFigure(atoms[after + 1]) ? to : after;
  const rest = atoms.filter((_, at) => at < clauseFrom || at > clauseTo);
  const span = { start: atoms[from]?.start ?? 0, end: atoms[to]?.end ?? 0 };
  if (
    rest.some(isNoun) ||
    found === undefined ||
    found.atom.kind !== "part" ||
    found.atom.value === undefined
  ) {
    return { kind: "ambiguous_slippage", span, rest };
  }
  const bps = scaled(found.atom.value, 4);
  if (bps === undefined || bps < MIN_BPS || bps > MAX_BPS) return { kind: "invalid_slippage", span, rest };
  return { kind: "bps", bps: Number(bps), span, rest };
}

const isSlippage = (atom: Atom, { lexicon }: Language): boolean =>
  (atom.roles & ROLE.slippage) !== 0 || (atom.kind === "unknown" && lexicon.groups.SLIPPAGE.has(atom.text));

/** Finds the number nearest to "slippage" with only clause words in between. */
function figure(atoms: Atoms, noun: number, language: Language): { atom: Atom; at: number } | undefined {
  const after = walk(atoms, noun, 1, language.slippage.between, language);
  const before = walk(atoms, noun, -1, language.slippage.backwards, language);
  // "5% slippage 1% of my SOL": either share may be the slippage.
  if (before?.atom.kind === "part" && after?.atom.kind === "part" && after.at - before.at === 2)
    return undefined;
  if (before !== undefined && before.atom.kind === "part") return before;
  if (after !== undefined) return after;
  return before;
}

function walk(
  atoms: Atoms,
  from: number,
  step: 1 | -1,
  through: ReadonlySet<string>,
  language: Language,
): { atom: Atom; at: number } | undefined {
  for (let at = from + step; ; at += step) {
    const atom = atoms[at];
    if (atom === undefined) return undefined;
    if (atom.kind === "part" && atom.text !== PART.all) return { atom, at };
    // Before the noun, a bare number belongs to the slippage only if no word is in between.
    if (atom.kind === "number")
      return step > 0 || isSlippage(atoms[at + 1] ?? atom, language) ? { atom, at } : undefined;
    if (!through.has(textOf(atom))) return undefined;
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
  for (;;) {
    const atom = atoms[at + step];
    if (atom === undefined || atom.kind === "token" || !words.has(textOf(atom))) return at;
    at += step;
    if (opens?.has(textOf(atom)) === true) return at;
  }
}

// "max" can also mean a whole balance, so it was read as a `part`; the word itself is in `form`.
const textOf = (atom: Atom): string => (atom.kind === "part" ? (atom.form ?? "") : atom.text);
