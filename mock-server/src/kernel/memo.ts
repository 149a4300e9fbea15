// All caches of computed values use these functions. Caching is safe, because a value depends only on its key.

/** Computes one value per string on first use. Beyond `most` values, the oldest is removed. Never caches undefined. */
export function perText<V>(most: number, make: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (made === undefined) return made;
    // A Map keeps insertion order, so its first key is the oldest.
    const [oldest] = known.size >= most ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(text, made);
    return made;
  };
}

/** Computes one value per object on first use. The value is garbage-collected with the object. */
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

/** Computes one value on first use. */
export function once<V>(make: () => V): () => V {
  let known: { readonly value: V } | undefined;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
}
