import { redact, safeCause } from "../client/secrets.js";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import type { Deadline } from "../http/deadline.js";

/** Context of a call to an {@link ApiKeyProvider}. */
export interface ApiKeyRequest {
  /** The key that the service has just rejected with 401. If the provider returns another one, it is tried once. */
  readonly rejected?: string;
}

/**
 * Returns the API key to use. Called before each attempt; concurrent attempts share one pending call.
 * @param request The rejected key, after a 401.
 */
export type ApiKeyProvider = (request?: ApiKeyRequest) => string | Promise<string>;

/** A fixed key or a key provider. The key is private, so that logging this object does not show it. */
export class KeySource {
  readonly #source: string | ApiKeyProvider | undefined;
  readonly #check: (key: string) => void;
  /** Pending calls of the provider, by the rejected key. */
  readonly #pending = new Map<string | undefined, Promise<string>>();
  #known: readonly string[] = [];

  constructor(source: string | ApiKeyProvider | undefined, check: (key: string) => void) {
    this.#source = source;
    this.#check = check;
    if (typeof source === "string") this.#known = [source];
    if (source !== undefined && typeof source !== "function") checkKey(source, check);
  }

  /** Redacts recently used keys in text, whatever their format. */
  hide(text: string): string {
    return redact(text, ...this.#known);
  }

  /** The key if it is fixed, or "" if none is sent; undefined if a provider must be called. */
  get fixed(): string | undefined {
    return typeof this.#source === "function" ? undefined : (this.#source ?? "");
  }

  /** The key for the next attempt. If the provider fails, each caller gets its own copy or wrapper of the error. */
  async get(deadline: Deadline, rejected?: string): Promise<string> {
    const key = await deadline.race(this.#getShared(rejected)).catch((error) => {
      // A provider that never answers must not block later calls too.
      if (deadline.ended) this.#pending.delete(rejected);
      deadline.check("API key from the apiKey function or its store");
      if (error instanceof IntentTxError) {
        // A copy for each caller, because each call writes its own `attempts` and stack.
        const copy = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
        Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error));
        throw Object.assign(copy, { stack: error.stack }, "sent" in error && { sent: false });
      }
      throw new ConfigurationError("The apiKey function failed; see cause.", {
        cause: safeCause(error, rejected, ...this.#known),
      });
    });
    checkKey(key, this.#check);
    this.#known = [key, ...this.#known.filter((other) => other !== key)].slice(0, 4);
    return key;
  }

  #getShared(rejected: string | undefined): Promise<string> {
    const known = this.#pending.get(rejected);
    if (known) return known;
    const source = this.#source as ApiKeyProvider;
    const pending = (async () => source(rejected === undefined ? {} : { rejected }))();
    this.#pending.set(rejected, pending);
    return pending.finally(() => this.#pending.get(rejected) === pending && this.#pending.delete(rejected));
  }
}

function checkKey(key: unknown, check: (key: string) => void): void {
  // Any other value would make `fetch` throw an error that quotes the header, including the key.
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new ConfigurationError("The API key must be a string of visible ASCII characters without spaces.");
  check(key);
}

/** A key was replaced. */
export interface KeyRotation {
  /** Identifier of the key in use now. */
  readonly keyId: string;
  /** Identifier of the replaced key. */
  readonly previousKeyId: string;
  /** When the new key was created, ISO 8601. */
  readonly createdAt: string;
}

/** A key reached its maximum age, but rotating it failed. */
export interface RotationFailure {
  /** Identifier of the key, which stays in use. */
  readonly keyId: string;
  /** The error that `rotate()` rejected with. */
  readonly error: Error;
}

/** The events of a rotation and their payloads. None contains a key. */
export interface RotationEvents {
  /** A key was replaced. */
  keyRotated: KeyRotation;
  /** Rotating a key that reached its maximum age failed. It stays in use; a request after a minute tries again. */
  rotationFailed: RotationFailure;
}

/** Clients subscribe to a provider's rotations through this property. */
export const ON_ROTATION = Symbol.for("intent-tx.onRotation");

/** A key provider that reports its rotations as {@link RotationEvents}. */
export interface RotationSource {
  [ON_ROTATION]?: (emit: (name: keyof RotationEvents, event: never) => void) => unknown;
}
