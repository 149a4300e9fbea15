import type { MintScale } from "./mint-scale.js";

/** A token amount as JSON-RPC writes it. */
export interface UiAmount {
  readonly amount: string;
  readonly decimals: number;
  /** Null beyond what a double can hold. */
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

/** Most decimals whose power of ten a node can count with. */
const MOST_DECIMALS = 19;

/**
 * An amount of base units in whole tokens too: `1500000n` with 6 decimals is `"1.5"`. A mint that scales its amounts, or
 * bears interest, shows what it makes of them.
 */
export function uiAmount(amount: bigint, decimals: number, scale?: MintScale): UiAmount {
  const text = scale ? scale(amount, decimals) : exact(amount, decimals);
  const shown = scale ? Number(text) : Number(amount) / Number(`1e${decimals}`);
  const held = scale ? Number.isFinite(shown) : decimals <= MOST_DECIMALS;
  return { amount: amount.toString(), decimals, uiAmount: held ? shown : null, uiAmountString: text };
}

function exact(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}
