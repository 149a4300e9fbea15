/** Splits a number into two of half as many bits. */
const HALF = 2 ** 27 + 1;

/** A sum that carries its rounding errors along (Neumaier), so that it does not drift over 90 days of amounts. */
export class Sum {
  #total = 0;
  #lost = 0;

  add(value: number): void {
    const next = this.#total + value;
    this.#lost +=
      Math.abs(this.#total) >= Math.abs(value) ? this.#total - next + value : value - next + this.#total;
    this.#total = next;
  }

  /** Adds a value so many times, less than 2^26, and loses nothing of the product. */
  addTimes(value: number, count: number): void {
    // Both halves have 26 bits (Veltkamp), so that each product is exact.
    const scaled = value * HALF;
    const high = scaled - (scaled - value);
    this.add(high * count);
    this.add((value - high) * count);
  }

  /** Adds all that another sum has. */
  addSum(other: Sum): void {
    this.add(other.#total);
    this.#lost += other.#lost;
  }

  get value(): number {
    return this.#total + this.#lost;
  }
}
