import type { Atom } from "./atom.js";
import { otherChain } from "./chains.js";
import { BARE_WORDS, CONTEXT_WORDS, WISHES } from "./lexicon/english-context.js";
import type { Sentence } from "./sentences.js";

const bare: ReadonlySet<string> = new Set(BARE_WORDS);
const words: ReadonlySet<string> = new Set(CONTEXT_WORDS.flatMap((text) => text.split(" ")));

/**
 * Empties the sentences before the last that only tell of circumstances ("My rent is due."). Each is made of words of a
 * closed list and of tokens, with no figure, no person and no verb of an order: it cannot change what follows.
 */
export function withoutContext(parts: readonly Sentence[]): readonly Sentence[] {
  if (parts.length < 2) return parts;
  return parts.map((part, at) =>
    at < parts.length - 1 && isContext(part) ? { ...part, items: [], atoms: [], noise: part.atoms } : part,
  );
}

function isContext({ items, atoms, asks }: Sentence): boolean {
  const [first] = items;
  if (asks || first === undefined || items.length < 2 || otherChain(atoms) !== undefined) return false;
  if (items.every(({ kind, text }) => kind === "token" || text.split(" ").every((said) => bare.has(said))))
    return false;
  const wishes = WISHES.has(first.text);
  return items.every(
    (atom, at) => isCircumstance(atom) || (wishes && at === items.length - 1 && atom.kind === "unknown"),
  );
}

const isCircumstance = (atom: Atom): boolean =>
  atom.kind === "token" ||
  ((atom.kind === "word" || atom.kind === "unknown") &&
    atom.text.split(" ").every((word) => words.has(word)));
