import type { Atoms } from "../../text/atom.js";
import { CARDINALS } from "./cardinals.js";

/** The word at a place; empty where there is none. */
export function wordAt(raws: Atoms, at: number): string {
  const raw = raws[at];
  // "$k" is a token's sign.
  return raw !== undefined && raw.kind === "unknown" && raw.form !== "sigil" ? raw.text : "";
}

/** Reads "twelve", "twenty-five" or "twenty five" at a place. */
export function readBelowHundred(raws: Atoms, at: number): { value: bigint; next: number } | undefined {
  const word = wordAt(raws, at);
  const dash = word.indexOf("-");
  if (dash > 0) {
    const tens = CARDINALS.get(word.slice(0, dash));
    const unit = unitOf(word.slice(dash + 1));
    if (tens === undefined || unit === undefined || tens < 20n) return undefined;
    return { value: tens + unit, next: at + 1 };
  }
  const value = CARDINALS.get(word);
  if (value === undefined) return undefined;
  const unit = value < 20n ? undefined : unitOf(wordAt(raws, at + 1));
  return unit === undefined ? { value, next: at + 1 } : { value: value + unit, next: at + 2 };
}

/** One to nine. */
function unitOf(word: string): bigint | undefined {
  const value = CARDINALS.get(word);
  return value !== undefined && value > 0n && value < 10n ? value : undefined;
}
