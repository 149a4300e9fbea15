import { closeSync, openSync, readSync } from "node:fs";
import { type Found, JournalReading } from "./journal-reading.js";
import { type Header, jsonOfLine, refused, VERSION } from "./records.js";

/** Bytes that are read at once. */
const CHUNK = 4 << 20;
const LINE_FEED = 10;
/** No record comes near it: what is longer has lost its line feeds. */
const LONGEST_LINE = 256 << 20;

/** The result of reading a state file. */
export interface ReadJournal {
  /** The contents of the file; undefined when it has none yet. */
  readonly found: Found | undefined;
  /** Bytes of its whole records: what comes after them was torn off by a crash. */
  readonly length: number;
}

/** How a file is read. */
interface ReadOptions {
  readonly path: string;
  readonly seed: string;
  /** Wall time of now. */
  readonly wall: number;
  readonly warn: (message: string) => void;
}

/** A file's lines without their line feeds, and in the end what follows the last line feed. Never more than one line is held. */
function* linesOf(path: string): Generator<{ readonly bytes: Buffer; readonly ended: boolean }> {
  const descriptor = openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let begun: Buffer[] = [];
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      const bytes = chunk.subarray(0, read);
      let from = 0;
      for (let to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
        const rest = bytes.subarray(from, to);
        yield { bytes: begun.length > 0 ? Buffer.concat([...begun, rest]) : rest, ended: true };
        begun = [];
        from = to + 1;
      }
      // The chunk is read into again.
      if (from < read) begun.push(Buffer.from(bytes.subarray(from)));
    }
    if (begun.length > 0) yield { bytes: Buffer.concat(begun), ended: false };
  } finally {
    closeSync(descriptor);
  }
}

function checkHeader({ path, seed }: ReadOptions, line: Buffer): void {
  const json = jsonOfLine(line);
  let header: Partial<Header> | null = null;
  try {
    // Earlier versions had no checksum.
    header = JSON.parse(
      json ?? line.toString("utf8", Math.max(0, line.indexOf("{"))),
    ) as Partial<Header> | null;
  } catch {
    // Refused below, as every file that is something else.
  }
  if (header?.file !== "intent-tx-mock state") {
    throw refused(path, "is no state file of this server; name another, or delete it");
  }
  if (header.version !== VERSION) {
    throw refused(
      path,
      `has version ${header.version}, this server writes version ${VERSION}; start it with the version that wrote it, or delete it`,
    );
  }
  if (json === undefined) throw refused(path, damaged(1));
  if (header.seed !== seed) {
    throw refused(
      path,
      `belongs to --seed ${header.seed}, not ${seed}; start with that seed, or name another file`,
    );
  }
}

function damaged(line: number): string {
  return `is damaged in line ${line}; restore it from a copy, or delete it`;
}

/**
 * Reads what a state file says, line by line.
 *
 * A last line that a crash tore is dropped with a warning: its request was never answered. Any other line whose checksum
 * is wrong is damage, and nothing is made of the file.
 *
 * @throws {OptionError} for a damaged file, or one of another kind, version or seed
 */
export function readJournal(options: ReadOptions): ReadJournal {
  const { path, wall, warn } = options;
  const reading = new JournalReading();
  let number = 0;
  let length = 0;
  for (const { bytes, ended } of linesOf(path)) {
    number++;
    if (number > 1 && !ended) {
      // With one byte more than it should have it was damaged, not torn: in the place of its line feed stands another byte.
      if (jsonOfLine(bytes.subarray(0, -1)) !== undefined) throw refused(path, damaged(number));
      warn(`${path}: the last line was cut off by a crash and is dropped (${bytes.length} bytes)`);
      break;
    }
    if (number === 1) checkHeader(options, bytes);
    else if (!reading.replay(parsed(bytes))) throw refused(path, damaged(number));
    length += bytes.length + 1;
  }
  if (reading.unfinished > 0) {
    warn(`${path}: a crash came before a restored state was written whole; what was there before it is kept`);
  }
  return { found: reading.result(wall), length };
}

function parsed(line: Buffer): unknown {
  if (line.length > LONGEST_LINE) return undefined;
  const json = jsonOfLine(line);
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}
