import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync } from "node:fs";
import { Breath } from "../kernel/breath.js";
import type { FileLock } from "./file-lock.js";
import { FreshFile, writeAll } from "./fresh-file.js";
import type { Found } from "./journal-reading.js";
import { readJournal } from "./read-journal.js";
import { bytesOfRecord, refused, VERSION } from "./records.js";
import { lockOfState } from "./state-lock.js";
import { stateFileOf } from "./state-path.js";
import { systemCode } from "./system-code.js";

/** A file shorter than this is never worth being written anew while its server runs. */
const SMALL = 8 << 20;

/** A disk, or a user's part of it, is full. */
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** A server's file: a list of records, written by one process at a time. Written records survive kill -9. */
export class StateFile {
  readonly path: string;
  #found: Found | undefined;
  readonly #seed: string;
  readonly #warn: (message: string) => void;
  readonly #lock: FileLock;
  #descriptor = -1;
  /** Bytes of the records that are written whole. */
  #length = 0;
  /** Length from which on the file is written anew. */
  #limit = SMALL;
  /** Records written while the file is being rewritten; undefined at any other time. */
  #meanwhile: Buffer[] | undefined;
  /** The file that will take its place, while that is being written. */
  #fresh: FreshFile | undefined;
  #failure: string | undefined;

  /** @throws {OptionError} for a file that is none, is in use, is damaged, or of another kind, version or seed */
  constructor(options: {
    readonly path: string;
    readonly seed: string;
    readonly wall: number;
    readonly warn: (message: string) => void;
  }) {
    this.path = stateFileOf(options.path);
    this.#seed = options.seed;
    this.#warn = options.warn;
    this.#lock = lockOfState(this.path);
    try {
      this.#read(options.wall);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** The contents of the file when it was opened. They are released once the Worlds are restored. */
  get found(): Found | undefined {
    return this.#found;
  }

  /** Why it cannot be written now, as the system says it; undefined when all is well. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Whether it holds so much that is no longer true that it should be written anew. */
  get isWasteful(): boolean {
    return this.#length > this.#limit && this.#meanwhile === undefined && this.#descriptor >= 0;
  }

  /**
   * Begins to write: a short file anew, with what `whole` gives of every World, a long one where it ends; a short one too, where the
   * disk has no room for another.
   *
   * @returns whether it was begun anew
   * @throws {OptionError} when it cannot be written
   */
  begin(whole: () => Iterable<Buffer>): boolean {
    const found = this.#found !== undefined;
    this.#found = undefined;
    try {
      if (found && (this.#length > SMALL || !this.#tryAnew(whole))) {
        this.#goOn();
        return false;
      }
      if (!found) this.#anew(whole);
      return true;
    } catch (error) {
      this.close();
      throw refused(
        this.path,
        `cannot be written (${systemCode(error)}); its folder must exist and be writable`,
      );
    }
  }

  /** Goes on where the file ends: after half a line no other could be read. @throws the system's error */
  #goOn(): void {
    this.#descriptor = openSync(this.path, "r+");
    if (fstatSync(this.#descriptor).size > this.#length) ftruncateSync(this.#descriptor, this.#length);
    this.#limit = Math.max(SMALL, this.#length);
  }

  /** @throws the system's error; nothing is left of what was begun */
  #anew(whole: () => Iterable<Buffer>): void {
    const fresh = this.#openFresh();
    try {
      for (const bytes of whole()) fresh.write(bytes);
      renameSync(fresh.path, this.path);
    } catch (error) {
      fresh.discard();
      throw error;
    }
    this.#descriptor = fresh.descriptor;
    this.#length = fresh.length;
    this.#limit = Math.max(SMALL, 2 * fresh.length);
  }

  /** Begins anew; false where there is no room for it. @throws any other of the system's errors */
  #tryAnew(whole: () => Iterable<Buffer>): boolean {
    try {
      this.#anew(whole);
      return true;
    } catch (error) {
      if (!NO_ROOM.has(systemCode(error))) throw error;
      this.#failed(error);
      return false;
    }
  }

  /**
   * Writes the file anew while it goes on being written, so that it does not grow for ever, and gives way to others in between.
   * The old file is good until the new one, which is whole, takes its place at once.
   */
  async compact(whole: () => Iterable<Buffer>): Promise<void> {
    const meanwhile: Buffer[] = [];
    this.#meanwhile = meanwhile;
    try {
      const fresh = this.#openFresh();
      this.#fresh = fresh;
      await this.#copy(whole(), fresh);
      const needed = fresh.length;
      // More is written while it is copied. Once all of it is, no promise is waited for before the new file takes its place.
      for (let copied = 0; copied < meanwhile.length; ) {
        const records = meanwhile.slice(copied);
        copied += records.length;
        await this.#copy(records, fresh);
      }
      renameSync(fresh.path, this.path);
      // From here on it is the file: nothing that fails may discard it.
      this.#fresh = undefined;
      const old = this.#descriptor;
      this.#descriptor = fresh.descriptor;
      this.#length = fresh.length;
      this.#limit = Math.max(SMALL, 2 * needed);
      closeSync(old);
    } catch {
      // The old file goes on; it is tried again when that has grown by half.
      this.#fresh?.discard();
      this.#limit = Math.max(SMALL, 1.5 * this.#length);
    } finally {
      this.#fresh = undefined;
      this.#meanwhile = undefined;
    }
  }

  /** @throws the system's error, and when the new file was given up meanwhile */
  async #copy(records: Iterable<Buffer>, fresh: FreshFile): Promise<void> {
    const breath = new Breath(1);
    for (const bytes of records) {
      fresh.write(bytes);
      if (breath.due) await breath.take();
      if (fresh.discarded) throw new Error("the new file was given up");
    }
  }

  /**
   * Adds a record; after the end it is nobody's any more. One that does not fit is taken back whole: after half a line no
   * other could be read.
   *
   * @throws the system's error, of which the user is warned once
   */
  write(bytes: Buffer): void {
    if (this.#descriptor < 0) return;
    try {
      this.#append(bytes);
      this.#failure = undefined;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#length);
      this.#failed(error);
      throw error;
    }
    this.#length += bytes.length;
    this.#meanwhile?.push(bytes);
  }

  #failed(error: unknown): void {
    if (this.#failure === undefined) {
      this.#warn(
        `${this.path} cannot be written (${systemCode(error)}); nothing that changes what it keeps is answered until it can be`,
      );
    }
    this.#failure = systemCode(error);
  }

