/**
 * SHA-256, synchronously: WebCrypto has it only as a promise, and a verification that has to be awaited is one that
 * can be forgotten. Used for program-derived addresses alone, where messages are short and public.
 */

/** The first 32 bits of the fractional part, which is how FIPS 180-4 defines its constants. */
const fraction = (root: number): number => ((root % 1) * 0x1_0000_0000) | 0;

const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2).filter((n, _, all) =>
  all.every((divisor) => divisor >= n || n % divisor !== 0),
);
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The SHA-256 digest of `message`. */
export function sha256(message: Uint8Array): Uint8Array {
  // Padding: a one bit, zeros, and the length in bits as the last 8 bytes of a 64-byte block.
  const padded = new DataView(new ArrayBuffer(((message.length + 72) >> 6) << 6));
  message.forEach((byte, i) => {
    padded.setUint8(i, byte);
  });
  padded.setUint8(message.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(message.length) * 8n);

  const state = INITIAL.slice();
  const words = new Int32Array(64);
  const word = (i: number): number => words[i] as number;
  for (let block = 0; block < padded.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = state as unknown as Words;
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = padded.getInt32(block + i * 4);
      else {
        const near = word(i - 2);
        const far = word(i - 15);
        words[i] =
          (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) +
          word(i - 7) +
          (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)) +
          word(i - 16);
      }
      const first =
        (h +
          (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
          ((e & f) ^ (~e & g)) +
          (ROUND[i] as number) +
          word(i)) |
        0;
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = (state[i] as number) + value;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => {
    digest.setInt32(i * 4, value);
  });
  return new Uint8Array(digest.buffer);
}

type Words = [number, number, number, number, number, number, number, number];
