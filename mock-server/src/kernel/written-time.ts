/** Moments as text. To write one takes longer than to look at a clock, and a busy server is asked many times in one moment. */
export class WrittenTime {
  #isoAt = Number.NaN;
  #iso = "";
  #second = Number.NaN;
  #http = "";

  /** ISO 8601, of milliseconds since 1970. */
  iso(at: number): string {
    if (at !== this.#isoAt) {
      this.#iso = new Date(at).toISOString();
      this.#isoAt = at;
    }
    return this.#iso;
  }

  /** The form of the `Date` header, which has whole seconds. */
  http(at: number): string {
    const second = Math.floor(at / 1000);
    if (second !== this.#second) {
      this.#http = new Date(at).toUTCString();
      this.#second = second;
    }
    return this.#http;
  }
}
