import { IntentTx } from "../client/client.js";
import type { Clock } from "../client/options.js";
import { ApiError, AuthenticationError, ServerError } from "../errors/api-errors.js";
import {
  ConfigurationError,
  ConnectionError,
  ResponseValidationError,
  RotationUncertainError,
  TimeoutError,
} from "../errors/errors.js";
import type { ApiKeyProvider } from "./provider.js";
import type { KeyRotatorOptions } from "./rotator.js";
import type { KeyRecord, RotationService } from "./store.js";

/** The requests of a rotation to the service. */
export class KeyService implements RotationService {
  readonly #options: KeyRotatorOptions;
  readonly #clock: Clock;

  constructor(
    options: KeyRotatorOptions,
    clock: Clock,
    readonly minAgeMs: number,
  ) {
    this.#options = options;
    this.#clock = clock;
  }

  #client(apiKey: string | ApiKeyProvider): IntentTx {
    const { baseUrl, fetch, clock } = this.#options;
    return new IntentTx({ apiKey, baseUrl, fetch, clock });
  }

  async issue({ keyId, key, createdAt, version }: KeyRecord, idempotencyKey?: string): Promise<KeyRecord> {
    if (!keyId)
      throw new ConfigurationError(
        "The record in the key store has no keyId. A key is rotated by it: save it (key_…) beside the key.",
      );
    try {
      const fresh = await this.#client(this.#options.adminKey ?? key).keys.rotate(keyId, { idempotencyKey });
      const previous = { keyId, key, createdAt };
      // Without a date the key would have no age and never be rotated.
      const made = Number.isNaN(Date.parse(fresh.createdAt))
        ? new Date(this.#clock.now()).toISOString()
        : fresh.createdAt;
      return { keyId: fresh.keyId, key: fresh.key, createdAt: made, previous, version };
    } catch (error) {
      const lost =
        (error instanceof ConnectionError && error.sent) ||
        error instanceof TimeoutError ||
        error instanceof ServerError ||
        error instanceof ResponseValidationError;
      if (!lost) throw error;
      throw new RotationUncertainError(
        `Key ${keyId} was perhaps rotated, but its successor did not arrive. The old key works for 24 hours: ` +
          "create a key with keys.create, save it in the store, and revoke the lost one.",
        { cause: error },
      );
    }
  }

  /** Every response except 401 shows that the service knows the key, even one that breaks the contract. */
  async check({ keyId, key }: KeyRecord): Promise<void> {
    try {
      await this.#client(key).analytics.usage();
    } catch (error) {
      if (error instanceof AuthenticationError)
        throw new RotationUncertainError(
          `The service issued key ${keyId} but does not accept it. It is in the store; the old key stays in use.`,
          { cause: error },
        );
      if (!(error instanceof ApiError || error instanceof ResponseValidationError)) throw error;
    }
  }

  /** Every key may revoke itself. */
  revoke({ keyId, key }: KeyRecord): Promise<unknown> {
    return this.#client(key).keys.revoke(keyId);
  }
}
