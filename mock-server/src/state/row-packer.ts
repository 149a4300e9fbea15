/** Strings that are written as numbers; those that come after so many are written out, so that memory stays bounded. */
const MOST_WORDS = 4096;

/** In the place of a word's number: the string is the row's own key. */
const OWN_KEY = -1;
/** In the place of a shape's number: a list. */
const LIST = -1;
/** In the place of a shape's number: an object as it is, as there are too many shapes. */
const AS_IT_IS = -2;
/** Shapes at most: rows of one table have a few, and an error from outside may have any. */
const MOST_SHAPES = 256;

/** The names of an object's members, in their order. */
interface Shape {
  readonly names: readonly string[];
  /** By place: whether its strings are written as numbers. */
  readonly repeats: readonly boolean[];
  /** By place: the shape that the object there had last, which the next one mostly has too. */
  readonly inner: number[];
}

function isNamed({ names }: Shape, given: readonly string[]): boolean {
  if (names.length !== given.length) return false;
  for (let at = 0; at < names.length; at++) if (names[at] !== given[at]) return false;
  return true;
}

/**
 * Writes rows of one table as short texts and reads them again. An object is a list that begins with the number of its shape, so
 * that no name of a member is in it; strings that many rows share are numbers, too.
 */
export class RowPacker<Row extends object> {
  readonly #repeated: ReadonlySet<string>;
  readonly #shapes: Shape[] = [];
  readonly #shapeOf = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #wordOf = new Map<string, number>();
  /** Strings that came once: what comes a second time is worth a number. */
  #once = new Set<string>();
  /** The shape that the last row had. */
  #outer = 0;

  /** `repeated` names the members, at any depth, whose strings many rows share, alone or in a list. None of them is ever a number. */
  constructor(repeated: Iterable<string>) {
    this.#repeated = new Set(repeated);
  }

  /** A row as a text that this packer reads. */
  pack(key: string, row: Row): string {
    const list = this.#listOf(key, row, this.#outer);
    this.#outer = list[0] as number;
    return JSON.stringify(list);
  }

  /** The row of a text that this packer wrote. */
  unpack(key: string, text: string): Row {
    return this.#valueOf(key, JSON.parse(text), false) as Row;
  }

  /** `likely` is the number of the shape to look at first. */
  #listOf(key: string, row: object, likely: number): unknown[] {
    const names = Object.keys(row);
    const guess = this.#shapes[likely];
    const number = guess && isNamed(guess, names) ? likely : this.#shapeNumber(names);
    const shape = this.#shapes[number];
    if (!shape) return [AS_IT_IS, row];
    const list: unknown[] = [number];
    for (let at = 0; at < names.length; at++) {
      const value = (row as Readonly<Record<string, unknown>>)[names[at] ?? ""];
      list.push(this.#packed(key, value, shape, at));
    }
    return list;
  }

  /** Makes the item that stands for a value at a place of a shape. */
  #packed(key: string, value: unknown, shape: Shape, at: number): unknown {
    if (typeof value === "string") return shape.repeats[at] ? this.#wordNumber(key, value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const list: unknown[] = [LIST];
      for (const item of value) list.push(this.#packed(key, item, shape, at));
      return list;
    }
    const list = this.#listOf(key, value, shape.inner[at] ?? 0);
    shape.inner[at] = list[0] as number;
    return list;
  }

  #shapeNumber(names: readonly string[]): number {
    const joined = names.join();
    const known = this.#shapeOf.get(joined);
    if (known !== undefined) {
      const shape = this.#shapes[known];
      // A name may have a comma in it.
      return shape && isNamed(shape, names) ? known : AS_IT_IS;
    }
    // An error from outside may have any name, and this one would be set as the prototype.
    if (this.#shapes.length >= MOST_SHAPES || names.includes("__proto__")) return AS_IT_IS;
    this.#shapeOf.set(joined, this.#shapes.length);
    const repeats = names.map((name) => this.#repeated.has(name));
    return this.#shapes.push({ names, repeats, inner: names.map(() => 0) }) - 1;
  }

  /** The number of a word; the word itself when there are too many. */
  #wordNumber(key: string, word: string): number | string {
    if (word === key) return OWN_KEY;
    const number = this.#wordOf.get(word);
    if (number !== undefined) return number;
    if (this.#words.length >= MOST_WORDS || !this.#cameBefore(word)) return word;
    this.#wordOf.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }

  #cameBefore(word: string): boolean {
    if (this.#once.delete(word)) return true;
    if (this.#once.size >= MOST_WORDS) this.#once = new Set();
    this.#once.add(word);
    return false;
  }

  #valueOf(key: string, list: readonly unknown[], repeats: boolean): unknown {
    if (list[0] === LIST) return list.slice(1).map((item) => this.#read(key, item, repeats));
    if (list[0] === AS_IT_IS) return list[1];
    const shape = this.#shapes[list[0] as number];
    if (!shape) throw new Error("a packed row has a shape that its packer does not know");
    const row: Record<string, unknown> = {};
    for (const [at, name] of shape.names.entries()) {
      row[name] = this.#read(key, list[at + 1], shape.repeats[at] === true);
    }
    return row;
  }

  #read(key: string, value: unknown, repeats: boolean): unknown {
    if (Array.isArray(value)) return this.#valueOf(key, value, repeats);
    if (!repeats || typeof value !== "number") return value;
    return value === OWN_KEY ? key : this.#words[value];
  }
}
