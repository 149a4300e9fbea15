import { isGone, linesOf, type ReadBlock, type RowBlock } from "./row-blocks.js";

/** Blocks that were read last and are kept as their lines. */
const KEPT_READ = 4;

/** Blocks as their lines, of which the last few are kept: who asks for a row mostly asks for its neighbour next. */
export class BlockReader {
  readonly #kept: ReadBlock[] = [];

  /** The lines of a block. */
  read(block: RowBlock): ReadBlock {
    const at = this.#kept.findIndex(({ packed }) => packed === block.packed);
    const read = this.#kept[at] ?? linesOf(block);
    if (at !== 0) {
      if (at > 0) this.#kept.splice(at, 1);
      this.#kept.unshift(read);
      if (this.#kept.length > KEPT_READ) this.#kept.pop();
    }
    return read;
  }
}

/**
 * Rows by place. A place is a number that goes up with every new row. All but the newest rows are in blocks of so many places each,
 * of which those that have no row left are dropped.
 */
export class HeldRows<Row> {
  /** Rows of a block. */
  readonly blockRows: number;
  /** Number of the first block. Places of a block begin at its number times its rows. */
  firstBlock: number;
  readonly blocks: (RowBlock | undefined)[];
  /** Rows in blocks that were put again since, by place. */
  readonly again: Map<number, Row>;
  /** Keys of the newest rows, from the place on at which the blocks end; undefined for a row that was removed. */
  readonly newestKeys: (string | undefined)[];
  readonly newest: Row[];

  constructor(blockRows: number, from?: HeldRows<Row>) {
    this.blockRows = blockRows;
    this.firstBlock = from?.firstBlock ?? 0;
    this.blocks = [...(from?.blocks ?? [])];
    this.again = new Map(from?.again);
    this.newestKeys = [...(from?.newestKeys ?? [])];
    this.newest = [...(from?.newest ?? [])];
  }

  /** A copy that later changes do not touch. */
  copy(): HeldRows<Row> {
    return new HeldRows(this.blockRows, this);
  }

  /** The first place that is in no block. */
  get newestAt(): number {
    return (this.firstBlock + this.blocks.length) * this.blockRows;
  }

  /** The place of the next new row. */
  get end(): number {
    return this.newestAt + this.newest.length;
  }

  /** The number of the block that a place is in. */
  numberOf(place: number): number {
    return Math.floor(place / this.blockRows);
  }

  /** The block of a number. */
  block(number: number): RowBlock | undefined {
    return this.blocks[number - this.firstBlock];
  }

  /** Puts another block, or none, in the place of one. */
  setBlock(number: number, block: RowBlock | undefined): void {
    this.blocks[number - this.firstBlock] = block;
    while (this.blocks.length > 0 && this.blocks[0] === undefined) {
      this.blocks.shift();
      this.firstBlock++;
    }
  }

  /**
   * Keys and rows in the order of their places. Rows may come, go and change meanwhile.
   *
   * @param rowOf - makes a row of its key and text
   */
  *entries(reader: BlockReader, rowOf: (key: string, text: string) => Row): IterableIterator<[string, Row]> {
    for (const [key, place, read] of this.#places(reader)) {
      const row = read ? this.again.get(place) : this.newest[place - this.newestAt];
      yield [key, row ?? rowOf(key, read?.texts[place % this.blockRows] ?? "")];
    }
  }

  /** Keys in the same order. */
  *keys(reader: BlockReader): IterableIterator<string> {
    for (const [key] of this.#places(reader)) yield key;
  }

  *#places(
    reader: BlockReader,
  ): IterableIterator<readonly [key: string, place: number, read: ReadBlock | undefined]> {
    let read: ReadBlock | undefined;
    for (let place = 0; place < this.end; place++) {
      // Blocks at the front may be gone since.
      place = Math.max(place, this.firstBlock * this.blockRows);
      if (place >= this.newestAt) {
        const key = this.newestKeys[place - this.newestAt];
        if (key !== undefined) yield [key, place, undefined];
        continue;
      }
      const block = this.block(this.numberOf(place));
      if (!block) place += this.blockRows - 1 - (place % this.blockRows);
      else if (!isGone(block, place % this.blockRows)) {
        if (read?.packed !== block.packed) read = reader.read(block);
        yield [read.keys[place % this.blockRows] ?? "", place, read];
      }
    }
  }
}
