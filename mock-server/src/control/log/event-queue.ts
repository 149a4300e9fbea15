import { TimeSlice } from "../../kernel/time-slice.js";

/** Maximum events in a slow reader's queue. Older events are dropped, so that the queue cannot fill the memory. */
const BACKLOG = 1000;

/** Number of characters to join into one write, so that a slow reader gets a few large chunks. */
const PART = 1 << 16;

export function eventText(event: string, value: unknown, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(value)}\n\n`;
}

export class EventQueue {
  readonly #waiting: (string | (() => string))[] = [];
  readonly #slice = new TimeSlice(1);
  readonly #signal: AbortSignal | undefined;
  readonly #ended: () => void;
  #open: boolean;
  #wake = () => {};

  /** `ended` is called once, when the reader or the writer ends the stream. */
  constructor(signal: AbortSignal | undefined, ended: () => void) {
    this.#signal = signal;
    this.#ended = ended;
    this.#open = !signal?.aborted;
    signal?.addEventListener("abort", this.end, { once: true });
  }

  get open(): boolean {
    return this.#open;
  }

  /** Queues an event, or a function that creates it when it is read. Drops the oldest if the reader is too slow. */
  push(text: string | (() => string)): void {
    this.#waiting.push(text);
    if (this.#waiting.length > BACKLOG) this.#waiting.shift();
    this.#wake();
  }

  /** Ends the stream after the queued events. */
  readonly end = (): void => {
    if (!this.#open) return;
    this.#open = false;
    this.#signal?.removeEventListener("abort", this.end);
    this.#ended();
    this.#wake();
  };

  /** The events as a body. Not a generator, because a waiting generator could not be ended before the next event. */
  read(): AsyncIterableIterator<string> {
    const next = async (): Promise<IteratorResult<string>> => {
      while (this.#open && this.#waiting.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      if (this.#slice.isOver) await this.#slice.next();
      if (this.#waiting.length === 0) return { done: true, value: undefined };
      let part = "";
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        part += typeof next === "string" ? next : next();
        if (part.length >= PART || this.#slice.isOver) break;
      }
      return { done: false, value: part };
    };
    const iterator: AsyncIterableIterator<string> = {
      next,
      return: async () => {
        this.end();
        this.#waiting.length = 0;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }
}
