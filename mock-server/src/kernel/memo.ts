// Every cache of a computed value is one of these two. Neither changes a result: a value depends only on its key.

/** One value per string, computed on first use. Beyond `most`, the oldest is removed; undefined is not cached. */
export function perText<V>(most: number, make: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (made === undefined) return made;
    // A Map keeps the order of insertion.
    const [oldest] = known.size >= most ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(text, made);
    return made;
  };
}

/** One value per object, computed on first use, and collected with the object. */
export function perObject<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const known = new WeakMap<K, V>();
  return (object) => {
    const found = known.get(object);
    if (found !== undefined) return found;
    const made = make(object);
    known.set(object, made);
    return made;
  };
}
