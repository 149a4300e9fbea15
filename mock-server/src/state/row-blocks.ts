import { zlib } from "../kernel/zlib.js";

/** Rows that follow each other. It is never changed: what one says in the place of it is another. */
export interface RowBlock {
  /** A line with the keys as JSON, and a line for each row, as a text or deflated. */
  readonly packed: string | Uint8Array;
  /** A bit for each row that was removed. */
  readonly gone: bigint;
  /** How many were not. */
  readonly left: number;
}

/** The lines of a block that was read. */
export interface ReadBlock {
  /** The packed form that was read. */
  readonly packed: RowBlock["packed"];
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
  return left === 0 ? undefined : { packed: textOf(keys, texts), gone, left };
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
  return { ...block, packed: textOf(keys, now) };
}

/** Whether a row of a block was removed. */
export function isGone(block: RowBlock, at: number): boolean {
  return block.gone !== 0n && ((block.gone >> BigInt(at)) & 1n) === 1n;
}

/** Reads the lines of a block. */
export function linesOf({ packed }: RowBlock): ReadBlock {
  const text = typeof packed === "string" ? packed : zlib().inflateRawSync(packed).toString();
  const [keys = "[]", ...texts] = text.split("\n");
  return { packed, keys: JSON.parse(keys), texts };
}

/** No line of JSON has a line feed in it. */
function textOf(keys: readonly (string | undefined)[], texts: readonly string[]): string {
  return [JSON.stringify(keys.map((key) => key ?? "")), ...texts].join("\n");
}
