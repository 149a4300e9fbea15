const MARK = "\u0000bigint:";
const MARKED = /"\\u0000bigint:(-?\d+)"/g;

/** Findings of a walk over a payload. */
interface Seen {
  /** An integer that no JSON number of JavaScript holds exactly. */
  large: boolean;
}

/** The payload with each `bigint` as a number, or as a marked text where a number would round it. */
function writable(value: unknown, key: string, seen: Seen): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    seen.large = true;
    return MARK + value;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`"${key}" is ${value}, which JSON cannot hold`);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return writableList(value, key, seen);
  // Only what holds a bigint is copied: most payloads, and most parts of the others, hold none.
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[name];
    const written = writable(item, name, seen);
    if (written === item) continue;
    copy ??= { ...value };
    copy[name] = written;
  }
  return copy ?? value;
}

/** By index: the names of a long list's members would each be made as a text. */
function writableList(items: readonly unknown[], key: string, seen: Seen): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item === "string") continue;
    const written = writable(item, key, seen);
    if (written === item) continue;
    copy ??= [...items];
    copy[index] = written;
  }
  return copy ?? items;
}

/**
 * Writes a payload of plain objects as JSON. A `bigint` becomes the exact integer, at every size (decision 27); what is
 * not finite is refused, since JSON would turn it into `null`. (A replacer would do the same at twice the cost.)
 *
 * @param name of the member that it is of, for the refusal
 */
export function writeJson(payload: unknown, name = ""): string {
  const seen: Seen = { large: false };
  const text = JSON.stringify(writable(payload, name, seen));
  return seen.large ? text.replace(MARKED, "$1") : text;
}
