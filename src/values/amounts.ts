import { OutOfRangeError } from "../errors/value-errors.js";

const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?$/;

/** Removes trailing zeros. A regex would take quadratic time. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function checkDecimals(decimals: number | bigint | string): void {
  if (typeof decimals === "number" && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255) return;
  const shown = typeof decimals === "string" ? `the text "${decimals}"` : decimals;
  throw new OutOfRangeError(
    `decimals must be an integer from 0 to 255, not ${typeof decimals === "bigint" ? `the bigint ${decimals}n` : shown}`,
  );
}

/**
 * Converts an amount in human units to base units, exactly.
 * @param value The amount as plain decimal text: `"1.5"`.
 * @param decimals Decimals of the token: 9 for SOL, 6 for USDC.
 * @throws OutOfRangeError (a `RangeError`) when the value is not a string (a number may already be rounded), is not a
 * decimal number, or has more decimals than the token: amounts are never rounded.
 * @example
 * ```ts
 * import { parseUnits } from "intent-tx";
 * const lamports = parseUnits("1.5", 9); // 1500000000n
 * ```
 */
export function parseUnits(value: string, decimals: number): bigint {
  checkDecimals(decimals);
  if (typeof value !== "string") throw new OutOfRangeError('The amount must be a string such as "1.5"');
  const [, sign, whole = "", fraction = ""] = DECIMAL.exec(value) ?? [];
  if (sign === undefined || !(whole || fraction))
    throw new OutOfRangeError(`"${shortened(value)}" is not a decimal number such as "1.5"`);
  const digits = trimZeros(fraction);
  if (digits.length > decimals)
    throw new OutOfRangeError(
      `"${shortened(value)}" has more than ${decimals} decimals; amounts are not rounded`,
    );
  const units = BigInt(whole + digits.padEnd(decimals, "0"));
  return sign ? -units : units;
}

/**
 * Converts base units to an amount in human units, exactly and without trailing zeros.
 * @param value Base units.
 * @param decimals Decimals of the token.
 * @throws OutOfRangeError (a `RangeError`) when the value is not a `bigint`: a number may already be rounded.
 * @example
 * ```ts
 * import { formatUnits } from "intent-tx";
 * const text = formatUnits(1500000000n, 9); // "1.5"
 * ```
 */
export function formatUnits(value: bigint, decimals: number): string {
  checkDecimals(decimals);
  if (typeof value !== "bigint")
    throw new OutOfRangeError("Base units must be a bigint, as parseUnits and the client return them");
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = trimZeros(digits.slice(digits.length - decimals));
  return `${value < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}
