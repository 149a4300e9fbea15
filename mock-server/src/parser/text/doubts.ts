import type { Language } from "../languages/language.js";
import type { Atom, Atoms } from "./atom.js";

// "1.500", "1,500": a thousand and a half, or one and a half.
const THREE_DIGITS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Looks at figures again, now that the whole text is read: some are only sure where nothing else is in doubt. */
export function doubted(atoms: Atoms, text: string, language: Language): Atoms {
  let out: Atom[] | undefined;
  for (let at = 0; at < atoms.length; at += 1) {
    const atom = atoms[at];
    if (atom === undefined || (atom.kind !== "number" && atom.kind !== "usd")) continue;
    if (!isDoubtful(atoms, at, text.slice(atom.start, atom.end), language)) continue;
    out ??= [...atoms];
    out[at] = atom.with({ kind: "vague_number" });
  }
  return out ?? atoms;
}

function isDoubtful(atoms: Atoms, at: number, figure: string, { numbers }: Language): boolean {
  // A misspelled word may be a word of another language, in which the decimal mark means something else.
  if (THREE_DIGITS.test(figure.replace(/^\D+/, "")) && atoms.some(({ form }) => form === "typo")) return true;
  if (numbers.foreignScale.test(figure)) return !atoms.some((one) => isOwnWord(one, numbers.shared));
  // "nine ty SOL": the noise between a figure and its token may be the end of the figure.
  const next = atoms[at + 1];
  return next !== undefined && numbers.endings.has(next.text) && atoms[at + 2]?.kind === "token";
}

const isOwnWord = ({ kind, text }: Atom, shared: ReadonlySet<string>): boolean =>
  kind === "word" && !shared.has(text);
