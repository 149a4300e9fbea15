/** The prime of ed25519's field. */
const P = 2n ** 255n - 19n;
/** The constant of its curve: -x² + y² = 1 + D x² y². */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether 32 bytes are a point of ed25519, so that a private key may exist for them.
 *
 * They are the y of a point, and a sign. There is a point with that y when (y² - 1) / (D y² + 1) is a square; to know that
 * there is a root takes a quarter of the time of finding it. The runtime reads points as ZIP 215 does: it takes a y above
 * the field's prime too, and any sign.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const highFirst = Buffer.from(bytes).reverse();
  highFirst[0] = (highFirst[0] ?? 0) & 0x7f;
  const y = BigInt(`0x${highFirst.toString("hex")}`);
  const square = (y * y) % P;
  // A quotient is a square when the product is; the divisor is never 0.
  return jacobi(((square + P - 1n) * (D * square + 1n)) % P, P) >= 0;
}

/** The Jacobi symbol: for a prime `n`, 1 for a square, 0 for a multiple, -1 for any other. */
function jacobi(value: bigint, modulus: bigint): number {
  let [a, n, sign] = [value, modulus, 1];
  while (a !== 0n) {
    const twos = trailingZeros(a);
    if (twos > 0) a >>= BigInt(twos);
    const [lowA, lowN] = [Number(a & 3n), Number(n & 7n)];
    if (twos % 2 === 1 && (lowN === 3 || lowN === 5)) sign = -sign;
    if (lowA === 3 && lowN % 4 === 3) sign = -sign;
    [a, n] = [n % a, a];
  }
  return n === 1n ? sign : 0;
}

/** How often two divides a number that is not 0. */
function trailingZeros(value: bigint): number {
  let zeros = 0;
  let rest = value;
  let low = Number(BigInt.asUintN(32, rest));
  while (low === 0) {
    rest >>= 32n;
    zeros += 32;
    low = Number(BigInt.asUintN(32, rest));
  }
  return zeros + 31 - Math.clz32(low & -low);
}
