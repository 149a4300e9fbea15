import type { Language } from "../languages/language.js";
import { otherChain } from "../refusals/chains.js";
import type { Atom } from "../text/atom.js";
import type { Sentence } from "./sentences.js";

/**
 * Empties the sentences before the last that only tell of circumstances ("My rent is due."). Each is made of words of a
 * closed list and of tokens, with no figure, no person and no verb of an order: it cannot change what follows.
 */
export function withoutContext(
  parts: readonly Sentence[],
  text: string,
  language: Language,
): readonly Sentence[] {
  if (parts.length < 2) return parts;
  const signed = parts[parts.length - 1];
  const last = parts.length - (signed !== undefined && isFarewell(signed, text, language) ? 2 : 1);
  const order = parts[last];
  return parts.map((part, at) =>
    at > last ||
    (at < last &&
      (isContext(part, language) || announces(part, order, language) || owns(part, order, language)))
      ? { ...part, items: [], atoms: [], noise: part.atoms }
      : part,
  );
}

/** "I have 10 SOL. Swap 2 SOL to USDC.": what is there, before an order that does not speak of it. */
function owns(
  { items: [lead, ...held], asks }: Sentence,
  order: Sentence | undefined,
  { lexicon: { groups } }: Language,
): boolean {
  return (
    !asks &&
    held.length > 1 &&
    lead !== undefined &&
    groups.I_HAVE.has(lead.text) &&
    held.every(({ kind, text }) => kind === "number" || kind === "token" || groups.AND.has(text)) &&
    order?.items.some(({ text }) => groups.THEM.has(text)) === false
  );
}

/** A word that is written as names are, and as no order is: "Best wait" and "Best skip it" take one back. */
const NAME = /^\p{Lu}\p{Ll}*$/u;

/** "Kind regards, Pete": the words that end a letter, and up to two more that are its writer's name. */
function isFarewell(
  { items, asks }: Sentence,
  text: string,
  { circumstances: { farewells } }: Language,
): boolean {
  if (asks || items.length === 0 || items.length > 4) return false;
  if (items.some(({ kind, roles }) => kind !== "unknown" && (kind !== "word" || roles !== 0))) return false;
  const said = items.map(({ text }) => text);
  return said.some(
    (_, at) =>
      said.length - at <= 3 &&
      farewells.has(said.slice(0, at + 1).join(" ")) &&
      items.slice(at + 1).every(({ start, end }) => NAME.test(text.slice(start, end))),
  );
}

function announces(
  { items: [what, ...more], asks }: Sentence,
  order: Sentence | undefined,
  { circumstances }: Language,
): boolean {
  const verb = order?.items[0]?.text;
  if (what === undefined || verb === undefined || more.length > 0 || asks) return false;
  return circumstances.announced.some(([nouns, verbs]) => nouns.has(what.text) && verbs.has(verb));
}

function isContext({ items, atoms, asks }: Sentence, language: Language): boolean {
  const { bare, wishes } = language.circumstances;
  const [first] = items;
  if (asks || first === undefined || items.length < 2 || otherChain(atoms, language) !== undefined)
    return false;
  if (items.every(({ kind, text }) => kind === "token" || text.split(" ").every((said) => bare.has(said))))
    return false;
  const wished = wishes.has(first.text);
  return items.every(
    (atom, at) =>
      isCircumstance(atom, language) || (wished && at === items.length - 1 && atom.kind === "unknown"),
  );
}

const isCircumstance = (atom: Atom, { circumstances: { words } }: Language): boolean =>
  atom.kind === "token" ||
  ((atom.kind === "word" || atom.kind === "unknown") &&
    atom.text.split(" ").every((word) => words.has(word)));
