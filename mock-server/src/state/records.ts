import { crc32 } from "node:zlib";
import type { ClockReading } from "../kernel/clock.js";
import { OptionError, systemCode } from "../kernel/errors.js";
import type { StateSnapshot, Write } from "./tables.js";

// A state file has one record per line: a checksum in eight hex digits, a space, JSON. The checksum is the CRC-32 of
// this line's JSON and of all lines before it, so a missing line is detected.

/** Version of the file format. */
export const VERSION = 4;

/** Bytes before a record's JSON. */
const CHECKSUM = 9;

/** Session options, from which its World is rebuilt. */
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
  /** Number of the server's starts with this file. Absent in files of earlier builds. */
  readonly starts?: number;
}

/** A World's clock, and the record's wall time. */
export interface RecordTimes {
  readonly clock: ClockReading;
  readonly wall: number;
  /** When a session was last used. */
  readonly usedAt?: number;
}

/** A complete World: a session's, or without `session` the server's own. */
export type WorldRecord = RecordTimes & {
  readonly session?: string;
  readonly row?: SessionRow;
  readonly world: StateSnapshot;
};
/** Any record after the header: a World, changes of one, or the end of a session. */
export type JournalRecord =
  | WorldRecord
  | (RecordTimes & { readonly session?: string; readonly writes: readonly Write[] })
  | { readonly session: string; readonly closed: true };

/** The error for an unusable state file. `reason` states the problem and how to fix it. */
export function refused(path: string, reason: string): OptionError {
  return new OptionError("state", `file ${path} ${reason}`);
}

export function unwritable(path: string, error: unknown): OptionError {
  return refused(path, `cannot be written (${systemCode(error)}); its folder must exist and be writable`);
}

/** Prints a warning about a state file. */
export function warn(message: string): void {
  console.error(`Warning: ${message}`);
}

/** Returns a record as a line, and the checksum that the next line continues. */
export function lineOf(record: Header | JournalRecord, before: number): { bytes: Buffer; checksum: number } {
  const json = Buffer.from(JSON.stringify(record));
  const checksum = crc32(json, before);
  return { bytes: Buffer.concat([Buffer.from(`${hex(checksum)} `), json, Buffer.from("\n")]), checksum };
}

/** Parses a line without its line feed. Undefined if the checksum does not continue that of the previous line. */
export function readLine(
  line: Buffer,
  before: number,
): { readonly json: string; readonly checksum: number } | undefined {
  const json = line.subarray(CHECKSUM);
  const checksum = crc32(json, before);
  if (line.length <= CHECKSUM || line.toString("latin1", 0, CHECKSUM) !== `${hex(checksum)} `)
    return undefined;
  return { json: json.toString("utf8"), checksum };
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, "0");
}
