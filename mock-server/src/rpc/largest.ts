import { Breath } from "../kernel/breath.js";

/**
 * The first `count` items by `compare`, in order. To sort all of them would hold everybody up where there are many, and most are
 * compared once here.
 */
export async function firstOf<T>(
  items: Iterable<T>,
  count: number,
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  const first: T[] = [];
  const breath = new Breath();
  for (const item of items) {
    const last = first.at(-1);
    if (first.length < count || (last !== undefined && compare(item, last) < 0)) {
      const place = first.findIndex((other) => compare(item, other) < 0);
      first.splice(place < 0 ? first.length : place, 0, item);
      if (first.length > count) first.pop();
    }
    if (breath.due) await breath.take();
  }
  return first;
}
