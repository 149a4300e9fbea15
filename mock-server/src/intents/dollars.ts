const PRICE = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Base units of a token that so many millionths of a dollar buy at a price in USD, by exact integers and rounded down: never
 * more than was said. Undefined if the price is not positive.
 *
 * @example unitsWorth(20_000_000n, 172.4, 9) // 116_009_280n, 20 dollars of SOL
 */
export function unitsWorth(micros: bigint, priceUsd: number, decimals: number): bigint | undefined {
  const match = PRICE.exec(String(priceUsd));
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return undefined;
  // The price is digits × 10^power.
  const power = Number(exponent) - fraction.length;
  const scale = decimals - 6 - power;
  return scale >= 0 ? (micros * 10n ** BigInt(scale)) / digits : micros / (digits * 10n ** BigInt(-scale));
}
