/** An exact number: numerator over a positive denominator. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const whole = (n: bigint): Rational => ({ n, d: 1n });

export const add = (a: Rational, b: Rational): Rational =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };

export const multiply = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });

/** Parses digits with an optional decimal point, exactly. */
export function decimal(digits: string): Rational {
  const point = digits.indexOf(".");
  if (point < 0) return whole(BigInt(digits));
  const fraction = digits.slice(point + 1);
  return { n: BigInt(`${digits.slice(0, point)}${fraction}`), d: 10n ** BigInt(fraction.length) };
}

/** The value in units of 10^-decimals, or undefined if it is not an integer. */
export function scaled(value: Rational, decimals: number): bigint | undefined {
  const n = value.n * 10n ** BigInt(decimals);
  return n % value.d === 0n ? n / value.d : undefined;
}

export function reduced(value: Rational): Rational {
  let a = value.n < 0n ? -value.n : value.n;
  let b = value.d;
  while (b !== 0n) [a, b] = [b, a % b];
  return a <= 1n ? value : { n: value.n / a, d: value.d / a };
}

/** Prints a decimal if it terminates, else a fraction. */
export function written(value: Rational): string {
  const { n, d } = reduced(value);
  if (d === 1n) return n.toString();
  for (let places = 1; places <= 40; places += 1) {
    const whole10 = n * 10n ** BigInt(places);
    if (whole10 % d === 0n) {
      const digits = (whole10 / d).toString().padStart(places + 1, "0");
      return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    }
  }
  return `${n}/${d}`;
}
