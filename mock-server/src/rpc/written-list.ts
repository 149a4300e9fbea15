import { Breath } from "../kernel/breath.js";
import { writeJson } from "../kernel/json.js";
import { RawJson } from "../kernel/raw-json.js";
import { AnswerSize } from "./limits.js";

/**
 * An object whose last member is a long list, written item by item, so that a long answer holds nobody up. The memory of it is
 * bounded as every answer's: what does not fit is not written to its end.
 *
 * @param head the members before the list; none of them is long
 * @throws {RpcError} -32600 when the answer becomes too large
 */
export async function withList(head: object, name: string, items: Iterable<unknown>): Promise<RawJson> {
  const opening = writeJson(head).slice(0, -1);
  const before = opening === "{" ? opening : `${opening},`;
  return new RawJson(`${before}${JSON.stringify(name)}:${await written(items)}}`);
}

/** A long list, written in the same way. */
export async function writtenList(items: Iterable<unknown>): Promise<RawJson> {
  return new RawJson(await written(items));
}

async function written(items: Iterable<unknown>): Promise<string> {
  const texts: string[] = [];
  const size = new AnswerSize();
  const breath = new Breath(1);
  for (const item of items) {
    const text = writeJson(item);
    size.add(text.length + 1);
    texts.push(text);
    if (breath.due) await breath.take();
  }
  return `[${texts.join(",")}]`;
}
