import { IntentTxError } from "../../base-error.js";

/**
 * A record was not saved, as the store holds another than the one that it should replace. Nothing was changed.
 *
 * @example
 * ```ts
 * import { StaleKeyError } from "intent-tx/redis";
 * const somebodyWasFaster = (error: unknown) => error instanceof StaleKeyError;
 * ```
 */
export class StaleKeyError extends IntentTxError {
  static override readonly kind = "StaleKeyError";

  constructor(
    /** Identifier of the key that the store holds. */
    readonly keyId: string,
    /** Version of that key's record. */
    readonly version: number | undefined,
  ) {
    super(
      `The store holds key ${keyId} in version ${version}, not the one that this record should replace. ` +
        "Load it, and save yours with its version if it shall still be replaced.",
    );
  }
}
