/** Largest answer that is read, bytes after decompression. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** The body's text, or undefined when it is longer than {@link MAX_ANSWER_BYTES}. Ends reading when the signal aborts. */
export async function readText(response: Response, signal: AbortSignal): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const decoder = new TextDecoder();
    let text = "";
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > MAX_ANSWER_BYTES) {
        cancel();
        return undefined;
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
