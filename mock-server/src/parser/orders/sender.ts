import { group, lexemesLike } from "../languages/lexicon.js";
import type { Atom, AtomKind } from "../text/atom.js";

const ownPlaces = lexemesLike(/^(?:from|out of|in|with|using) .*(?:wallet|account|balance)$|^from wallet$/);
const SOMEONE: ReadonlySet<AtomKind> = new Set([
  "address",
  "bad_address",
  "name",
  "foreign_name",
  "handle",
  "url",
]);
const holders: ReadonlySet<string> = new Set([...group("HOLDER"), ...group("PERSON")]);
const BETWEEN = new Set([",", ":", "(", "=", "#"]);

/** "from my wallet bob.sol": the name is that of the place, so whoever it is does not receive. */
export function namesSender(atoms: readonly Atom[], at: number): boolean {
  const place = atoms[at];
  if (place?.kind !== "word" || !ownPlaces.has(place.text)) return false;
  let next = at + 1;
  while (isBetween(atoms[next])) next += 1;
  const named = atoms[next];
  return named !== undefined && (SOMEONE.has(named.kind) || named.form === "mint");
}

const isBetween = (atom: Atom | undefined): boolean =>
  (atom?.kind === "mark" && BETWEEN.has(atom.text)) || (atom?.kind === "word" && holders.has(atom.text));
