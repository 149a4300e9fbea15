export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** An event as the server writes it: its name, and JSON on one line, which can contain other line separators than `\n`. */
const EVENT = /^event: (.+)\ndata: ([^\n]+)/m;

/** Reads server-sent events from a body. A page's EventSource cannot send a token, so the stream is parsed here. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, event, data] = EVENT.exec(block) ?? [];
        if (event !== undefined && data !== undefined) yield { event, data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
