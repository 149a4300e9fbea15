import type { ClockReading } from "../kernel/clock-reading.js";
import { OptionError } from "../kernel/option-error.js";
import { zlib } from "../kernel/zlib.js";
import type { Write } from "./snapshot.js";
import type { TableName } from "./tables.js";

// A state file is a list of records, one a line: the CRC-32 of the JSON in eight hex digits, a space, the JSON.

/** Version of the file's form. */
export const VERSION = 3;

/** Bytes before a record's JSON. */
const CHECKSUM = 9;
const LINE_FEED = 10;

/** Options that a session was opened with. Its world is recreated from them. */
export interface SessionRow {
  readonly seed: string;
  readonly dialect?: string | undefined;
  readonly contract?: object | undefined;
  readonly ttlMs: number;
}

/** The first record. */
export interface Header {
  readonly file: "intent-tx-mock state";
  readonly version: number;
  readonly seed: string;
}

/** Where a World's clock stood, and the wall time at which it did. */
export interface Standing {
  readonly clock: ClockReading;
  readonly wall: number;
  /** Of a session: when it was last used. */
  readonly usedAt?: number;
}

/** Of which World a record is. Absent: the server's own. */
interface OfWorld {
  readonly session?: string;
}

/** The changes of one request. */
export type ChangeRecord = OfWorld & Standing & { readonly writes: readonly Write[] };
/** All of a World follows, in `RowsRecord`s, until the `EndRecord`; only then does it count. */
export type BeginRecord = OfWorld & { readonly begin: true; readonly row?: SessionRow };
/** Some rows of a table. */
export type RowsRecord = OfWorld & {
  readonly table: TableName;
  readonly rows: readonly (readonly [string, unknown])[];
};
export type EndRecord = OfWorld & Standing & { readonly end: true };
/** A session was closed. */
export type ClosedRecord = { readonly session: string; readonly closed: true };

/** Any record after the header. */
export type JournalRecord = ChangeRecord | BeginRecord | RowsRecord | EndRecord | ClosedRecord;

/** Makes the error for a state file that cannot be used. `reason` says what is wrong and what to do. */
export function refused(path: string, reason: string): OptionError {
  return new OptionError("state", `file ${path} ${reason}`);
}

/** Makes the error for a directory of state files that cannot be used. */
export function folderRefused(path: string, code: string): OptionError {
  return new OptionError(
    "state",
    `directory ${path} cannot be used (${code}); it must be a directory that this process may write`,
  );
}

/** A record as the file has it. */
export function bytesOfRecord(record: Header | JournalRecord): Buffer {
  return bytesOfText(JSON.stringify(record));
}

/** The same of a record that is JSON already. */
export function bytesOfText(json: string): Buffer {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.allocUnsafe(CHECKSUM + length + 1);
  bytes.write(json, CHECKSUM, length, "utf8");
  bytes.write(`${hex(zlib().crc32(bytes.subarray(CHECKSUM, CHECKSUM + length)))} `, 0, CHECKSUM, "latin1");
  bytes[CHECKSUM + length] = LINE_FEED;
  return bytes;
}

/** The JSON of a line without its line feed; undefined where the checksum is not that of the text. */
export function jsonOfLine(line: Buffer): string | undefined {
  const json = line.subarray(CHECKSUM);
  return line.length > CHECKSUM && line.toString("latin1", 0, CHECKSUM) === `${hex(zlib().crc32(json))} `
    ? json.toString("utf8")
    : undefined;
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, "0");
}
