import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { redact, safeCause } from "../errors/secrets.js";
import { show } from "../options/checks.js";
import type { RotationEvents } from "../options/events.js";
import type { ApiKeyProvider } from "../options/options.js";
import type { Deadline } from "./deadline.js";

/**
 * An API key. Its text is private: error reporters record the variables of each frame below an error, so no variable of
 * such a frame may contain the text. Frames that have it, here, throw nothing.
 */
export class Key {
  readonly #text: unknown;

  constructor(text: unknown) {
    this.#text = text;
  }

  readonly hide = (text: string): string => Key.hide(text, this);

  /** Redacts the keys in text, whatever their format. */
  static hide(text: string, ...keys: readonly Key[]): string {
    return redact(text, ...keys.map((key) => (typeof key.#text === "string" ? key.#text : undefined)));
  }

  /** The reason why a key cannot be sent; undefined if it can. */
  get problem(): string | undefined {
    if (this.matches(/^(?:undefined|null)$/)) return "is the text of a missing value";
    if (this.matches(/^[\x21-\x7e]+$/)) return undefined;
    const inner = ["apiKey", "then"].find((name) => name in Object(this.#text));
    if (inner === "apiKey") return "must not be the rotator itself: pass rotator.apiKey";
    if (inner) return "is a promise: await it, or pass a function that returns it";
    const kind = typeof this.#text === "string" ? "" : `, not ${show(this.#text)}`;
    return `must be a string of visible ASCII characters without spaces${kind}`;
  }

  matches(pattern: RegExp): boolean {
    return typeof this.#text === "string" && pattern.test(this.#text);
  }

  /** The header `Authorization`; none without a key. */
  get header(): { authorization?: string } {
    return this.#text ? { authorization: `Bearer ${this.#text}` } : {};
  }

  /** The argument of a provider after the service rejected this key. */
  get rejection(): { rejected: string } {
    return { rejected: this.#text as string };
  }

  is(text: unknown): boolean {
    return this.#text === text;
  }

  equals(other: Key): boolean {
    return this.#text === other.#text;
  }

  /** The account for a store of rate limits, which must not see the key. */
  async account(baseUrl: string): Promise<string> {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${this.#text} ${baseUrl}`));
    return Array.from(new Uint8Array(bytes, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

/** Fixed keys, by the function that represents each in a client's options. */
const FIXED = /* @__PURE__ */ new WeakMap<object, Key>();

/** The options with their key, if it is text, in a function. Functions that have the options may then throw. */
export function sealKey<T extends { readonly apiKey?: string | ApiKeyProvider | undefined }>(options: T): T {
  // A key passed instead of options.
  if (typeof options === "string") return "***" as never;
  if (options?.apiKey === undefined || typeof options.apiKey === "function") return options;
  const apiKey = fixedKey(options.apiKey);
  return { ...options, apiKey };
}

export function fixedKey(text: unknown): ApiKeyProvider | undefined {
  if (text === undefined) return undefined;
  const sealed = () => "";
  FIXED.set(sealed, new Key(text));
  return sealed;
}

const NO_KEY = /* @__PURE__ */ new Key("");

/** A fixed key or a key provider. */
export class KeySource {
  readonly #provider: ApiKeyProvider | undefined;
  readonly #check: (key: Key) => void;
  /** Pending calls of the provider, by the rejected key. */
  readonly #pending = new Map<Key | undefined, Promise<Key>>();
  #known: readonly Key[] = [];
  /** The key if it is fixed, or if none is sent; undefined if a provider must be called. */
  readonly fixed: Key | undefined;

  /** @param source A provider, or a key sealed by {@link sealKey}. */
  constructor(source: string | ApiKeyProvider | undefined, check: (key: Key) => void) {
    this.#check = check;
    if (source === undefined) this.fixed = NO_KEY;
    else {
      this.#provider = source as ApiKeyProvider;
      this.fixed = FIXED.get(this.#provider);
      if (this.fixed) this.#use(this.fixed);
    }
  }

  /** Redacts recently used keys in text. */
  readonly hide = (text: string): string => Key.hide(text, ...this.#known);

  #use(key: Key): Key {
    // Any other value would make `fetch` throw an error that quotes the header, including the key.
    if (key.problem) throw new ConfigurationError(`The API key ${key.problem}.`);
    this.#check(key);
    this.#known = [key, ...this.#known.filter((other) => other !== key)].slice(0, 4);
    return key;
  }

  /** The key for the next attempt. If the provider fails, each caller gets its own copy or wrapper of the error. */
  async get(deadline: Deadline, rejected?: Key): Promise<Key> {
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
        cause: safeCause(error, this.hide),
      });
    });
    return this.#use(key);
  }

  /** After a 401: the provider's current key, if it differs. */
  async replacement(deadline: Deadline, rejected: Key): Promise<Key | undefined> {
    const key = await this.get(deadline, rejected).catch((error) => {
      if (deadline.ended) throw error;
      // The 401 is more useful than the provider's error.
      return rejected;
    });
    return key.equals(rejected) ? undefined : key;
  }

  #getShared(rejected: Key | undefined): Promise<Key> {
    const known = this.#pending.get(rejected);
    if (known) return known;
    const provider = this.#provider as ApiKeyProvider;
    const pending = (async () => provider(rejected?.rejection ?? {}))().then(
      // There is one object for each key. So calls that fail with a key share one request for the next key.
      (text) => this.#known.find((key) => key.is(text)) ?? new Key(text),
    );
    this.#pending.set(rejected, pending);
    return pending.finally(() => this.#pending.get(rejected) === pending && this.#pending.delete(rejected));
  }
}

/** Clients subscribe to a provider's rotations through this property. */
export const ON_ROTATION = Symbol.for("intent-tx.onRotation");

/** A key provider that reports its rotations as {@link RotationEvents}. */
export interface RotationSource {
  [ON_ROTATION]?: (emit: (name: keyof RotationEvents, event: never) => void) => unknown;
}
