import { endOfString } from "../../../src/contract/json.js";

// The SDK reads JSON in the same way.
export { readJson } from "../../../src/contract/json.js";

/** JSON text that is inserted into a response unchanged. */
export class RawJson {
  constructor(readonly text: string) {}
}

interface Walk {
  /** Prefix of strings that represent integers too large for a JavaScript number. */
  readonly mark: string;
  /** Number of integers marked so far. */
  large: number;
}

/** Copies the payload with each `bigint` as a number, or as a marked string if a number would round it. */
function writable(value: unknown, key: string, walk: Walk): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    walk.large += 1;
    return walk.mark + value;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`"${key}" is ${value}, which JSON cannot represent`);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return writableList(value, key, walk);
  // Only objects that contain a bigint are copied, because most payloads do not contain one.
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name];
    const written = writable(item, name, walk);
    if (written === item) continue;
    copy ??= { ...value };
    copy[name] = written;
  }
  return copy ?? value;
}

/** Iterates by index, because `Object.entries` would allocate a string for every index of a long list. */
function writableList(items: readonly unknown[], key: string, walk: Walk): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item === "string") continue;
    const written = writable(item, key, walk);
    if (written === item) continue;
    copy ??= [...items];
    copy[index] = written;
  }
  return copy ?? items;
}

/**
 * Writes plain objects as JSON. A `bigint` of any size becomes the exact integer (decision 27). Non-finite numbers are
 * rejected, because JSON would turn them into `null`. A `JSON.stringify` replacer would take twice as long.
 */
export function writeJson(payload: unknown): string {
  for (let mark = "\u0000"; ; mark += "\u0000") {
    const walk: Walk = { mark, large: 0 };
    const text = JSON.stringify(writable(payload, "", walk));
    if (walk.large === 0) return text;
    const marked = new RegExp(`"${"\\\\u0000".repeat(mark.length)}(-?\\d+)"`, "g");
    // A higher count means that a string in the payload looks like a marked integer. A longer mark is then tried.
    if (text.match(marked)?.length === walk.large) return text.replace(marked, "$1");
  }
}

/** Parses JSON; returns `otherwise` if the text is not JSON. */
export function jsonOr(text: string, otherwise?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

const COLON = 58;

/**
 * Returns the first name that an object in a valid JSON text contains twice; undefined if all names are unique. JSON
 * parsers differ in which of the two values they use.
 */
export function repeatedName(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    // A list has no names, so its set stays empty.
    if (character === "{" || character === "[") open.push(new Set());
    else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        const names = open.at(-1);
        if (names?.has(name)) return name;
        names?.add(name);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** True if a colon follows, so that the preceding string is a member name. */
function isName(text: string, start: number): boolean {
  let at = start;
  while (text.charCodeAt(at) <= 32) at++;
  return text.charCodeAt(at) === COLON;
}
