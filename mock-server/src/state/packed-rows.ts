import { BlockReader, HeldRows } from "./held-rows.js";
import { KeyIndex } from "./key-index.js";
import { blockOf, type ReadBlock, without, withTexts } from "./row-blocks.js";
import type { RowMap, RowsCopy } from "./row-maps.js";
import type { RowPacker } from "./row-packer.js";

/** So many of the newest rows are in no block: they are what is asked for. */
const NEWEST = 64;
/** Rows in blocks that were put again, at most, until the block of the oldest is written anew. */
const MOST_AGAIN = 64;

/**
 * Very many rows in little memory: the newest as they are, all others in deflated blocks outside of V8's heap, which reading inflates
 * again. Each reading of such a row makes a new object.
 */
export class PackedRows<Row extends object> implements RowMap<Row> {
  readonly #packer: RowPacker<Row>;
  readonly #held: HeldRows<Row>;
  readonly #reader = new BlockReader();
  readonly #index = new KeyIndex((place, key) => this.#keyAt(this.#whole(place)) === key);
  #size = 0;

  /** `blockRows` is how many rows are deflated, and inflated to read one of them, together. */
  constructor(packer: RowPacker<Row>, blockRows: number) {
    this.#packer = packer;
    this.#held = new HeldRows(blockRows);
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Row | undefined {
    const held = this.#held;
    const place = this.#placeOf(key);
    if (place === undefined) return undefined;
    if (place >= held.newestAt) return held.newest[place - held.newestAt];
    return held.again.get(place) ?? this.#rowOf(key, this.#read(place).texts[place % held.blockRows] ?? "");
  }

  set(key: string, row: Row): void {
    const held = this.#held;
    const place = this.#placeOf(key);
    if (place === undefined) this.#add(key, row);
    else if (place >= held.newestAt) held.newest[place - held.newestAt] = row;
    else this.#setAgain(place, row);
  }

  delete(key: string): boolean {
    const held = this.#held;
    const place = this.#placeOf(key);
    if (place === undefined) return false;
    this.#index.remove(key);
    this.#size--;
    const number = held.numberOf(place);
    const block = held.block(number);
    if (block) {
      held.again.delete(place);
      held.setBlock(number, without(block, place % held.blockRows));
    } else held.newestKeys[place - held.newestAt] = undefined;
    return true;
  }

  entries(): IterableIterator<[string, Row]> {
    return this.#held.entries(this.#reader, this.#rowOf);
  }

  keys(): IterableIterator<string> {
    return this.#held.keys(this.#reader);
  }

  *values(): IterableIterator<Row> {
    for (const [, row] of this.entries()) yield row;
  }

  copy(): RowsCopy {
    const held = this.#held.copy();
    return { entries: () => held.entries(new BlockReader(), this.#rowOf) };
  }

  readonly #rowOf = (key: string, text: string): Row => this.#packer.unpack(key, text);

  #placeOf(key: string): number | undefined {
    const lower = this.#index.find(key);
    return lower === undefined ? undefined : this.#whole(lower);
  }

  /** The place of which the index has the lower 32 bits: no two rows that are held are further apart. */
  #whole(lower: number): number {
    const first = this.#held.firstBlock * this.#held.blockRows;
    return first + ((lower - first) >>> 0);
  }

  #keyAt(place: number): string | undefined {
    const { newestAt, newestKeys, blockRows } = this.#held;
    return place >= newestAt ? newestKeys[place - newestAt] : this.#read(place).keys[place % blockRows];
  }

  #read(place: number): ReadBlock {
    const block = this.#held.block(this.#held.numberOf(place));
    if (!block) throw new Error("the index of a packed table has a place that no block has");
    return this.#reader.read(block);
  }

  #add(key: string, row: Row): void {
    const held = this.#held;
    this.#index.add(key, held.end);
    this.#size++;
    held.newestKeys.push(key);
    held.newest.push(row);
    if (held.newest.length < NEWEST + held.blockRows) return;
    const keys = held.newestKeys.splice(0, held.blockRows);
    const rows = held.newest.splice(0, held.blockRows);
    const texts = rows.map((one, at) => {
      const its = keys[at];
      return its === undefined ? "" : this.#packer.pack(its, one);
    });
    const number = held.firstBlock + held.blocks.push(undefined) - 1;
    held.setBlock(number, blockOf(keys, texts));
  }

  /** Keeps a row of a block beside it, and writes a block anew when there are many of those. */
  #setAgain(place: number, row: Row): void {
    const { again, blockRows } = this.#held;
    again.set(place, row);
    const [oldest] = again.keys();
    if (again.size <= MOST_AGAIN || oldest === undefined) return;
    const number = this.#held.numberOf(oldest);
    const block = this.#held.block(number);
    if (!block) throw new Error("a row of a packed table was put again in the place of a dropped block");
    const read = this.#reader.read(block);
    const texts = new Map<number, string>();
    for (const [changed, now] of again) {
      if (this.#held.numberOf(changed) !== number) continue;
      const at = changed % blockRows;
      texts.set(at, this.#packer.pack(read.keys[at] ?? "", now));
      again.delete(changed);
    }
    this.#held.setBlock(number, withTexts(block, read, texts));
  }
}
