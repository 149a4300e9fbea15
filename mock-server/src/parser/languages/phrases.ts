/** A phrase cut into words, and what it stands for. */
export interface Phrase<T> {
  readonly words: readonly string[];
  readonly stands: T;
}

/** Phrases by their first word and then their second, longest first. */
export type PhraseIndex<T> = ReadonlyMap<string, ReadonlyMap<string, readonly Phrase<T>[]>>;

/** Files phrases of two words and more. Every single word is put into `seen`. */
export function indexPhrases<T>(all: Iterable<readonly [string, T]>, seen?: Set<string>): PhraseIndex<T> {
  const index = new Map<string, Map<string, Phrase<T>[]>>();
  for (const [phrase, stands] of all) {
    const words = phrase.split(" ");
    if (seen) for (const word of words) seen.add(word);
    const [first, second] = words;
    if (first === undefined || second === undefined) continue;
    const byFirst = index.get(first) ?? new Map<string, Phrase<T>[]>();
    index.set(first, byFirst);
    const list = byFirst.get(second) ?? [];
    byFirst.set(second, list);
    list.push({ words, stands });
  }
  for (const byFirst of index.values())
    for (const list of byFirst.values())
      if (list.length > 1) list.sort((a, b) => b.words.length - a.words.length);
  return index;
}
