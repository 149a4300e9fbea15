import type { Intent } from "../contract/intents.js";
import type { BuiltTransaction } from "../contract/transactions.js";
import { ValidationError } from "../errors/api-errors.js";
import { Misfit, read } from "../http/shape.js";
import { WIRE } from "../http/wire.js";
import { parseJson, stringify } from "./json.js";

/** A value as JSON can hold it: each `bigint` is its digits. */
export type Encoded<T> = T extends bigint
  ? string
  : T extends readonly (infer U)[]
    ? Encoded<U>[]
    : T extends object
      ? { [K in keyof T]: Encoded<T[K]> }
      : T;

/** Carries a value of the client over JSON: from a backend that holds the key to a browser that holds the wallet. */
export interface Codec<T> {
  /**
   * The value for `JSON.stringify`, or for a framework's `json()`.
   *
   * @param value The value of the client.
   * @example
   * ```ts
   * import { IntentTx, intentCodec } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
   * const json = JSON.stringify(intentCodec.encode(intent));
   * ```
   */
  encode(value: T): Encoded<T>;
  /**
   * The value again, from what `encode` made or from the service's own answer, as an object or as JSON text. It is checked
   * as an answer of the service is, and copied.
   *
   * @param json An object or a text of JSON: what `encode` made, or the service's own answer.
   * @throws ValidationError when it is no such value; `field` names the place.
   * @example
   * ```ts
   * import { IntentTx, intentCodec } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
   * const again = intentCodec.decode(intentCodec.encode(intent));
   * ```
   */
  decode(json: unknown): T;
}

// By the operation's name: bundlers cannot tell that reading a property does nothing, and would keep the table.
function codec<T>(what: string, operation: keyof typeof WIRE): Codec<T> {
  return {
    encode: (value) => JSON.parse(stringify(value)) as Encoded<T>,
    decode(json) {
      let field = "";
      let reason = "is no JSON";
      try {
        // A copy. An object's numbers stay numbers, as one beyond 2^53 was rounded before it came here.
        return read(
          WIRE[operation].response,
          typeof json === "string" ? parseJson(json) : JSON.parse(stringify(json)),
        ) as T;
      } catch (error) {
        if (error instanceof Misfit) ({ field, reason } = error);
      }
      const facts = { code: "validation_error", field, details: { field, reason } };
      throw new ValidationError(`The ${what} cannot be read: ${field || "it"} ${reason}.`, facts);
    },
  };
}

/**
 * Carries an {@link Intent} over JSON.
 *
 * @example
 * ```ts
 * import { type Intent, intentCodec } from "intent-tx";
 * const send = (intent: Intent) => Response.json(intentCodec.encode(intent));
 * const receive = async (response: Response) => intentCodec.decode(await response.json());
 * ```
 */
export const intentCodec: Codec<Intent> = /* @__PURE__ */ codec("intent", "intents.parse");

/**
 * Carries a {@link BuiltTransaction} over JSON.
 *
 * @example
 * ```ts
 * import { type BuiltTransaction, builtTransactionCodec } from "intent-tx";
 * const send = (built: BuiltTransaction) => Response.json(builtTransactionCodec.encode(built));
 * const receive = async (response: Response) => builtTransactionCodec.decode(await response.json());
 * ```
 */
export const builtTransactionCodec: Codec<BuiltTransaction> = /* @__PURE__ */ codec(
  "built transaction",
  "transactions.build",
);
