import type { ApiPromise } from "../client/api-promise.js";
import type { RequestOptions } from "../client/options.js";
import type { ApiKey, CreateKeyRequest, IssuedKey } from "../contract/keys.js";
import type { Caller } from "./resource.js";
import { isoText } from "./resource.js";

/** Parameters of a new key. */
export interface CreateKeyParams extends Omit<CreateKeyRequest, "expiresAt"> {
  /** When the key expires, in the future: a `Date` or ISO 8601. Default never. */
  expiresAt?: string | Date | undefined;
}

/**
 * API keys: `client.keys`. Requires the scope `admin`, except that every key may revoke itself.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const { keyId } = await client.keys.create({ name: "worker", scopes: ["read:portfolio"] });
 * ```
 */
export class KeysResource {
  readonly #call: Caller;

  /** @internal */
  constructor(call: Caller) {
    this.#call = call;
  }

  /**
   * Creates a key for the same account and network. Its secret, `key`, is returned only once.
   *
   * A lost response is not retried, because a retry could create a second secret that is never received.
   *
   * @param params Name (1 to 64 characters), scopes and expiry.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws PermissionError when this key lacks the scope `admin`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { keyId, key } = await client.keys.create({ name: "dashboard", scopes: ["read:prices"] });
   * ```
   */
  create(params: CreateKeyParams, options?: RequestOptions): ApiPromise<IssuedKey> {
    const { expiresAt, ...rest } = params ?? {};
    const body = expiresAt === undefined ? rest : { ...rest, expiresAt: isoText(expiresAt) };
    return this.#call("keys.create", { body }, options);
  }

  /**
   * Revokes a key immediately and permanently. Revoking it again has no effect.
   *
   * @param keyId Identifier of the key, not its secret.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @returns The key's record; undefined when the service returns none (204).
   * @throws NotFoundError when this account and network have no such key.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const { keyId } = await client.keys.create({ name: "leaked", scopes: ["read:prices"] });
   * await client.keys.revoke(keyId);
   * ```
   */
  revoke(keyId: string, options?: RequestOptions): ApiPromise<ApiKey | undefined> {
    return this.#call("keys.revoke", { params: { keyId } }, options);
  }

  /**
   * Replaces a key; the old one works for another 24 hours. `KeyRotator` also stores and checks the new key.
   *
   * A lost response is not retried, because the service would reject a second rotation.
   *
   * @param keyId Identifier of the key, not its secret.
   * @param options Signal, deadlines, retries, headers or key of this call.
   * @throws ConflictError when the key is rotating, revoked or expired.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const old = await client.keys.create({ name: "worker", scopes: ["read:prices"] });
   * const { keyId, key, overlapEndsAt } = await client.keys.rotate(old.keyId);
   * ```
   */
  rotate(keyId: string, options?: RequestOptions): ApiPromise<IssuedKey> {
    return this.#call("keys.rotate", { params: { keyId } }, options);
  }
}
