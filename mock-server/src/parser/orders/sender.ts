import type { Language } from "../languages/language.js";
import type { Atom, AtomKind, Atoms } from "../text/atom.js";

const SOMEONE: ReadonlySet<AtomKind> = new Set([
  "address",
  "bad_address",
  "name",
  "foreign_name",
  "handle",
  "url",
]);
const BETWEEN = new Set([",", ":", "(", "=", "#"]);

/** "from my wallet bob.sol": the name is that of the place, so whoever it is does not receive. */
export function namesSender(atoms: Atoms, at: number, { recipients }: Language): boolean {
  const place = atoms[at];
  if (place?.kind !== "word" || !recipients.ownPlaces.has(place.text)) return false;
  let next = at + 1;
  while (isBetween(atoms[next], recipients.holders)) next += 1;
  const named = atoms[next];
  return named !== undefined && (SOMEONE.has(named.kind) || named.form === "mint");
}

const isBetween = (atom: Atom | undefined, holders: ReadonlySet<string>): boolean =>
  (atom?.kind === "mark" && BETWEEN.has(atom.text)) || (atom?.kind === "word" && holders.has(atom.text));
