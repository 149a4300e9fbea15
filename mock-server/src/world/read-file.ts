import { closeSync, openSync, readSync } from "node:fs";

/** More than the largest account takes as JSON: 10 MiB of data are 14 MiB of base64. */
const MOST_BYTES = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

/**
 * Reads a file that an option names, a pipe too. A device that never ends would fill the memory, so there is a bound.
 *
 * @throws {RangeError} if there is more than 64 MiB
 */
export function readFileOfOption(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; length <= MOST_BYTES; ) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(descriptor, piece);
      if (count === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, count));
      length += count;
    }
  } finally {
    closeSync(descriptor);
  }
  throw new RangeError(
    `${file} has more than ${MOST_BYTES / 1024 / 1024} MiB, which no account and no program has`,
  );
}
