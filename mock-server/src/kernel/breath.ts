import { wallMark } from "./wall.js";
import { settle } from "./work-under-way.js";

/** How long work may hold the event loop before it gives way, milliseconds. */
const SLICE_MS = 8;
const STEPS = 32;

/** Lets long work give way to others: `await breath.taken()` between its steps. */
export class Breath {
  #steps = 0;
  readonly #every: number;
  #began = wallMark();

  /** @param every - steps between two looks at the time, which costs something itself */
  constructor(every = STEPS) {
    this.#every = every;
  }

  /** Whether this slice has taken its time. */
  get due(): boolean {
    if (++this.#steps < this.#every) return false;
    this.#steps = 0;
    return wallMark() - this.#began >= SLICE_MS;
  }

  /** Gives way once, and begins a new slice. */
  async take(): Promise<void> {
    await settle();
    this.#began = wallMark();
  }
}
