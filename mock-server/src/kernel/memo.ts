// Every cache of a computed value is one of these two. None changes an answer: a value depends on its key only.

/** One value for each text, made when it is first asked for. Beyond `most`, the oldest is removed; undefined is not kept. */
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

/** One value for each object, made when it is first asked for, and gone with the object. */
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
