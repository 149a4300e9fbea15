import type { FrozenState } from "./frozen.js";
import { bytesOfRecord, bytesOfText, type SessionRow, type Standing } from "./records.js";

/** Characters of rows that one record holds at most, unless one row alone is longer. */
const RECORD = 64 << 10;

/** The records that hold all of a World, one after the other: none is as long as the World is large. */
export function* recordsOfWorld(
  frozen: FrozenState,
  standing: Standing,
  session: { readonly id: string; readonly row: SessionRow } | undefined,
  /** Returns the value that the file records for a counter, given its current count. */
  counterOf: (key: string, count: number) => number,
): Generator<Buffer> {
  const of = session && { session: session.id };
  yield bytesOfRecord({ ...of, begin: true, ...(session && { row: session.row }) });
  const opening = `{${session ? `"session":${JSON.stringify(session.id)},` : ""}"table":`;
  for (const { table, prefix, rows } of frozen.parts) {
    let texts: string[] = [];
    let length = 0;
    const record = () => {
      const bytes = bytesOfText(`${opening}${JSON.stringify(table)},"rows":[${texts.join(",")}]}`);
      texts = [];
      length = 0;
      return bytes;
    };
    for (const [key, held] of rows.entries()) {
      const row = table === "counters" ? counterOf(key, Number(held)) : held;
      const text = `[${JSON.stringify(prefix + key)},${JSON.stringify(row)}]`;
      // Before a long row too, if only a record of none: who writes gives way there, and the row's text took a while to make.
      if (text.length > RECORD || (length > 0 && length + text.length > RECORD)) yield record();
      texts.push(text);
      length += text.length;
    }
    if (texts.length > 0) yield record();
  }
  yield bytesOfRecord({ ...of, ...standing, end: true });
}
