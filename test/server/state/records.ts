import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";

/** The records of a state file, as JSON strings. */
export function recordsOf(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => line.slice(9));
}

/** Records as the lines of a state file: each checksum continues the previous one. */
export function linesOf(records: readonly string[]): string {
  let checksum = 0;
  const lines = records.map((json) => {
    checksum = crc32(json, checksum);
    return `${checksum.toString(16).padStart(8, "0")} ${json}\n`;
  });
  return lines.join("");
}

/** Rewrites a state file with other records and valid checksums. */
export function rewrite(file: string, change: (json: string, at: number) => string): void {
  writeFileSync(file, linesOf(recordsOf(file).map(change)));
}
