import { type ServiceError, unavailable } from "../kernel/errors.js";
import { wallClear, wallInterval, wallMark } from "../kernel/timers.js";
import { HttpRefusal } from "./message.js";

/** Limits on bodies that clients send slowly or never finish. */
export const BODY_LIMITS = {
  /** An unfinished body counts toward its address's limits from this age (ms of real time), */
  slowMs: 1_000,
  /** or above this length. */
  longBytes: 64 << 10,
  /** Maximum number of an address's bodies that count, */
  bodies: 64,
  /** and their maximum bytes. */
  bytes: 8 << 20,
  /** Maximum bytes of all unfinished bodies. */
  allBytes: 64 << 20,
  /** A body without progress for this long is refused with 408, */
  idleMs: 30_000,
  /** as is one that is not complete after this time. */
  totalMs: 300_000,
  /** Interval of the checks of age and progress. */
  sweepMs: 250,
};

interface OpenBody {
  readonly address: string | undefined;
  readonly refuse: (error: ServiceError) => void;
  readonly startedAt: number;
  progressAt: number;
  bytes: number;
  /** True if the body counts toward its address's limits. */
  counts: boolean;
}

/** Counts unfinished bodies. Above the limits, only the body that begins to count is refused. */
export class BodyLimits {
  readonly #open = new Set<OpenBody>();
  readonly #byAddress = new Map<string, { bodies: number; bytes: number }>();
  #sweep: ReturnType<typeof wallInterval> | undefined;
  #bytes = 0;

  constructor(private readonly limits = BODY_LIMITS) {}

  /** Bytes of all unfinished bodies. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a body.
   *
   * @param address the sender's address; undefined exempts the body from all limits except the time limits
   * @param refuse called if the body's time ends, or if it begins to count above the limits
   */
  open(address: string | undefined, refuse: (error: ServiceError) => void): OpenBody {
    const now = wallMark();
    const body = { address, refuse, startedAt: now, progressAt: now, bytes: 0, counts: false };
    this.#open.add(body);
    if (this.#sweep === undefined) {
      this.#sweep = wallInterval(() => this.#check(), this.limits.sweepMs);
      this.#sweep.unref?.();
    }
    return body;
  }

  /** Counts received bytes. Returns the error if the body exceeds a limit. */
  grow(body: OpenBody, bytes: number): ServiceError | undefined {
    body.progressAt = wallMark();
    if (body.address === undefined) return undefined;
    body.bytes += bytes;
    this.#bytes += bytes;
    if (this.#bytes > this.limits.allBytes)
      return tooMany(`All unfinished request bodies together exceed ${this.limits.allBytes >> 20} MiB`);
    const own = body.counts ? this.#byAddress.get(body.address) : undefined;
    if (!own) return body.bytes > this.limits.longBytes ? this.#count(body, body.address) : undefined;
    own.bytes += bytes;
    return own.bytes > this.limits.bytes ? this.#tooLong(body.address) : undefined;
  }

  /** Removes a body that is complete, refused or cut off. */
  close(body: OpenBody): void {
    if (!this.#open.delete(body) || body.address === undefined) return;
    this.#bytes -= body.bytes;
    const own = body.counts ? this.#byAddress.get(body.address) : undefined;
    if (!own) return;
    own.bytes -= body.bytes;
    own.bodies--;
    if (own.bodies === 0) this.#byAddress.delete(body.address);
  }

  #count(body: OpenBody, address: string): ServiceError | undefined {
    const { bodies, bytes } = this.#byAddress.get(address) ?? { bodies: 0, bytes: 0 };
    if (bodies >= this.limits.bodies)
      return tooMany(`${bodies} request bodies from ${address} are unfinished`);
    if (bytes + body.bytes > this.limits.bytes) return this.#tooLong(address);
    body.counts = true;
    this.#byAddress.set(address, { bodies: bodies + 1, bytes: bytes + body.bytes });
    return undefined;
  }

  #tooLong(address: string): ServiceError {
    return tooMany(`Unfinished request bodies from ${address} exceed ${this.limits.bytes >> 20} MiB`);
  }

  #check(): void {
    const now = wallMark();
    const { slowMs, idleMs, totalMs } = this.limits;
    for (const body of this.#open) {
      const { address, startedAt, progressAt, counts } = body;
      let error: ServiceError | undefined;
      if (now - progressAt >= idleMs || now - startedAt >= totalMs)
        error = new HttpRefusal(408, "took too long to arrive");
      else if (!counts && address !== undefined && now - startedAt >= slowMs)
        error = this.#count(body, address);
      if (error) body.refuse(error);
    }
    if (this.#open.size > 0) return;
    wallClear(this.#sweep);
    this.#sweep = undefined;
  }
}

function tooMany(reason: string): ServiceError {
  return unavailable(`${reason}. Try again in a second.`, 1);
}