  /** Where the disk has no room for both, the new file gives up its own: the record belongs to an answer, the new file can wait. */
  #append(bytes: Buffer): void {
    try {
      writeAll(this.#descriptor, bytes, this.#length);
    } catch (error) {
      if (!this.#fresh || this.#fresh.discarded) throw error;
      this.#fresh.discard();
      writeAll(this.#descriptor, bytes, this.#length);
    }
  }

  /** Closes the file and lets others have it. */
  close(): void {
    this.#fresh?.discard();
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
    this.#lock.release();
  }

  #read(wall: number): void {
    const { path } = this;
    // One that a crash left behind while it was written.
    rmSync(`${path}.new`, { force: true });
    if (!existsSync(path)) return;
    try {
      const { found, length } = readJournal({ path, wall, seed: this.#seed, warn: this.#warn });
      this.#found = found;
      this.#length = length;
    } catch (error) {
      if (typeof (error as NodeJS.ErrnoException).errno !== "number") throw error;
      throw refused(path, `cannot be read (${systemCode(error)})`);
    }
  }

  /** A new file beside the old one, with its header. */
  #openFresh(): FreshFile {
    const header = bytesOfRecord({ file: "intent-tx-mock state", version: VERSION, seed: this.#seed });
    return FreshFile.open(`${this.path}.new`, header);
  }
}
