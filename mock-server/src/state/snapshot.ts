import type { StateSnapshot } from "./state.js";
import { TABLE_NAMES } from "./tables.js";

const PLAIN = new Set(["counters", "meta"]);

/** What of a value from outside is no snapshot of State: path and reason; undefined when it is one. */
export function snapshotProblem(
  value: unknown,
): { readonly path: string; readonly reason: string } | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { path: "", reason: "must be an object of tables" };
  }
  for (const [name, rows] of Object.entries(value)) {
    if (!(TABLE_NAMES as readonly string[]).includes(name)) return { path: name, reason: "is no table" };
    if (!Array.isArray(rows)) return { path: name, reason: "must be a list of keys and rows" };
    const wrong = rows.findIndex((entry) => !isEntry(entry, PLAIN.has(name)));
    if (wrong >= 0) return { path: `${name}[${wrong}]`, reason: "must be a key and its row" };
  }
  return undefined;
}

/** Whether a value has the form of a snapshot. */
export function isSnapshot(value: unknown): value is StateSnapshot {
  return snapshotProblem(value) === undefined;
}

function isEntry(entry: unknown, plain: boolean): boolean {
  if (!Array.isArray(entry) || entry.length !== 2 || typeof entry[0] !== "string") return false;
  const row: unknown = entry[1];
  return plain
    ? ["string", "number", "boolean"].includes(typeof row)
    : typeof row === "object" && row !== null;
}
