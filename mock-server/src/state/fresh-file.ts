import { closeSync, openSync, rmSync, writeSync } from "node:fs";

/** A file that is being written beside another, whose place it takes when it is whole. Until then it counts for nothing. */
export class FreshFile {
  length = 0;
  readonly descriptor: number;
  #discarded = false;

  private constructor(readonly path: string) {
    rmSync(path, { force: true });
    this.descriptor = openSync(path, "wx", 0o600);
  }

  /** Makes one with its first record. @throws the system's error; nothing is left then */
  static open(path: string, first: Buffer): FreshFile {
    const fresh = new FreshFile(path);
    try {
      fresh.write(first);
    } catch (error) {
      fresh.discard();
      throw error;
    }
    return fresh;
  }

  /** Whether it was given up. */
  get discarded(): boolean {
    return this.#discarded;
  }

  /** Adds a record. @throws the system's error */
  write(bytes: Buffer): void {
    writeAll(this.descriptor, bytes, this.length);
    this.length += bytes.length;
  }

  /** Gives it up, and its room on the disk back. */
  discard(): void {
    if (this.#discarded) return;
    this.#discarded = true;
    closeSync(this.descriptor);
    rmSync(this.path, { force: true });
  }
}

/** Writes all of it: a disk that is getting full takes a part. @throws the system's error */
export function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}
