/** How many letters differ: insertions, deletions and replacements. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const [left = 0, above = 0, before = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, before + Number(one[i] !== other[j])));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const letters = (name: string) => [...name.toLowerCase()].sort().join("");

/** True for a name that is another one with a slip in it: the same letters, or one in three of them wrong. */
function isNear(name: string, other: string): boolean {
  if (letters(name) === letters(other)) return true;
  return distance(name.toLowerCase(), other.toLowerCase()) <= Math.max(1, name.length / 3);
}

/** Says that a name is none of the known ones, which one was probably meant, and which there are. */
export function unknownName(name: string, known: readonly string[]): string {
  const near = known.find((other) => isNear(name, other));
  const list = `here are ${known.join(", ")}`;
  return near ? `is unknown; did you mean ${near}? T${list}` : `is unknown; t${list}`;
}
