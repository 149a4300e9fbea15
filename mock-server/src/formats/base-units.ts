/** Largest u64: no account has more lamports or base units. */
export const U64_MAX = (1n << 64n) - 1n;

export const BPS = 10_000n;

export const LAMPORTS_PER_SOL = 1_000_000_000n;

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/**
 * Converts an amount in human units to base units.
 *
 * @throws RangeError if it is not a plain decimal, or has more digits after the point than the token
 * @example toBaseUnits("1.5", 9) // 1_500_000_000n
 */
export function toBaseUnits(amount: string, decimals: number): bigint {
  const [, whole, fraction = ""] = DECIMAL.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`"${amount}" is not a decimal number`);
  if (fraction.length > decimals) {
    throw new RangeError(`"${amount}" has ${fraction.length} decimals, but the token has ${decimals}`);
  }
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/**
 * Converts base units to human units, without trailing zeros.
 *
 * @example toHumanUnits(1_500_000_000n, 9) // "1.5"
 */
export function toHumanUnits(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${amount < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}
