import { redact, safeCause } from "../client/secrets.js";
import { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";

/** Why a key is asked for. */
export interface ApiKeyRequest {
  /** The key that the service has just refused with 401; another one is tried once. */
  readonly rejected?: string;
}

/**
 * Answers the API key to use; asked before each attempt, and not again while it is still answering.
 *
 * @param request Says which key was refused, where one was.
 */
export type ApiKeyProvider = (request?: ApiKeyRequest) => string | Promise<string>;

/** A key that is fixed or asked for. The key itself is reachable only through {@link get}. */
export class KeySource {
  readonly #source: string | ApiKeyProvider | undefined;
  readonly #check: (key: string) => void;
  #pending: Promise<string> | undefined;
  #given: readonly string[] = [];

  /** Without a source no key is sent. */
  constructor(source: string | ApiKeyProvider | undefined, check: (key: string) => void) {
    this.#source = source;
    this.#check = check;
    if (typeof source === "string") this.#given = [source];
    if (source !== undefined && typeof source !== "function") checkKey(source, check);
  }

  /** Text without the keys that were given lately, whatever they look like. */
  hide(text: string): string {
    return redact(text, ...this.#given);
  }

  /** The key where it is a text, or "" where none is sent; undefined where it must be asked for. */
  get fixed(): string | undefined {
    return typeof this.#source === "function" ? undefined : (this.#source ?? "");
  }

  /** True when asking again can bring another key. */
  get changes(): boolean {
    return typeof this.#source === "function";
  }

  /** The key for the next attempt. What fails fails for each caller with an error of its own, as calls write into theirs. */
  async get(rejected?: string): Promise<string> {
    const source = this.#source;
    if (typeof source !== "function") return source ?? "";
    let key: string;
    try {
      key = await (rejected === undefined ? this.#ask(source) : source({ rejected }));
    } catch (error) {
      if (error instanceof IntentTxError) throw error;
      throw new ConfigurationError("The apiKey function failed; see cause.", {
        cause: safeCause(error, rejected),
      });
    }
    checkKey(key, this.#check);
    this.#given = [key, ...this.#given.filter((other) => other !== key)].slice(0, 4);
    return key;
  }

  #ask(source: ApiKeyProvider): Promise<string> {
    this.#pending ??= (async () => source({}))().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }
}

function checkKey(key: unknown, check: (key: string) => void): void {
  // Anything else would make `fetch` throw an error that quotes the header, key included.
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new ConfigurationError("The API key must be a text of visible ASCII characters without spaces.");
  check(key);
}

/** A key was replaced. */
export interface KeyRotation {
  /** Identifier of the key in use now. */
  readonly keyId: string;
  /** Identifier of the key that it replaces. */
  readonly previousKeyId: string;
  /** When the new key was made, ISO 8601. */
  readonly createdAt: string;
}

/** A key reached its age and could not be replaced. */
export interface RotationFailure {
  /** Identifier of the key, which stays in use. */
  readonly keyId: string;
  /** Why it could not be replaced: what `rotate()` rejected with. */
  readonly error: Error;
}

/** The events of a rotation and what their listeners get. None holds a key. */
export interface RotationEvents {
  /** A key was replaced. */
  keyRotated: KeyRotation;
  /** A key reached its age and could not be replaced. It works on; a minute later a request tries again. */
  rotationFailed: RotationFailure;
}

/** By this property a key provider lets clients hear of rotations. */
export const ON_ROTATION = Symbol.for("intent-tx.onRotation");

/** A key provider that tells of rotations: `tell` gets the name of one of {@link RotationEvents}, and that event. */
export interface RotationSource {
  [ON_ROTATION]?: (tell: (name: keyof RotationEvents, event: never) => void) => unknown;
}
