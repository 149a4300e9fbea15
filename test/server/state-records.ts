import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";

/** The records of a state file, as JSON texts. */
export function recordsOf(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => line.slice(9));
}

/** A record as a state file has it: checksum, JSON, line feed. */
export function lineOf(json: string): string {
  return `${crc32(json).toString(16).padStart(8, "0")} ${json}\n`;
}

/** Writes a state file anew with other records, whose checksums are right. */
export function rewrite(file: string, change: (json: string, at: number) => string): void {
  writeFileSync(file, recordsOf(file).map(change).map(lineOf).join(""));
}
