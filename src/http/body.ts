import type { Awaited } from "./ending.js";

/** Largest answer that is read, bytes after decompression. */
export const MAX_ANSWER_BYTES = 10_485_760;

/** The body of any `fetch`: the platform's is a stream with a reader, node-fetch's is iterated. */
interface Body extends Partial<AsyncIterable<Uint8Array>> {
  getReader?(): ReadableStreamDefaultReader<Uint8Array>;
}

interface Chunks {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): unknown;
}

function chunksOf(body: Body): Chunks | undefined {
  const reader = body.getReader?.();
  if (reader) return { next: () => reader.read(), cancel: () => reader.cancel() };
  const iterator = body[Symbol.asyncIterator]?.();
  return iterator && { next: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** The body's text, or undefined when it is longer than {@link MAX_ANSWER_BYTES}. Ends reading when nobody waits for it any more. */
export async function readText(response: Response, awaited: Awaited): Promise<string | undefined> {
  const body = response.body as Body | null | undefined;
  if (body === null) return "";
  // React Native's answers have no body, and jsdom has no decoder.
  const chunks = body && typeof TextDecoder === "function" && chunksOf(body);
  if (!chunks) {
    const text = await response.text();
    return text.length > MAX_ANSWER_BYTES ? undefined : text;
  }
  // In a promise, as a body of another library may throw: that would keep the signal from ending other calls.
  const cancel = () => void (async () => chunks.cancel())().catch(() => {});
  awaited.cancel = cancel;
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ; ) {
    const { done, value } = await chunks.next();
    if (done || !value) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
