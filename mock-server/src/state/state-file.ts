import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { systemCode } from "../kernel/errors.js";
import { takeLock } from "./lock.js";
import { readStateFile, type StateFileContents } from "./read-state-file.js";
import { type JournalRecord, lineOf, refused, unwritable, VERSION, warn } from "./records.js";

/** Files below this length (bytes) are not rewritten while the server runs. */
const SMALL = 1 << 20;
/** The file is rewritten when it has grown by this factor. */
const GROWTH = 4;

interface Opened {
  readonly descriptor: number;
  readonly inode: number;
  length: number;
  checksum: number;
}

/** A server's state file: a list of records. Written records survive kill -9. */
export class StateFile {
  readonly path: string;
  /** The file's contents when it was opened, until `begin`. */
  contents: StateFileContents | undefined;
  readonly #release: () => void;
  #file: Opened | undefined;
  /** The file is rewritten above this length. */
  #limit = SMALL;
  #failure: string | undefined;
  /** Number of starts with this file, including this one. */
  readonly starts: number;

  /**
   * @throws {OptionError} for a file that cannot be used, is in use, is damaged, or is of another kind, version or seed
   */
  constructor(
    private readonly options: {
      readonly path: string;
      readonly seed: string;
      readonly lock: boolean;
      /** The records of a complete file. */
      readonly records: () => Iterable<JournalRecord>;
    },
  ) {
    const [path, exists] = realFile(options.path);
    this.path = path;
    this.#release = options.lock ? takeLock(path) : () => undefined;
    try {
      // A crash may have left this file behind.
      rmSync(`${path}.new`, { force: true });
      this.contents = exists ? readStateFile(path, options.seed) : undefined;
      this.starts = (this.contents?.starts ?? 0) + 1;
    } catch (error) {
      this.#release();
      if (typeof (error as NodeJS.ErrnoException).errno !== "number") throw error;
      throw refused(path, `cannot be read (${systemCode(error)})`);
    }
  }

  /** Why the file cannot be written now; undefined if it can. */
  get failure(): string | undefined {
    return this.#fileProblem() ?? this.#failure;
  }

  /**
   * Starts writing: rewrites the file. If the disk has no space for a second file, later records are
   * appended to the old one.
   *
   * @throws {OptionError} if the file cannot be written
   */
  begin(): void {
    const { contents } = this;
    this.contents = undefined;
    try {
      this.#rewrite();
    } catch (error) {
      if (!contents || !["ENOSPC", "EDQUOT"].includes(systemCode(error))) {
        this.close();
        throw unwritable(this.path, error);
      }
      const descriptor = openSync(this.path, "r+");
      ftruncateSync(descriptor, contents.length);
      const { length, checksum } = contents;
      this.#file = { descriptor, inode: fstatSync(descriptor).ino, length, checksum };
      this.#limit = GROWTH * length;
      this.#failed(error);
    }
  }

  /**
   * Appends a complete record or nothing. When the file has grown fourfold, it is rewritten.
   *
   * @throws the system's error, after one warning to the user
   */
  write(record: JournalRecord): void {
    const file = this.#file;
    if (!file) return;
    const { bytes, checksum } = lineOf(record, file.checksum);
    try {
      const problem = this.#fileProblem();
      if (problem !== undefined) throw new Error(problem);
      writeAll(file.descriptor, bytes, file.length);
    } catch (error) {
      // First, because a disk that became read-only refuses to shorten the file, too.
      this.#failed(error);
      // A record that follows an incomplete line would be unreadable.
      ftruncateSync(file.descriptor, file.length);
      throw error;
    }
    file.length += bytes.length;
    file.checksum = checksum;
    this.#failure = undefined;
    if (file.length < this.#limit) return;
    try {
      this.#rewrite();
    } catch {
      // The file is still valid; the next attempt is made when it has doubled.
      this.#limit = 2 * file.length;
    }
  }

  /** Closes the file and releases its lock. */
  close(): void {
    if (this.#file) closeSync(this.#file.descriptor);
    this.#file = undefined;
    this.#release();
  }

  /** Writes a new file and replaces the old one with it. @throws the system's error; the old file stays unchanged */
  #rewrite(): void {
    const path = `${this.path}.new`;
    const old = this.#file;
    const descriptor = openSync(path, "w", 0o600);
    const file = { descriptor, inode: fstatSync(descriptor).ino, length: 0, checksum: 0 };
    try {
      const add = (record: Parameters<typeof lineOf>[0]) => {
        const { bytes, checksum } = lineOf(record, file.checksum);
        writeAll(descriptor, bytes, file.length);
        file.length += bytes.length;
        file.checksum = checksum;
      };
      add({ file: "intent-tx-mock state", version: VERSION, seed: this.options.seed, starts: this.starts });
      for (const record of this.options.records()) add(record);
      fsyncSync(descriptor);
      renameSync(path, this.path);
    } catch (error) {
      closeSync(descriptor);
      rmSync(path, { force: true });
      throw error;
    }
    this.#file = file;
    this.#limit = Math.max(SMALL, GROWTH * file.length);
    if (old) closeSync(old.descriptor);
  }

  /** The problem if the file at the path was replaced or deleted. */
  #fileProblem(): string | undefined {
    if (!this.#file) return undefined;
    const current = statSync(this.path, { throwIfNoEntry: false });
    if (!current) return "the file was deleted while the server was running";
    return current.ino === this.#file.inode
      ? undefined
      : "the file was replaced while the server was running";
  }

  #failed(error: unknown): void {
    const reason = systemCode(error);
    if (this.#failure === undefined) {
      warn(
        `${this.path} cannot be written (${reason}); requests that change state get no response until it is writable again`,
      );
    }
    this.#failure = reason;
  }
}

/** Writes all bytes. On an almost full disk, one write may be incomplete. @throws the system's error */
function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
}

/**
 * Returns the real path, and whether it exists. A symlink is followed, so that its target is written and the link
 * stays.
 *
 * @throws {OptionError} if it is not a regular file, or has a second hard link
 */
function realFile(input: string): [path: string, exists: boolean] {
  const path = targetOf(input);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [path, false];
  if (!stats.isFile())
    throw refused(input, `must be a regular file, because the server replaces it; got ${kindOf(stats)}`);
  if (stats.nlink > 1) {
    throw refused(
      input,
      `has ${stats.nlink} names (hard links), and another server may be using a different one; copy the file, and use the copy`,
    );
  }
  return [path, true];
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === "ELOOP")
      throw refused(path, "must be a file; got a symlink that leads back to itself (ELOOP)");
    // The path does not exist, or is a link to a missing file.
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a FIFO";
  return stats.isSocket() ? "a socket" : "a device";
}
