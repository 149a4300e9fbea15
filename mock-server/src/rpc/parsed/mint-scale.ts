import { BPS } from "../../chain/base-units.js";
import { ByteReader, readOr } from "./byte-reader.js";
import { EXTENSIONS, type ExtensionEntry } from "./extension-entries.js";

/** Converts an amount of base units to the whole tokens that a mint shows for it. */
export type MintScale = (amount: bigint, decimals: number) => string;

const SECONDS_PER_YEAR = 31_556_736;

/**
 * The scale of a mint with Token-2022's interest or multiplier; undefined for any other. Both count with doubles, as the
 * token program does itself.
 *
 * @param now seconds since 1970
 */
export function mintScale(entries: readonly ExtensionEntry[], now: number): MintScale | undefined {
  for (const { type, value } of entries) {
    if (type === EXTENSIONS.interestBearingConfig)
      return readOr(() => withInterest(new ByteReader(value), now));
  }
  for (const { type, value } of entries) {
    if (type === EXTENSIONS.scaledUiAmountConfig) return readOr(() => multiplied(new ByteReader(value), now));
  }
  return undefined;
}

function withInterest(reader: ByteReader, now: number): MintScale {
  reader.take(32);
  const [began, before, changed, rate] = [reader.i64(), reader.i16(), reader.i64(), reader.i16()];
  const grown = (points: number, seconds: number) =>
    Math.exp((points * seconds) / SECONDS_PER_YEAR / Number(BPS));
  const scale = grown(before, Number(changed - began)) * grown(rate, now - Number(changed));
  return (amount, decimals) => rounded(Number(amount) * (scale / 10 ** decimals), decimals);
}

function multiplied(reader: ByteReader, now: number): MintScale {
  reader.take(32);
  const [multiplier, effectiveAt, next] = [reader.f64(), reader.i64(), reader.f64()];
  const scale = BigInt(now) >= effectiveAt ? next : multiplier;
  return (amount, decimals) => rounded(Math.trunc(Number(amount) * scale) / 10 ** decimals, decimals);
}

/** A double with so many decimals, without the zeros at its end. */
function rounded(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return plainNumber(value);
  // Beyond 10^21 `toFixed` writes an exponent; such a double is whole.
  const text = Math.abs(value) >= 1e21 ? BigInt(value).toString() : value.toFixed(decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A double as Rust writes it: never with an exponent. */
export function plainNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [digits = "", exponent] = String(value).split("e");
  if (exponent === undefined) return digits;
  if (Number(exponent) > 0) return BigInt(value).toString();
  const [whole = "", fraction = ""] = digits.replace("-", "").split(".");
  const zeros = "0".repeat(-Number(exponent) - 1);
  return `${value < 0 ? "-" : ""}0.${zeros}${whole}${fraction}`;
}
