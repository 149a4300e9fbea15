import { BARE_WORDS, CONTEXT_WORDS, WISHES } from "../languages/english/words/circumstances.js";
import { group, lexemesLike } from "../languages/lexicon.js";
import { otherChain } from "../refusals/chains.js";
import type { Atom } from "../text/atom.js";
import type { Sentence } from "./sentences.js";

const bare: ReadonlySet<string> = new Set(BARE_WORDS);
const words: ReadonlySet<string> = new Set(CONTEXT_WORDS.flatMap((text) => text.split(" ")));

// "I would like to make a trade. Swap …": it says which order follows, if that is the one that does.
const ANNOUNCED: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [
    lexemesLike(/^(?:make|do|execute|perform|place) an? (?:swap|trade|exchange|conversion)$/),
    new Set([...group("SWAP"), ...group("SELL"), ...group("BUY")]),
  ],
  [lexemesLike(/^(?:make|do|execute|perform) a (?:transfer|payment)$/), group("SEND")],
];

/**
 * Empties the sentences before the last that only tell of circumstances ("My rent is due."). Each is made of words of a
 * closed list and of tokens, with no figure, no person and no verb of an order: it cannot change what follows.
 */
export function withoutContext(parts: readonly Sentence[]): readonly Sentence[] {
  if (parts.length < 2) return parts;
  const order = parts[parts.length - 1];
  return parts.map((part, at) =>
    at < parts.length - 1 && (isContext(part) || announces(part, order))
      ? { ...part, items: [], atoms: [], noise: part.atoms }
      : part,
  );
}

function announces({ items: [what, ...more], asks }: Sentence, order: Sentence | undefined): boolean {
  const verb = order?.items[0]?.text;
  if (what === undefined || verb === undefined || more.length > 0 || asks) return false;
  return ANNOUNCED.some(([nouns, verbs]) => nouns.has(what.text) && verbs.has(verb));
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
