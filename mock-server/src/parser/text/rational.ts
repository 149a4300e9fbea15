/** An exact number: numerator over denominator, the denominator positive. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** A whole number as a rational. */
export const whole = (n: bigint): Rational => ({ n, d: 1n });

/** The sum of two. */
export const add = (a: Rational, b: Rational): Rational =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };

/** The product of two. */
export const multiply = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });

/** Reads digits with an optional point, exactly. */
export function decimal(digits: string): Rational {
  const point = digits.indexOf(".");
  if (point < 0) return whole(BigInt(digits));
  const fraction = digits.slice(point + 1);
  return { n: BigInt(`${digits.slice(0, point)}${fraction}`), d: 10n ** BigInt(fraction.length) };
}

/** The value as an integer of 10^-decimals, or undefined when it is finer than that. */
export function scaled(value: Rational, decimals: number): bigint | undefined {
  const n = value.n * 10n ** BigInt(decimals);
  return n % value.d === 0n ? n / value.d : undefined;
}

/** Lowest terms. */
export function reduced(value: Rational): Rational {
  let a = value.n < 0n ? -value.n : value.n;
  let b = value.d;
  while (b !== 0n) [a, b] = [b, a % b];
  return a <= 1n ? value : { n: value.n / a, d: value.d / a };
}

/** Printed as a decimal if it ends, else as a fraction. */
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
