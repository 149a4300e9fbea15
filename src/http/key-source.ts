import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { redact, safeCause } from "../errors/secrets.js";
import type { ApiKeyProvider, RotationEvents } from "../options/key-provider.js";
import type { Deadline } from "./deadline.js";

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

/** The account of a key, for a store of rate limits, which must not see the key. */
export async function accountOf(key: string, baseUrl: string): Promise<string> {
  const text = new TextEncoder().encode(`${key} ${baseUrl}`);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Clients subscribe to a provider's rotations through this property. */
export const ON_ROTATION = Symbol.for("intent-tx.onRotation");

/** A key provider that reports its rotations as {@link RotationEvents}. */
export interface RotationSource {
  [ON_ROTATION]?: (emit: (name: keyof RotationEvents, event: never) => void) => unknown;
}
