/** Numbers that ascend, taken off at the front as they are added at the end. */
export class NumberList {
  #numbers: number[] = [];
  /** Those before it are gone. */
  #from = 0;

  get size(): number {
    return this.#numbers.length - this.#from;
  }

  /** The number at a place. */
  at(place: number): number | undefined {
    return this.#numbers[this.#from + place];
  }

  /** Adds one at the end. */
  push(number: number): void {
    this.#numbers.push(number);
  }

  /** Takes the first one off, if it is this one. */
  shift(number: number): void {
    if (this.#numbers[this.#from] !== number) return;
    this.#from++;
    // The front is cut off when it is half of the list: each number is moved once.
    if (this.#from * 2 <= this.#numbers.length) return;
    this.#numbers = this.#numbers.slice(this.#from);
    this.#from = 0;
  }

  /** Where a number stands, or would stand. */
  placeOf(number: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.at(middle) ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
