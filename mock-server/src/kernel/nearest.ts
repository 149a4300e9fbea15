/** Counts insertions, deletions, replacements, and swaps of adjacent characters from one text to the other. */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]);
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The known name that a misspelt one resembles. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const most = Math.max(1, name.length / 3);
  return [...known].find((other) => editDistance(name.toLowerCase(), other.toLowerCase()) <= most);
}

/** Names in a fault's `match` before version 0.1, with what to write today. */
const RENAMED: Readonly<Record<string, string>> = {
  nth: "pass nth beside match, as in { match, nth, fault }",
  wallet: "it is called walletAddress",
};

/** The message for an unknown name: the closest known name, and all known names. */
export function unknownName(name: string, known: readonly string[]): string {
  const renamed = Object.hasOwn(RENAMED, name) && known.includes("walletAddress") ? RENAMED[name] : undefined;
  if (renamed !== undefined) return `is unknown; ${renamed}`;
  const near = nearestName(name, known);
  const list = `se one of ${known.join(", ")}`;
  return near ? `is unknown; did you mean ${near}? U${list}` : `is unknown; u${list}`;
}
