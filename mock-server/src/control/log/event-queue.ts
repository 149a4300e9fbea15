import { TimeSlice } from "../../kernel/time-slice.js";
import { REQUESTS_KEPT } from "./expected-calls.js";

/**
 * Maximum events in a slow reader's queue: as many as the log replays, the app's and the studio's. Older events are
 * dropped, so that the queue cannot fill the memory.
 */
const BACKLOG = 2 * REQUESTS_KEPT;

/** Number of characters to join into one write, so that a slow reader gets a few large chunks. */
const PART = 1 << 16;

/** A server-sent event. `studio/src/server/events.ts` reads its lines in this order. */
export function eventText(event: string, value: unknown, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(value)}\n\n`;
}

export class EventQueue {
  readonly #waiting: (() => string)[] = [];
  readonly #slice = new TimeSlice(1);
  #first: string;
  #open: boolean;
  #wake = () => {};

  /** `first` is never dropped. `ended` is called once, when the reader or the writer ends the stream. */
  constructor(
    private readonly signal: AbortSignal | undefined,
    first: string,
    private readonly ended: () => void,
  ) {
    this.#first = first;
    this.#open = !signal?.aborted;
    signal?.addEventListener("abort", this.end, { once: true });
  }

  get open(): boolean {
    return this.#open;
  }

  /** Queues a function that creates an event when it is read. Drops the oldest if the reader is too slow. */
  push(text: () => string): void {
    this.#waiting.push(text);
    if (this.#waiting.length > BACKLOG) this.#waiting.shift();
    this.#wake();
  }

  readonly end = (): void => {
    if (!this.#open) return;
    this.#open = false;
    this.signal?.removeEventListener("abort", this.end);
    this.ended();
    this.#wake();
  };

  /** The events as a body. Not a generator, because a waiting generator could not be ended before the next event. */
  read(): AsyncIterableIterator<string> {
    const next = async (): Promise<IteratorResult<string>> => {
      while (this.#open && this.#first === "" && this.#waiting.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      if (this.#slice.isOver) await this.#slice.next();
      if (this.#first === "" && this.#waiting.length === 0) return { done: true, value: undefined };
      let part = this.#first;
      this.#first = "";
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        part += next();
        if (part.length >= PART || this.#slice.isOver) break;
      }
      return { done: false, value: part };
    };
    const iterator: AsyncIterableIterator<string> = {
      next,
      return: async () => {
        this.end();
        this.#first = "";
        this.#waiting.length = 0;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }
}
