import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { FileLock } from "./file-lock.js";
import { type Found, type Header, type Line, readLines, refused, VERSION } from "./journal-lines.js";

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function lockOf(path: string): FileLock {
  const beside = `${path}.lock`;
  let lock: FileLock | number;
  try {
    lock = FileLock.take(beside);
  } catch (error) {
    throw refused(path, `cannot be written (${codeOf(error)}); its folder must exist and be writable`);
  }
  if (lock instanceof FileLock) return lock;
  const holder = lock === process.pid ? "another server of this process" : `the process ${lock}`;
  throw refused(
    path,
    `is in use by ${holder} (${beside}); stop it, or name another file: of two servers on one file one would lose what it answered`,
  );
}

function readText(path: string): string {
  if (!existsSync(path)) return "";
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw refused(path, `cannot be read (${codeOf(error)})`);
  }
}

/** The file of a server: one line after another, written by one process at a time. What was written survives kill -9. */
export class StateFile {
  #found: Found | undefined;
  readonly #path: string;
  readonly #seed: string;
  readonly #warn: (message: string) => void;
  readonly #lock: FileLock;
  #descriptor = -1;
  /** Bytes of the lines that are written whole. */
  #length = 0;
  /** Whether the last line could not be written. */
  #failing = false;

  /** @throws {OptionError} for a file that is in use, or of another kind, version or seed */
  constructor(options: {
    readonly path: string;
    readonly seed: string;
    readonly wall: number;
    readonly warn: (message: string) => void;
  }) {
    this.#path = options.path;
    this.#seed = options.seed;
    this.#warn = options.warn;
    this.#lock = lockOf(options.path);
    try {
      const text = readText(options.path);
      this.#found = text === "" ? undefined : readLines(text, options);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** What the file held when it was opened; let go of when it is begun anew. */
  get found(): Found | undefined {
    return this.#found;
  }

  /**
   * Begins the file anew with these lines, so that it does not grow from start to start. The old file is replaced at once
   * by the whole new one.
   *
   * @throws {OptionError} when it cannot be written
   */
  begin(lines: readonly Line[]): void {
    const header: Header = { file: "intent-tx-mock state", version: VERSION, seed: this.#seed };
    const fresh = `${this.#path}.new`;
    try {
      // One that a crash left behind may have other rights.
      rmSync(fresh, { force: true });
      this.#descriptor = openSync(fresh, "wx", 0o600);
      for (const line of [header, ...lines]) this.#append(line);
      renameSync(fresh, this.#path);
      this.#found = undefined;
    } catch (error) {
      this.close();
      throw refused(
        this.#path,
        `cannot be written (${codeOf(error)}); its folder must exist and be writable`,
      );
    }
  }

  /**
   * Adds a line; after the end it is nobody's any more. One that does not fit is taken back whole: after half a line no
   * other could be read.
   *
   * @throws the system's error, of which the user is warned once
   */
  write(line: Line): void {
    if (this.#descriptor < 0) return;
    try {
      this.#append(line);
      this.#failing = false;
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#length);
      if (!this.#failing) {
        this.#warn(
          `${this.#path} cannot be written (${codeOf(error)}); nothing that changes what it keeps is answered until it can be`,
        );
      }
      this.#failing = true;
      throw error;
    }
  }

  /** A disk that is getting full takes a part. */
  #append(line: Header | Line): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written, this.#length + written);
    }
    this.#length += bytes.length;
  }

  /** Closes the file and lets others have it. */
  close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
    this.#lock.release();
  }
}
