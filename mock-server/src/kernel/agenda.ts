/** Something that a clock will do at a moment. */
export interface Due {
  readonly at: number;
  readonly run: () => unknown;
  /** Somebody waits for it: a clock that moves by itself moves there. */
  readonly sleeper: boolean;
  /** Called when it will never run: who waits for it must not wait for ever. */
  readonly dropped?: (() => void) | undefined;
}

/** The things that a clock will do, by time; of two at one moment the one that was added first comes first. */
export class Agenda {
  #due: Due[] = [];

  get next(): Due | undefined {
    return this.#due[0];
  }

  /** The next that somebody waits for. */
  get nextSleeper(): Due | undefined {
    return this.#due.find(({ sleeper }) => sleeper);
  }

  add(due: Due): void {
    // Kept sorted: there are few, and they mostly come in order.
    let index = this.#due.length;
    while (index > 0 && (this.#due[index - 1]?.at ?? 0) > due.at) index--;
    this.#due.splice(index, 0, due);
  }

  remove(due: Due): void {
    const place = this.#due.indexOf(due);
    if (place >= 0) this.#due.splice(place, 1);
  }

  /** Forgets everything and tells who waits for it. */
  drop(): void {
    const dropped = this.#due;
    this.#due = [];
    for (const due of dropped) due.dropped?.();
  }
}
