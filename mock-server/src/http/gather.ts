import { Breath } from "../kernel/breath.js";

/** Bytes that are put together at once. */
const AT_ONCE = 1 << 20;

/** Puts the chunks of a body together, and gives way to others where that is long. */
export async function gather(chunks: readonly Buffer[], length: number): Promise<Uint8Array> {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  if (length <= AT_ONCE) return Buffer.concat(chunks, length);
  const whole = Buffer.allocUnsafe(length);
  const breath = new Breath();
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    if (breath.due) await breath.take();
  }
  return whole;
}
