import type { IncomingMessage, ServerResponse } from "node:http";
import { invalidField, type ServiceError } from "../kernel/errors.js";
import type { BodyLimits } from "./body-limits.js";

/** Maximum bytes to read before the request is known to need more. */
const EAGER_BYTES = 64 << 10;
/** Maximum bytes of an unwanted body to read and discard, so that its sender gets the response and not a reset. */
const MAX_DISCARDED = 16 << 20;
/** Each discarded chunk counts as this many more bytes, because a chunk of one byte takes as long. */
const CHUNK_BYTES = 1 << 10;

/** True if the client waits for 100 Continue before it sends the body. */
const waitsForContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === "1.1" && headers.expect?.toLowerCase() === "100-continue";

/** A read body: its bytes (undefined for one that is too long), or an error. */
type Outcome = { readonly bytes: Uint8Array | undefined } | { readonly error: unknown };

/** Receives the result of a body's only read. */
interface Reader {
  readonly resolve: (bytes: Uint8Array | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The body of a request. It is received from the start, even if no handler has asked for it: node:http would keep it as
 * a list of chunks, in which a chunk of one byte takes hundreds.
 */
export class RequestBody {
  readonly #incoming: IncomingMessage;
  readonly #long: boolean;
  #open: ReturnType<BodyLimits["open"]>;
  #buffer: Uint8Array = new Uint8Array(0);
  #length = 0;
  #limit = EAGER_BYTES;
  #reader: Reader | undefined;
  #result: Promise<Uint8Array | undefined> | undefined;
  #outcome: Outcome | undefined;

  /**
   * @param address the sender's address
   * @param long whether a reader may allow more than 64 KiB; otherwise such a body is discarded
   */
  constructor(
    private readonly outgoing: ServerResponse<IncomingMessage>,
    private readonly limits: BodyLimits,
    { address, long }: { readonly address: string; readonly long: boolean },
  ) {
    const incoming = outgoing.req;
    this.#incoming = incoming;
    this.#long = long;
    this.#open = limits.open(address, (error) => this.#refuse(error));
    incoming.on("data", this.#take);
    incoming.once("end", this.#ended);
    incoming.once("close", this.#closed);
    if (incoming.destroyed) this.#closed();
  }

  /**
   * Resolves to the body, or to undefined if it is longer than `limit` bytes. A second call returns the same body.
   *
   * @param trusted exempts the sender from the limits of unfinished bodies
   * @throws {ServiceError} 503 above those limits, 408 above the time limits
   */
  read(limit: number, trusted: boolean): Promise<Uint8Array | undefined> {
    this.#result ??= new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#limit = limit;
      if (this.#outcome) return void this.#settle(this.#outcome);
      if (Math.max(this.#length, Number(this.#incoming.headers["content-length"] ?? 0)) > limit)
        return void this.#discard({ bytes: undefined });
      if (trusted) {
        this.limits.close(this.#open);
        this.#open = this.limits.open(undefined, (error) => this.#refuse(error));
      }
      if (waitsForContinue(this.#incoming)) this.outgoing.writeContinue();
      this.#incoming.resume();
    });
    return this.#result;
  }

  /** Called with the response: discards a body that no handler has read. Returns true if the connection must close. */
  finish(): boolean {
    if (this.#outcome || this.#result) return false;
    this.#discard({ bytes: undefined });
    // The body may or may not follow, and could not be distinguished from the next request.
    return waitsForContinue(this.#incoming);
  }

  readonly #take = (chunk: Buffer): void => {
    const length = this.#length + chunk.length;
    if (length > this.#limit && (this.#reader || !this.#long))
      return void this.#discard({ bytes: undefined });
    if (length > this.#limit) this.#incoming.pause();
    if (length > this.#buffer.length) this.#grow(length);
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    const error = this.limits.grow(this.#open, chunk.length);
    if (error) this.#refuse(error);
  };

  /** The first chunk is usually the whole body. Later the size doubles, so that few chunks need a copy of all bytes. */
  #grow(length: number): void {
    const larger = new Uint8Array(this.#length === 0 ? length : Math.max(1024, 2 * length));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }

  readonly #ended = (): void => {
    const isExact = this.#length === this.#buffer.length;
    this.#settle({ bytes: isExact ? this.#buffer : this.#buffer.slice(0, this.#length) });
  };

  /** The client disconnected before the body's end, which is not a server error. */
  readonly #closed = (): void => {
    this.#settle({ error: invalidField("body", "ended before all of it was sent") });
  };

  #refuse(error: ServiceError): void {
    if (error.status === 408 && !this.outgoing.headersSent) this.outgoing.setHeader("Connection", "close");
    this.#discard({ error }, 2 * this.#limit);
  }

  #settle(outcome: Outcome): void {
    if (!this.#outcome) {
      this.#outcome = outcome;
      this.limits.close(this.#open);
      this.#buffer = new Uint8Array(0);
      this.#incoming.off("data", this.#take).off("end", this.#ended).off("close", this.#closed);
    }
    if ("error" in this.#outcome) this.#reader?.reject(this.#outcome.error);
    else this.#reader?.resolve(this.#outcome.bytes);
  }

  /** Discards the rest, so that the connection can be reused. A body that is too long or slow is cut off. */
  #discard(outcome: Outcome, most = MAX_DISCARDED): void {
    this.#settle(outcome);
    const incoming = this.#incoming;
    const cut = () => void incoming.socket.destroy();
    const open = this.limits.open(undefined, cut);
    let work = 0;
    incoming.on("data", (chunk: Buffer) => {
      work += chunk.length + CHUNK_BYTES;
      this.limits.grow(open, chunk.length);
      if (work > most) cut();
    });
    incoming.once("end", () => this.limits.close(open)).once("close", () => this.limits.close(open));
    incoming.resume();
  }
}
