import { LONGEST_TIMEOUT, wallClear, wallTimeout } from "../kernel/timers.js";
import type { HttpReply } from "./message.js";

/** Statuses without a body. */
const BODILESS = new Set([101, 204, 205, 304]);

/** The body as a transport sends it: whole, or in chunks. */
export type SentBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;

/** True if a body arrives in chunks. `instanceof Uint8Array` would fail: jsdom's class differs from Node's. */
export function isChunked<T extends object>(body: T | string | Uint8Array): body is Exclude<T, Uint8Array> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/** The body that a response sends under its faults. The chunks of a broken body end in an error. */
export function sentBody({ status, body, fault }: HttpReply, signal: AbortSignal | undefined): SentBody {
  if (body === undefined || BODILESS.has(status)) return undefined;
  if (isChunked(body) || (!fault?.drop && !fault?.bytesPerSecond)) return body;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (fault.drop) return brokenOff(bytes.subarray(0, fault.drop === "body" ? bytes.length >> 1 : 0));
  return paced(bytes, fault.bytesPerSecond ?? 0, signal);
}

async function* brokenOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  throw Object.assign(new TypeError("terminated"), { cause });
}

/** Ten chunks a second, until the client disconnects. */
async function* paced(
  bytes: Uint8Array,
  bytesPerSecond: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (let start = 0; start < bytes.length && !signal?.aborted; start += size) {
    if (start > 0) await waitReal((size * 1000) / bytesPerSecond, signal);
    yield bytes.subarray(start, start + size);
  }
}

/** Waits in real time; ends early if the client disconnects. */
export function waitReal(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      wallClear(timer);
      signal?.removeEventListener("abort", over);
      resolve();
    };
    const timer = wallTimeout(over, Math.min(ms, LONGEST_TIMEOUT));
    signal?.addEventListener("abort", over);
    if (signal?.aborted) over();
  });
}
