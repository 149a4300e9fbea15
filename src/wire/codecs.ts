import type { Intent } from "../contract/intents.js";
import { readJson } from "../contract/json.js";
import type { Portfolio } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import type { BuiltTransaction, TransactionRecord } from "../contract/transactions.js";
import { ValidationError } from "../errors/api-errors.js";
import { IntentTxError } from "../errors/base-error.js";
import { stringifyJson } from "./json.js";
import { asObject, InvalidValue, read, type Shape } from "./shape.js";
import { WIRE } from "./table.js";

/** A value as JSON can represent it: each `bigint` becomes a string of digits. */
export type Encoded<T> = T extends bigint
  ? string
  : T extends string
    ? T
    : T extends readonly (infer U)[]
      ? Encoded<U>[]
      : T extends object
        ? { [K in keyof T]: Encoded<T[K]> }
        : T;

/** Converts a value to JSON and back, for example between a backend with the key and a browser. */
export interface Codec<T> {
  /**
   * Converts a value for `JSON.stringify`, or for a framework's `json()`.
   * @param value A value returned by the client.
   * @example
   * ```ts
   * import { type Intent, intentCodec } from "intent-tx";
   * const write = (intent: Intent) => JSON.stringify(intentCodec.encode(intent));
   * ```
   */
  encode(value: T): Encoded<T>;
  /**
   * Restores the value from the result of `encode` or from the service's own response, as an object or as JSON text.
   * The value is validated like a response of the service, and copied.
   * @param json An object or JSON text: the result of `encode`, or the service's own response.
   * @throws ValidationError when it is invalid; `field` is the offending field.
   * @example
   * ```ts
   * import { intentCodec } from "intent-tx";
   * const receive = async (response: Response) => intentCodec.decode(await response.text());
   * ```
   */
  decode(json: unknown): T;
}

const unreadable = (what: string, field: string, reason: string) =>
  new ValidationError(`The ${what} cannot be read: ${field || "it"} ${reason}.`, {
    code: "validation_error",
    field,
    details: { field, reason },
  });

/** A copy of a value as JSON can represent it. */
export const encode = <T>(value: T) => JSON.parse(stringifyJson(value)) as Encoded<T>;

/** Reads JSON by a shape. `what` names the value in the error. */
export function decode<T>(what: string, shape: Shape, json: unknown): T {
  let field = "";
  let reason = json == null ? `is ${json}: the value that has it is incomplete` : "is not JSON";
  try {
    // Copies the value. Numbers of an object stay numbers: one beyond 2^53 was rounded before this call.
    return read(shape, typeof json === "string" ? readJson(json) : encode(json)) as T;
  } catch (error) {
    if (error instanceof InvalidValue) ({ field, reason } = error);
  }
  throw unreadable(what, field, reason);
}

// Takes the operation's name: bundlers treat a read of `WIRE` at load time as a side effect and keep the whole table.
const codec = <T>(what: string, operation: keyof typeof WIRE, part?: string): Codec<T> => ({
  encode,
  decode(json) {
    const { response }: { response: Shape } = WIRE[operation];
    return decode(
      what,
      part === undefined ? response : ((response as Record<string, Shape>)[part] ?? ""),
      json,
    );
  },
});

/**
 * Converts an {@link Intent} to JSON and back.
 * @example
 * ```ts
 * import { type Intent, intentCodec } from "intent-tx";
 * const send = (intent: Intent) => Response.json(intentCodec.encode(intent));
 * const receive = async (response: Response) => intentCodec.decode(await response.json());
 * ```
 */
export const intentCodec: Codec<Intent> = /* @__PURE__ */ codec("intent", "intents.parse");

/** Converts a {@link BuiltTransaction} to JSON and back. */
export const builtTransactionCodec: Codec<BuiltTransaction> = /* @__PURE__ */ codec(
  "built transaction",
  "transactions.build",
);

/** Converts a {@link Portfolio} to JSON and back. */
export const portfolioCodec: Codec<Portfolio> = /* @__PURE__ */ codec("portfolio", "portfolio.retrieve");

/** Converts a {@link TokenPrice} to JSON and back. */
export const priceCodec: Codec<TokenPrice> = /* @__PURE__ */ codec("price", "prices.retrieve");

/**
 * Converts the records of a page (its `data`) to JSON and back.
 * @example
 * ```ts
 * import { type Page, type TransactionRecord, transactionsCodec } from "intent-tx";
 *
 * const send = ({ data, nextCursor }: Page<TransactionRecord>) =>
 *   Response.json({ data: transactionsCodec.encode(data), nextCursor });
 * ```
 */
export const transactionsCodec: Codec<TransactionRecord[]> = /* @__PURE__ */ codec(
  "list of transactions",
  "transactions.list",
  "data",
);

const KINDS = "intent-tx.kinds";

/**
 * Converts an error to JSON and back, for server actions, workers and IPC. `instanceof`, `isApiError` and `isTransient`
 * also work on the decoded error. Its cause, its stack and the response headers are not transferred.
 * @example
 * ```ts
 * import { errorCodec, isIntentTxError } from "intent-tx";
 *
 * const send = (error: unknown) => (isIntentTxError(error) ? JSON.stringify(errorCodec.encode(error)) : undefined);
 * const receive = (json: string) => {
 *   throw errorCodec.decode(json);
 * };
 * ```
 */
export const errorCodec: {
  /**
   * Converts an error for `JSON.stringify`, or for a framework's `json()`. The result never contains an API key.
   * @param error An error of this package.
   */
  encode(error: IntentTxError): Record<string, unknown>;
  /**
   * Restores the error from the result of `encode`, as an object or as JSON text.
   * @param json The result of `encode`.
   * @throws ValidationError when it is not an encoded error.
   */
  decode(json: unknown): IntentTxError;
} = {
  encode(error) {
    const { headers: _, ...facts } = error.toJSON();
    return JSON.parse(stringifyJson({ ...facts, [KINDS]: error[KINDS] }));
  },
  decode(json) {
    let value: Record<string, unknown> | undefined;
    try {
      value = asObject(typeof json === "string" ? JSON.parse(json) : JSON.parse(stringifyJson(json)));
    } catch {
      throw unreadable("error", "", "is not JSON");
    }
    const { name, message, [KINDS]: kinds, stack: _, cause: __, ...facts } = value ?? {};
    if (typeof name !== "string" || typeof message !== "string" || !Array.isArray(kinds))
      throw unreadable("error", "", "must be a result of errorCodec.encode");
    const { rateLimit } = facts as { rateLimit?: { resetAt?: unknown } };
    if (rateLimit) facts["rateLimit"] = { ...rateLimit, resetAt: new Date(String(rateLimit.resetAt)) };
    const error = new IntentTxError(message);
    // Defined, not assigned: assigning a member named __proto__ would change the prototype.
    for (const [fact, own] of Object.entries(facts))
      Object.defineProperty(error, fact, { value: own, enumerable: true, configurable: true });
    Object.defineProperty(error, "name", { value: name });
    return Object.defineProperty(error, KINDS, { value: kinds });
  },
};
