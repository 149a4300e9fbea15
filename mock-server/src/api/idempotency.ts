import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { HEADERS } from "intent-tx/contract";
import type { Caller } from "../accounts/keys.js";
import type { HttpReply } from "../http/message.js";
import type { Clock } from "../kernel/clock.js";
import { ServiceError } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";
import type { IdempotencyRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { REPLAYED_MS } from "../world/dialects.js";

/** A request with an idempotency key. */
export interface Keyed {
  readonly caller: Caller;
  readonly idempotencyKey: string;
  /** The `Authorization` header, from which the encryption key of the stored response is derived. */
  readonly authorization: string;
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array | undefined;
}

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\n");
  return hash.digest();
};

/** With the request ID, because the stored body can contain it (decision 2). */
const STORED_HEADERS: ReadonlySet<string> = new Set(["Content-Type", "WWW-Authenticate", HEADERS.requestId]);

/** Bytes. Each response needs its own nonce: a key encrypts again after its response expires. */
const NONCE_BYTES = 12;

/** Stored responses to POST requests with an `Idempotency-Key` (decision 35, if enabled). */
export class Idempotency {
  readonly #rows: Table<IdempotencyRow>;
  /** Requests in progress, by row key. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly parts: { readonly state: State; readonly clock: Clock; readonly random: Random },
  ) {
    this.#rows = parts.state.open("idempotency");
  }

  /**
   * Returns the stored response to the same request, or calls `answer` and stores its response. Of concurrent requests
   * with the same key only the first is handled; the others wait for its response.
   *
   * @throws {ServiceError} 409 `idempotency_conflict` if the key was used with another request
   */
  async once(
    keyed: Keyed,
    answer: () => Promise<HttpReply>,
  ): Promise<{ reply: HttpReply; replayed: boolean }> {
    const key = rowKey(keyed);
    for (let other = this.#underWay.get(key); other; other = this.#underWay.get(key)) await other;
    const stored = this.#replay(keyed);
    if (stored) return { reply: stored, replayed: true };
    const working = answer();
    const over = working.then(
      (reply) => this.#store(keyed, reply),
      () => undefined,
    );
    this.#underWay.set(key, over);
    try {
      await over;
    } finally {
      this.#underWay.delete(key);
    }
    return { reply: await working, replayed: false };
  }

  #replay(keyed: Keyed): HttpReply | undefined {
    const row = this.#rows.get(rowKey(keyed));
    if (!row) return undefined;
    if (this.parts.clock.now() >= row.at + REPLAYED_MS) {
      this.#rows.deleteLater(rowKey(keyed));
      return undefined;
    }
    if (row.request !== fingerprint(keyed)) {
      throw new ServiceError(
        "idempotency_conflict",
        "This Idempotency-Key was already used with a different request; send a new Idempotency-Key.",
        {},
      );
    }
    return {
      status: row.status,
      headers: { ...row.headers, "Idempotent-Replayed": "true" },
      body: open(keyed, row.body),
    };
  }

  /** The table is sorted by time, so the loop ends at the first row that has not expired. */
  #dropPast(): void {
    for (const [key, { at }] of this.#rows.entries()) {
      if (this.parts.clock.now() < at + REPLAYED_MS) return;
      this.#rows.deleteLater(key);
    }
  }

  #nonce(): Uint8Array {
    const bytes = this.parts.random.bytes("idempotency nonce", this.parts.state.next("idempotency nonce"));
    return bytes.subarray(0, NONCE_BYTES);
  }

  /** Stores a response, except for temporary failures (429, 5xx), which clients must be able to retry. */
  #store(keyed: Keyed, reply: HttpReply): void {
    if (reply.status === 429 || reply.status >= 500 || typeof reply.body !== "string") return;
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(reply.headers)) {
      if (STORED_HEADERS.has(name)) headers[name] = value;
    }
    this.#dropPast();
    this.#rows.put(rowKey(keyed), {
      request: fingerprint(keyed),
      at: this.parts.clock.now(),
      status: reply.status,
      headers,
      body: seal(keyed, reply.body, this.#nonce()),
    });
  }
}

function rowKey({ caller, idempotencyKey }: Keyed): string {
  return `${caller.account}:${caller.environment}:${sha256(idempotencyKey).toString("base64")}`;
}

function fingerprint({ method, path, body }: Keyed): string {
  return sha256(method, path, body ?? "").toString("base64");
}

function sealingKey({ authorization, idempotencyKey }: Keyed): Buffer {
  return sha256("idempotency", authorization, idempotencyKey);
}

/**
 * A stored response can contain a new key's secret, which State otherwise keeps only as a hash, so it is encrypted with
 * a key derived from the sender's header. The nonce is drawn from the seed and mixed with the text, because a restored
 * World repeats its draws.
 */
function seal(keyed: Keyed, text: string, salt: Uint8Array): string {
  const key = sealingKey(keyed);
  const nonce = sha256(key, salt, text).subarray(0, NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64");
}

/** Another key of the same account cannot decrypt the response: it gets the conflict, not a second execution. */
function open(keyed: Keyed, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", sealingKey(keyed), nonce).setAuthTag(
      bytes.subarray(-16),
    );
    return decipher.update(bytes.subarray(NONCE_BYTES, -16)).toString("utf8") + decipher.final("utf8");
  } catch {
    throw new ServiceError(
      "idempotency_conflict",
      "This Idempotency-Key was already used with a different API key of the account; send a new Idempotency-Key.",
      {},
    );
  }
}
