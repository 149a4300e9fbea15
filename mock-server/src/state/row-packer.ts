/** Strings that are written as numbers; those that come after so many are written out, so that memory stays bounded. */
const MOST_WORDS = 4096;

/** In the place of a word's number: the string is the row's own key. */
const OWN_KEY = -1;
/** In the place of a shape's number: a list. */
const LIST = -1;

/** The names of an object's members, in their order. */
interface Shape {
  readonly names: readonly string[];
  /** By place: whether its strings are written as numbers. */
  readonly repeats: readonly boolean[];
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

  /** `repeated` names the members, at any depth, whose strings many rows share. Such a member is never a number. */
  constructor(repeated: Iterable<string>) {
    this.#repeated = new Set(repeated);
  }

  /** A row as a text that this packer reads. */
  pack(key: string, row: Row): string {
    return JSON.stringify(this.#listOf(key, row));
  }

  /** The row of a text that this packer wrote. */
  unpack(key: string, text: string): Row {
    return this.#valueOf(key, JSON.parse(text)) as Row;
  }

  #listOf(key: string, row: object): unknown[] {
    const names = Object.keys(row);
    const number = this.#shapeNumber(names);
    const repeats = this.#shapes[number]?.repeats ?? [];
    const list: unknown[] = [number];
    for (const [at, name] of names.entries()) {
      list.push(this.#packed(key, (row as Readonly<Record<string, unknown>>)[name], repeats[at] === true));
    }
    return list;
  }

  #packed(key: string, value: unknown, repeats: boolean): unknown {
    if (typeof value === "string") return repeats ? this.#wordNumber(key, value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return [LIST, ...value.map((item) => this.#packed(key, item, false))];
    return this.#listOf(key, value);
  }

  #shapeNumber(names: readonly string[]): number {
    const joined = names.join();
    let number = this.#shapeOf.get(joined);
    if (number === undefined) {
      number = this.#shapes.push({ names, repeats: names.map((name) => this.#repeated.has(name)) }) - 1;
      this.#shapeOf.set(joined, number);
    }
    return number;
  }

  /** The number of a word; the word itself when there are too many. */
  #wordNumber(key: string, word: string): number | string {
    if (word === key) return OWN_KEY;
    const number = this.#wordOf.get(word);
    if (number !== undefined) return number;
    if (this.#words.length >= MOST_WORDS) return word;
    this.#wordOf.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }

  #valueOf(key: string, list: readonly unknown[]): unknown {
    if (list[0] === LIST) return list.slice(1).map((item) => this.#read(key, item, false));
    const shape = this.#shapes[list[0] as number];
    if (!shape) throw new Error("a packed row has a shape that its packer does not know");
    const row: Record<string, unknown> = {};
    for (const [at, name] of shape.names.entries()) {
      row[name] = this.#read(key, list[at + 1], shape.repeats[at] === true);
    }
    return row;
  }

  #read(key: string, value: unknown, repeats: boolean): unknown {
    if (Array.isArray(value)) return this.#valueOf(key, value);
    if (!repeats || typeof value !== "number") return value;
    return value === OWN_KEY ? key : this.#words[value];
  }
}
