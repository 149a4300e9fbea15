import { BPS, toHumanUnits } from "../../formats/base-units.js";
import { ByteReader, readOr } from "../../formats/byte-reader.js";
import { type ExtensionEntry, plainNumber } from "./token-extensions.js";

/** With more decimals, `uiAmount` is null, because a node cannot compute the power of ten. */
const MAX_DECIMALS = 19;

/**
 * An amount in base units and in tokens: `1500000n` with 6 decimals is `"1.5"`. For a mint with scaled amounts or
 * interest, the amount in tokens is adjusted. `uiAmount` is null if a double cannot express the amount.
 */
export function uiAmount(amount: bigint, { decimals, scale }: MintForm) {
  const text = scale ? scale(amount, decimals) : toHumanUnits(amount, decimals);
  const shown = scale ? Number(text) : Number(amount) / Number(`1e${decimals}`);
  const held = scale ? Number.isFinite(shown) : decimals <= MAX_DECIMALS;
  return { amount: amount.toString(), decimals, uiAmount: held ? shown : null, uiAmountString: text };
}

/** How a mint's amounts are displayed. */
export interface MintForm {
  readonly decimals: number;
  readonly scale?: MintScale;
}

/** Converts base units to the tokens that a mint displays. */
type MintScale = (amount: bigint, decimals: number) => string;

const SECONDS_PER_YEAR = 31_556_736;

/**
 * The scale of a Token-2022 mint that bears interest or has a multiplier; undefined for any other mint. The scale is
 * computed with doubles, as in the token program itself.
 *
 * @param now seconds since 1970
 */
export function mintScale(entries: readonly ExtensionEntry[], now: number): MintScale | undefined {
  for (const [kind, scaleOf] of SCALES) {
    for (const { name, value } of entries)
      if (name === kind) return readOr(() => scaleOf(new ByteReader(value), now));
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

/** By extension. A mint with both bears interest. */
const SCALES = [
  ["interestBearingConfig", withInterest],
  ["scaledUiAmountConfig", multiplied],
] as const;

/** Formats a double with this many decimals, without trailing zeros. */
function rounded(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return plainNumber(value);
  // From 10^21, `toFixed` writes an exponent, and every double is an integer.
  const text = Math.abs(value) >= 1e21 ? BigInt(value).toString() : value.toFixed(decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
