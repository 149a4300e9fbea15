import { nextTurn, wallMark } from "./timers.js";

/** How long (ms) work may block the event loop before it yields. */
const SLICE_MS = 8;
const STEPS = 32;

/** Lets long work yield to other work: `if (slice.isOver) await slice.next()` between its steps. */
export class TimeSlice {
  #steps = 0;
  readonly #every: number;
  #began = wallMark();

  /** @param every - steps between two clock readings; each reading costs time */
  constructor(every = STEPS) {
    this.#every = every;
  }

  get isOver(): boolean {
    if (++this.#steps < this.#every) return false;
    this.#steps = 0;
    return wallMark() - this.#began >= SLICE_MS;
  }

  /** Yields to the event loop and starts a new slice. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = wallMark();
  }
}
