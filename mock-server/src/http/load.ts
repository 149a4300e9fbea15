import { ServiceError } from "../kernel/service-error.js";

/** Bytes of answers that are written and that nobody has taken yet. */
const MOST_BYTES = 64 << 20;
/** Requests that are being answered. */
const MOST_REQUESTS = 10_000;

/** The load on a server's sockets. Above the budget new work is refused, so that memory cannot run out. */
export class Load {
  #bytes = 0;
  #requests = 0;

  /** Whether the budget is used up. */
  get full(): boolean {
    return this.#bytes > MOST_BYTES || this.#requests > MOST_REQUESTS;
  }

  /** Requests that are being answered. */
  get requests(): number {
    return this.#requests;
  }

  /** Bytes of answers that nobody has taken yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A request begins, or with -1 ends. */
  request(change: 1 | -1): void {
    this.#requests += change;
  }

  /** So many bytes of an answer wait to be taken, or below 0 wait no longer. */
  waiting(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Makes the error that answers a request above the budget. */
  refusal(): ServiceError<"service_unavailable"> {
    return new ServiceError(
      "service_unavailable",
      "The server has more to do than it can keep in memory: answers wait that nobody takes. Try again in a second.",
      { headers: { "Retry-After": "1" } },
    );
  }
}
