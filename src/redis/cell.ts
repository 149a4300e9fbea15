import { ConfigurationError } from "../errors/errors.js";
import { EMPTY, type Reading, type RotationState, type StateCell } from "../rotation/shared-rotation.js";
import type { KeyRecord } from "../rotation/store.js";
import type { RedisLink } from "./link.js";

const SEALED_PREFIX = "aes-gcm:";

/**
 * A `CryptoKey`, declared by the members that are checked, because the DOM's and Node's types of it differ.
 * @example
 * ```ts
 * import type { EncryptionKey } from "intent-tx/redis";
 * const makeKey = (): Promise<EncryptionKey> =>
 *   crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt", "decrypt"]);
 * ```
 */
export interface EncryptionKey {
  /** The algorithm: AES-GCM. */
  readonly algorithm: { readonly name: string };
  /** The permitted uses, `encrypt` and `decrypt`. */
  readonly usages: readonly string[];
}

/** Encrypts records with AES-GCM, bound to the place where they are stored. */
export class Encryption {
  readonly #keys: readonly CryptoKey[];
  readonly #algorithm: { readonly name: string; readonly additionalData: Uint8Array<ArrayBuffer> };

  /** @param keys The first key encrypts; all keys decrypt. Without keys, records are stored as plain text. */
  constructor(keys: readonly EncryptionKey[], place: string) {
    for (const key of keys) {
      const { algorithm, usages } = Object(key) as Partial<EncryptionKey>;
      if (algorithm?.name !== "AES-GCM" || !usages?.includes("encrypt") || !usages.includes("decrypt"))
        throw new ConfigurationError(
          "encryptionKey must be a CryptoKey for AES-GCM that may encrypt and decrypt, or a list of such keys.",
        );
    }
    // Web Crypto itself rejects objects that only look like a key.
    this.#keys = keys as readonly CryptoKey[];
    this.#algorithm = { name: "AES-GCM", additionalData: new TextEncoder().encode(place) };
  }

  async encrypt(record: KeyRecord): Promise<unknown> {
    const [key] = this.#keys;
    if (!key) return record;
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(record));
    const sealed = await crypto.subtle.encrypt({ ...this.#algorithm, iv }, key, plain);
    return SEALED_PREFIX + toBase64(iv) + toBase64(new Uint8Array(sealed));
  }

  /** Decrypts a stored record. Rejects a record that no key decrypts, and plain text if keys are set. */
  async decrypt(stored: unknown): Promise<KeyRecord> {
    const isSealed = typeof stored === "string" && stored.startsWith(SEALED_PREFIX);
    if (isSealed !== this.#keys.length > 0)
      throw new ConfigurationError(
        isSealed
          ? "The API key in Redis is encrypted. Pass the CryptoKey that decrypts it as encryptionKey."
          : "encryptionKey is set, but the API key in Redis is not encrypted, so anyone with write access to Redis could have put it there. Save your own key again.",
      );
    if (!isSealed) return stored as KeyRecord;
    const text = stored.slice(SEALED_PREFIX.length);
    for (const key of this.#keys) {
      try {
        // The IV's 12 bytes are 16 characters of base64.
        const iv = fromBase64(text.slice(0, 16));
        const sealed = fromBase64(text.slice(16));
        const plain = await crypto.subtle.decrypt({ ...this.#algorithm, iv }, key, sealed);
        return JSON.parse(new TextDecoder().decode(plain)) as KeyRecord;
      } catch {
        // Encrypted with a different key.
      }
    }
    throw new ConfigurationError(
      "The key record in Redis was encrypted with a different CryptoKey or under a different name, or it was modified.",
    );
  }
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns revision, state and Redis's time. With arguments: stores a state if the revision matches; returns 1 or 0. */
const SCRIPT = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local stored = redis.call('HMGET', KEYS[1], 'revision', 'state')
local revision = stored[1] or '0'
if ARGV[1] then
  if ARGV[1] ~= revision then return {'0'} end
  redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'state', ARGV[3])
  return {'1'}
end
return {revision, stored[2] or '', now}`;

type Encrypted = {
  [Name in keyof RotationState]-?: NonNullable<RotationState[Name]> extends KeyRecord ? Name : never;
}[keyof RotationState];
/** The members of a state that hold a key. The type requires each of them. */
const ENCRYPTED = Object.keys({ record: 0, issued: 0 } satisfies Record<Encrypted, 0>) as Encrypted[];

type StoredState<Key> = Omit<RotationState, Encrypted> & { [Name in Encrypted]?: Key | undefined };

async function converted<From, To>(state: StoredState<From>, convert: (one: From) => Promise<To>) {
  const next: { [Name in Encrypted]?: To } = {};
  for (const name of ENCRYPTED) {
    const key = state[name];
    if (key !== undefined) next[name] = await convert(key);
  }
  const { record, issued, ...rest } = state;
  return { ...rest, ...next };
}

export class RedisCell implements StateCell {
  constructor(
    private readonly link: RedisLink,
    private readonly key: string,
    private readonly encryption: Encryption,
  ) {}

  async read(): Promise<Reading> {
    const [revision, text, now] = await this.link.run(SCRIPT, [this.key], []);
    return { revision: Number(revision), now: Number(now), state: text ? await this.#parse(text) : EMPTY };
  }

  async swap(revision: number, state: RotationState): Promise<boolean> {
    const written = JSON.stringify(await converted(state, (record) => this.encryption.encrypt(record)));
    const args = [String(revision), String(revision + 1), written];
    const [done] = await this.link.run(SCRIPT, [this.key], args);
    return done === "1";
  }

  async #parse(text: string): Promise<RotationState> {
    const noRecord = () => new ConfigurationError(`The key ${this.key} in Redis contains no key record.`);
    let written: StoredState<unknown>;
    try {
      written = JSON.parse(text);
    } catch {
      // The parser's message may quote a secret.
      throw noRecord();
    }
    if (typeof written?.fence !== "number") throw noRecord();
    return converted(written, async (stored) => {
      const record = await this.encryption.decrypt(stored);
      if (typeof record?.keyId !== "string" || typeof record.key !== "string") throw noRecord();
      return record;
    });
  }
}
