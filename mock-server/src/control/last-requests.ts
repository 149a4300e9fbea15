import { REQUESTS_KEPT } from "./logged-request.js";

/** The last 1,000 of what is noted, numbered from 1. Nothing is made for a number: there is one for each request. */
export class LastRequests<T> {
  #kept: T[] = [];
  /** The number of the newest. */
  last = 0;
  /** The number of the one after which none was forgotten. */
  #cleared = 0;

  /** Notes one, and answers its number. */
  add(one: T): number {
    this.last++;
    this.#kept[this.last % REQUESTS_KEPT] = one;
    return this.last;
  }

  /** Those after a number with their own numbers, oldest first, as of now. */
  after(number: number): (readonly [number: number, one: T])[] {
    const found: [number, T][] = [];
    for (let at = Math.max(number, this.#cleared, this.last - REQUESTS_KEPT) + 1; at <= this.last; at++) {
      const one = this.#kept[at % REQUESTS_KEPT];
      if (one !== undefined) found.push([at, one]);
    }
    return found;
  }

  /** Forgets all; numbers go on. */
  clear(): void {
    this.#kept = [];
    this.#cleared = this.last;
  }
}
