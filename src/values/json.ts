import { MalformedJsonError } from "../errors/value-errors.js";

/**
 * `JSON.stringify` that writes a `bigint` as a string, so that results of the SDK can be logged and stored.
 *
 * @param value What to write.
 * @param replacer As for `JSON.stringify`; it sees the `bigint`.
 * @param space As for `JSON.stringify`.
 * @example
 * ```ts
 * import { stringify } from "intent-tx";
 *
 * const json = stringify({ amount: 1500000000n }); // {"amount":"1500000000"}
 * ```
 */
export function stringify(
  value: unknown,
  replacer?: ((key: string, value: unknown) => unknown) | null,
  space?: string | number,
): string {
  const write = (key: string, inner: unknown) => {
    const next = replacer ? replacer(key, inner) : inner;
    return typeof next === "bigint" ? next.toString() : next;
  };
  return JSON.stringify(value, write, space);
}

/** The fields in which intents, built transactions, records and portfolios hold base units. */
const UNITS = /^(?:amount|inAmount|outAmount|outputAmount|fee|balance|solBalance)$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function revive(value: unknown): unknown {
  // A list of what is still to be looked at, as a text from outside may be nested deeper than calls can be.
  for (const open = isObject(value) ? [value] : []; open.length > 0; ) {
    const one = open.pop() as Record<string, unknown>;
    for (const [name, inner] of Object.entries(one))
      if (isObject(inner)) open.push(inner);
      else if (typeof inner === "string" && UNITS.test(name) && /^-?\d{1,100}$/.test(inner))
        one[name] = BigInt(inner);
  }
  return value;
}

/**
 * The inverse of {@link stringify} for intents, built transactions, records and portfolios: digits in their fields of
 * base units become `bigint` again; human units, which are numbers, stay numbers. It checks nothing else: what comes from
 * somebody else is for {@link intentCodec} and {@link builtTransactionCodec}.
 *
 * @param text JSON that `stringify` wrote.
 * @throws MalformedJsonError (a `SyntaxError`) when the text is no JSON.
 * @example
 * ```ts
 * import { type Intent, IntentTx, parse, stringify } from "intent-tx";
 *
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const text = stringify(await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" }));
 * const intent = parse<Intent>(text);
 * ```
 */
export function parse<T>(text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedJsonError("The text is no JSON: it may be cut off, or an error page.");
  }
  return revive(value) as T;
}
