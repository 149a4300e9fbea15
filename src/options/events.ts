import type { RateLimit } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import { EventEmitter } from "../runtime/event-emitter.js";

/** The events of a rotation and their payloads. None contains a key. */
export interface RotationEvents {
  /** A key was replaced. */
  keyRotated: {
    /** Identifier of the key in use now. */
    readonly keyId: string;
    /** Identifier of the replaced key. */
    readonly previousKeyId: string;
    /** When the new key was created, ISO 8601. */
    readonly createdAt: string;
  };
  /**
   * A rotation by age failed, and a request after a minute tries again. If the service's answer cannot be used, no new
   * rotation is requested: `error.answer` has that answer without its texts. Also emitted once for a key whose age is
   * unknown, or that expires soon while `maxAge` is `Infinity`. The key stays in use.
   */
  rotationFailed: {
    /** Identifier of the key, which stays in use. */
    readonly keyId: string;
    /** The error that `rotate()` rejected with, or a `ConfigurationError` if the key is not rotated by age. */
    readonly error: Error;
  };
}

/** Fields shared by all request events. */
export interface RequestFacts {
  /** Number of the call, the same in all its events and attempts. */
  readonly call: number;
  /** Name of the operation; method and path for a custom one. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path below `baseUrl`, with its query. */
  readonly path: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The events of a client and their payloads. No event contains a key, a header or a body. */
export interface ClientEvents extends RotationEvents {
  /** An attempt is about to be sent. */
  request: RequestFacts;
  /** A response arrived, with any status. */
  response: RequestFacts & {
    /** HTTP status. */
    readonly status: number;
    /** Time from sending to the end of the body, milliseconds. */
    readonly durationMs: number;
    /** Identifier of the request. */
    readonly requestId: string | undefined;
    /** The rate limit after this response. */
    readonly rateLimit: RateLimit | undefined;
  };
  /** The request will be retried. */
  retry: RequestFacts & {
    /** Delay before the retry, milliseconds. */
    readonly delayMs: number;
    /** Source of the delay: the service, the backoff, or a changed key, which needs no delay. */
    readonly source: "service" | "backoff" | "key";
    /** Why the attempt failed. */
    readonly error: Error;
  };
  /** The rate limit stopped a request: after a 429 or, with pacing, before the request was sent. */
  rateLimit: RequestFacts & {
    /** How long to wait, milliseconds; undefined if the service sent no time. */
    readonly retryAfterMs: number | undefined;
    /** The last reported rate limit. */
    readonly rateLimit: RateLimit | undefined;
  };
  /** A call failed and will not be retried. */
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
 * A listener for one of {@link ClientEvents}. It may be async; its result and its errors are ignored.
 * @param event The payload of the event.
 * @inline
 */
export type ClientListener<N extends keyof ClientEvents> = (event: ClientEvents[N]) => unknown;

/** Swallows the failure of an async listener, which would otherwise end the process as an unhandled rejection. */
export function ignoreRejection(result: unknown): void {
  (result as PromiseLike<unknown> | undefined)?.then?.(undefined, () => {});
}

/** A typed event emitter. An error of a listener never fails the call. */
export class Events<M extends object> {
  readonly #emitter = new EventEmitter();

  on<N extends keyof M & string>(name: N, listener: (event: M[N]) => unknown): () => void {
    if (typeof listener !== "function") throw new ConfigurationError("The listener must be a function.");
    // A wrapper for each registration, so that removing one keeps other registrations of the same function.
    const entry = (event: M[N]) => {
      try {
        ignoreRejection(listener(event));
      } catch {
        // A faulty listener must not fail the call.
      }
    };
    this.#emitter.on(name, entry);
    return () => void this.#emitter.off(name, entry);
  }

  emit<N extends keyof M & string>(name: N, event: M[N]): void {
    this.#emitter.emit(name, event);
  }
}
