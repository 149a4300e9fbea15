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

  /** Adds all that another sum has. */
  addSum(other: Sum): void {
    this.add(other.#total);
    this.#lost += other.#lost;
  }

  get value(): number {
    return this.#total + this.#lost;
  }
}
