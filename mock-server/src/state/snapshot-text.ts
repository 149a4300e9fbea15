import { isUtf8 } from "node:buffer";
import { Breath } from "../kernel/breath.js";
import { JsonWalk } from "../kernel/json-walk.js";
import type { FrozenState } from "./frozen.js";
import { type Incoming, StateProblem } from "./incoming.js";
import { checkedTable } from "./read-state.js";
import type { State } from "./state.js";
import { TABLE_NAMES, type TableName } from "./tables.js";

/** Bytes that are checked at once. */
const UTF8_PART = 4 << 20;
/** Characters that are written at once. */
const PART = 64 << 10;

/** Writes a snapshot as JSON, part after part, and gives way to others in between: `head`, and the rows as `state`. */
export async function* snapshotText(head: object, frozen: FrozenState): AsyncGenerator<string> {
  const breath = new Breath(1);
  let text = `${JSON.stringify(head).slice(0, -1)},"state":{`;
  for (const [index, table] of TABLE_NAMES.entries()) {
    let before = `${index > 0 ? "," : ""}${JSON.stringify(table)}:[`;
    for (const [key, row] of frozen.entriesOf(table)) {
      text += `${before}[${JSON.stringify(key)},${JSON.stringify(row)}]`;
      before = ",";
      if (text.length < PART) continue;
      yield text;
      text = "";
      if (breath.due) await breath.take();
    }
    text += before === "," ? "]" : `${before}]`;
  }
  yield `${text}}}`;
}

/** The members of a snapshot beside its rows. */
const HEAD = ["version", "seed", "clock"];

/**
 * Reads a snapshot from its JSON, row by row, and gives way to others in between. Nothing is replaced until `state.take` gets
 * the rows.
 *
 * @param checkHead - throws for a snapshot that is of another world, before any row is read
 * @throws SyntaxError for what is no JSON, {ValueTooLong}, {StateProblem} with path and reason
 */
export async function readSnapshotText<Head>(
  state: State,
  bytes: Uint8Array,
  checkHead: (head: Readonly<Record<string, unknown>>) => Head,
): Promise<{ readonly head: Head; readonly incoming: Incoming }> {
  await refuseNoUtf8(bytes);
  const walk = new JsonWalk(bytes);
  const head = new Map<string, unknown>();
  const checked = () => checkHead(Object.fromEntries(head));
  let incoming: Incoming | undefined;
  let rowsAt: number | undefined;
  const breath = new Breath(1);
  for (const name of walk.isObject ? walk.members() : []) {
    if (HEAD.includes(name)) head.set(name, walk.value());
    else if (name !== "state") {
      // Who checks the head refuses it.
      walk.skip();
      head.set(name, null);
    } else if (!walk.isObject) walk.skip();
    else {
      rowsAt = walk.at;
      // As every snapshot is written. In another order they are gone over, and read once it is known whose they are.
      const isKnown = HEAD.every((one) => head.has(one));
      if (isKnown) checked();
      incoming = await rowsOf(state, walk, isKnown);
    }
    if (breath.due) await breath.take();
  }
  // Whatever else it is, it has no version.
  if (head.size === 0 && rowsAt === undefined && !walk.isEmpty) walk.skip();
  walk.end();
  const whole = checked();
  if (rowsAt === undefined) throw new StateProblem("", "must be an object of tables");
  incoming ??= await rowsOf(state, new JsonWalk(bytes, rowsAt), true);
  if (!incoming) throw new Error("the rows were not read");
  incoming.finish();
  return { head: whole, incoming };
}

/** @throws SyntaxError for what is no UTF-8 */
async function refuseNoUtf8(bytes: Uint8Array): Promise<void> {
  const breath = new Breath(1);
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = Math.min(from + UTF8_PART, bytes.length);
    // A part ends where a character does: one has at most four bytes, all but the first of which begin with the bits 10.
    for (let back = 0; back < 3 && to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80; back++) to--;
    if (!isUtf8(bytes.subarray(from, to))) throw new SyntaxError("is not valid UTF-8");
    if (breath.due) await breath.take();
  }
}

/** Goes over the rows of every table, and with `read` takes them in. */
async function rowsOf(state: State, walk: JsonWalk, read: boolean): Promise<Incoming | undefined> {
  const incoming = read ? state.incoming() : undefined;
  const breath = new Breath(1);
  for (const name of walk.members()) {
    if (!walk.isList) throw new StateProblem(checkedTable(name), "must be a list of keys and rows");
    const table = checkedTable(name);
    let at = 0;
    for (const _ of walk.items()) {
      const place = walk.skip();
      if (incoming) {
        const entry = walk.read(place);
        // An account of megabytes takes as long to check as it does to read.
        if (breath.due) await breath.take();
        addRow(incoming, table, entry, at++);
      }
      if (breath.due) await breath.take();
    }
    if (breath.due) await breath.take();
  }
  return incoming;
}

function addRow(incoming: Incoming, table: TableName, entry: unknown, at: number): void {
  if (!Array.isArray(entry) || entry.length !== 2) {
    throw new StateProblem(`${table}[${at}]`, "must be a key and its row");
  }
  incoming.add(table, entry[0], entry[1], at);
}
