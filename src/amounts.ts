const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?$/;

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    throw new RangeError(`decimals must be an integer from 0 to 255, not ${decimals}`);
}

/**
 * Base units of an amount in human units, exactly.
 *
 * @param value The amount, a plain decimal text: `"1.5"`.
 * @param decimals Decimals of the token: 9 for SOL, 6 for USDC.
 * @throws RangeError when the text is no decimal number, or names more decimals than the token has: money is never rounded.
 * @example
 * ```ts
 * import { parseUnits } from "intent-tx";
 *
 * const lamports = parseUnits("1.5", 9); // 1500000000n
 * ```
 */
export function parseUnits(value: string, decimals: number): bigint {
  checkDecimals(decimals);
  const [, sign, whole = "", fraction = ""] = DECIMAL.exec(value) ?? [];
  if (sign === undefined || !(whole || fraction))
    throw new RangeError(`"${value}" is not a decimal number such as "1.5"`);
  const digits = fraction.replace(/0+$/, "");
  if (digits.length > decimals)
    throw new RangeError(`"${value}" has more than ${decimals} decimals; amounts are not rounded`);
  const units = BigInt(whole + digits.padEnd(decimals, "0"));
  return sign ? -units : units;
}

/**
 * An amount in human units from base units, exactly and without needless zeros.
 *
 * @param value Base units.
 * @param decimals Decimals of the token.
 * @example
 * ```ts
 * import { formatUnits } from "intent-tx";
 *
 * const text = formatUnits(1500000000n, 9); // "1.5"
 * ```
 */
export function formatUnits(value: bigint, decimals: number): string {
  checkDecimals(decimals);
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}

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
