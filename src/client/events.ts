import { EventEmitter } from "eventemitter3";
import type { RateLimit } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import type { RotationEvents } from "../keys/provider.js";

/** Facts that every event of a request carries. */
export interface RequestFacts {
  /** Number of the call, the same in all its events and attempts. */
  readonly call: number;
  /** Name of the operation, or method and path of a custom one. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path below `baseUrl`, with its query. */
  readonly path: string;
  /** Which attempt, from 1. */
  readonly attempt: number;
}

/** The events of a client and what their listeners get. None holds a key, a header or a body. */
export interface ClientEvents extends RotationEvents {
  /** An attempt is about to be sent. */
  request: RequestFacts;
  /** An answer came, of any status. */
  response: RequestFacts & {
    /** HTTP status. */
    readonly status: number;
    /** From sending to the end of the body, milliseconds. */
    readonly durationMs: number;
    /** Identifier of the request. */
    readonly requestId: string | undefined;
    /** The rate limit after it. */
    readonly rateLimit: RateLimit | undefined;
  };
  /** The request will be sent again. */
  retry: RequestFacts & {
    /** Wait until then, milliseconds. */
    readonly delayMs: number;
    /** Source of the delay: the service asked for it, the backoff chose it, or a new key needs none. */
    readonly source: "service" | "backoff" | "key";
    /** Why the attempt failed. */
    readonly error: Error;
  };
  /** The rate limit stopped a request: by a 429, or, paced, before it was sent. */
  rateLimit: RequestFacts & {
    /** How long to wait, milliseconds; undefined when the service did not say. */
    readonly retryAfterMs: number | undefined;
    /** The rate limit as last seen. */
    readonly rateLimit: RateLimit | undefined;
  };
  /** A call failed for good. */
  error: {
    /** Number of the call. */
    readonly call: number;
    /** Name of the operation. */
    readonly operation: string;
    /** The error that the call rejects with. */
    readonly error: Error;
  };
}

/**
 * A listener for one of {@link ClientEvents}. It may be async; what it returns, or throws, is dropped.
 *
 * @param event The facts of the event.
 */
export type ClientListener<N extends keyof ClientEvents> = (event: ClientEvents[N]) => unknown;

/** Takes the failure of an async listener, which would end the process as a rejection that nobody handles. */
export function quiet(told: unknown): void {
  (told as PromiseLike<unknown> | undefined)?.then?.(undefined, () => {});
}

/** Typed events whose listeners cannot break a call. */
export class Events<M extends object> {
  readonly #emitter = new EventEmitter();

  /** Adds a listener; the returned function removes it. */
  on<N extends keyof M & string>(name: N, listener: (event: M[N]) => unknown): () => void {
    if (typeof listener !== "function") throw new ConfigurationError("The listener must be a function.");
    // Each registration is its own, so that removing one leaves another of the same function alone.
    const entry = (event: M[N]) => {
      try {
        quiet(listener(event));
      } catch {
        // A faulty listener is not the caller's failure.
      }
    };
    this.#emitter.on(name, entry);
    return () => void this.#emitter.off(name, entry);
  }

  /** Tells every listener. */
  emit<N extends keyof M & string>(name: N, event: M[N]): void {
    this.#emitter.emit(name, event);
  }
}
