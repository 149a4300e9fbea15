/** A token amount as JSON-RPC writes it. */
export interface UiAmount {
  readonly amount: string;
  readonly decimals: number;
  /** Null beyond what a double can hold. */
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

/** An amount of base units in whole tokens too: `1500000n` with 6 decimals is `"1.5"`. */
export function uiAmount(amount: bigint, decimals: number): UiAmount {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return {
    amount: amount.toString(),
    decimals,
    uiAmount: Number(amount) / 10 ** decimals,
    uiAmountString: fraction ? `${whole}.${fraction}` : whole,
  };
}
