/** How often a worker is asked whether it is there. */
const EVERY_MS = 1_000;
/** Questions without an answer after which it counts as away. */
const AWAY = 5;
/** Questions without an answer after which it is given up: once it has begun to serve, and while it reads what it will serve. */
export const [LOST, LOST_AT_START] = [30, 60];

// Captured at load: an app's fake timers must not make every worker look lost.
const wallInterval = globalThis.setInterval;
const wallClear = globalThis.clearInterval;

/**
 * Asks something again and again whether it still does anything. Questions are counted and no time is measured: a machine that slept
 * has asked none.
 */
export class Heartbeat {
  #unanswered = 0;
  readonly #timer: ReturnType<typeof setInterval>;

  /** @param patience - questions without an answer after which it is lost */
  constructor(patience: number, ask: () => void, lost: (seconds: number) => void) {
    this.#timer = wallInterval(() => {
      if (this.#unanswered++ === patience) lost((patience * EVERY_MS) / 1000);
      else ask();
    }, EVERY_MS);
    this.#timer.unref?.();
  }

  /** Whether it answers. */
  get answers(): boolean {
    return this.#unanswered <= AWAY;
  }

  /** It has answered. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** Asks no longer. */
  stop(): void {
    wallClear(this.#timer);
  }
}
