import { zlib } from "../kernel/zlib.js";

/**
 * The level that takes a third of the time and a tenth more room, with tables that fit a block: those for long texts take longer to
 * be made than the block to be deflated.
 */
const PACKING = { level: 1, memLevel: 5, windowBits: 13, chunkSize: 8192 };

/** Rows that follow each other. It is never changed: what one says in the place of it is another. */
export interface RowBlock {
  /** A line with the keys as JSON, and a line for each row, deflated. */
  readonly packed: Uint8Array;
  /** A bit for each row that was removed. */
  readonly gone: bigint;
  /** How many were not. */
  readonly left: number;
}

/** The lines of a block that was read. */
export interface ReadBlock {
  /** The packed form that was read. */
  readonly packed: Uint8Array;
  readonly keys: readonly string[];
  /** The rows as their packer wrote them. */
  readonly texts: readonly string[];
}

/** A block of keys and the texts of their rows; undefined when none of them is left. */
export function blockOf(
  keys: readonly (string | undefined)[],
  texts: readonly string[],
): RowBlock | undefined {
  let [gone, left] = [0n, 0];
  for (const [at, key] of keys.entries()) {
    if (key === undefined) gone |= 1n << BigInt(at);
    else left++;
  }
  return left === 0 ? undefined : { packed: packedOf(keys, texts), gone, left };
}

/** A block without one of its rows; undefined when none is left. */
export function without(block: RowBlock, at: number): RowBlock | undefined {
  const { packed, gone, left } = block;
  return left === 1 ? undefined : { packed, gone: gone | (1n << BigInt(at)), left: left - 1 };
}

/** A block with other rows in the places of some. */
export function withTexts(
  block: RowBlock,
  { keys, texts }: ReadBlock,
  changed: ReadonlyMap<number, string>,
): RowBlock {
  const now = texts.map((text, at) => changed.get(at) ?? text);
  return { ...block, packed: packedOf(keys, now) };
}

/** Whether a row of a block was removed. */
export function isGone(block: RowBlock, at: number): boolean {
  return block.gone !== 0n && ((block.gone >> BigInt(at)) & 1n) === 1n;
}

/** Reads the lines of a block. */
export function linesOf({ packed }: RowBlock): ReadBlock {
  const [keys = "[]", ...texts] = zlib().inflateRawSync(packed).toString().split("\n");
  return { packed, keys: JSON.parse(keys), texts };
}

/**
 * Keys and rows, deflated. At once: another thread takes three times as long to be told of a block and to answer as the block takes
 * here. No line of JSON has a line feed in it.
 */
function packedOf(keys: readonly (string | undefined)[], texts: readonly string[]): Uint8Array {
  const text = [JSON.stringify(keys.map((key) => key ?? "")), ...texts].join("\n");
  // zlib answers with the front of a larger place, which is not to be kept.
  return new Uint8Array(zlib().deflateRawSync(text, PACKING));
}
