// Exact integer arithmetic with 128-bit products. The compiler's __int128 division needs a library that programs lack.
#ifndef MATH_H
#define MATH_H
#include "sdk.h"

typedef struct {
  u64 high, low;
} u128;

always_inline u128 multiply(u64 a, u64 b) {
  const u64 a1 = a >> 32, a0 = (u32)a, b1 = b >> 32, b0 = (u32)b;
  const u64 low = a0 * b0;
  // Neither sum can overflow: (2^32-1)^2 + 2 * (2^32-1) = 2^64 - 1.
  const u64 middle = a1 * b0 + (low >> 32);
  const u64 carry = a0 * b1 + (u32)middle;
  u128 r = {a1 * b1 + (middle >> 32) + (carry >> 32), (carry << 32) | (u32)low};
  return r;
}

always_inline int greater(u128 a, u128 b) { return a.high > b.high || (a.high == b.high && a.low > b.low); }

// One 32-bit digit of Knuth's algorithm D: divides (high, next 32 bits) by a normalised divisor; high < divisor.
always_inline u64 quotient_digit(u64 high, u64 next, u64 divisor) {
  const u64 d1 = divisor >> 32, d0 = (u32)divisor;
  u64 q = high / d1, rest = high % d1;
  // The estimate is at most two too large.
  while (q >> 32 || q * d0 > ((rest << 32) | next)) {
    q--;
    rest += d1;
    if (rest >> 32) break;
  }
  return q;
}

// Sets *quotient to floor(a * b / divisor), and *remainder. Returns 0 if the quotient does not fit 64 bits.
never_inline int multiply_divide(u64 a, u64 b, u64 divisor, u64 *quotient, u64 *remainder) {
  u128 n = multiply(a, b);
  if (n.high >= divisor) return 0;
  if (n.high == 0) {
    *quotient = n.low / divisor;
    *remainder = n.low % divisor;
    return 1;
  }
  int shift = 0;
  for (int step = 32; step; step >>= 1)
    if (!((divisor << shift) >> (64 - step))) shift += step;
  const u64 d = divisor << shift;
  // shift > 0 must be tested: a shift by 64 is undefined.
  const u64 high = shift ? (n.high << shift) | (n.low >> (64 - shift)) : n.high;
  const u64 low = n.low << shift;
  const u64 q1 = quotient_digit(high, low >> 32, d);
  // The subtraction can wrap, but the result is correct, because the remainder fits 64 bits.
  const u64 rest = ((high << 32) | (low >> 32)) - q1 * d;
  const u64 q0 = quotient_digit(rest, (u32)low, d);
  *quotient = (q1 << 32) | q0;
  *remainder = (((rest << 32) | (u32)low) - q0 * d) >> shift;
  return 1;
}

always_inline int multiply_divide_up(u64 a, u64 b, u64 divisor, u64 *quotient) {
  u64 remainder;
  if (!multiply_divide(a, b, divisor, quotient, &remainder)) return 0;
  if (remainder) (*quotient)++;
  return !remainder || *quotient != 0;
}

#define BPS 10000ull

// Both functions compute the hop's missing amount. `formula.ts` has the same code in TypeScript; change both together.
never_inline u64 quote_exact_in(struct hop *h) {
  u64 effective, rest;
  require(h->amount_in, ZERO_AMOUNT, "input is zero");
  require(h->reserve_in && h->reserve_out, INSUFFICIENT_LIQUIDITY, "insufficient liquidity: the pool is empty");
  require(h->reserve_in + h->amount_in >= h->reserve_in, MATH_OVERFLOW, "math overflow");
  multiply_divide(h->amount_in, BPS - h->fee_bps, BPS, &effective, &rest);
  multiply_divide(h->reserve_out, effective, h->reserve_in + effective, &h->amount_out, &rest);
  require(h->amount_out, ZERO_AMOUNT, "output is zero");
  return 0;
}

never_inline u64 quote_exact_out(struct hop *h) {
  u64 effective;
  require(h->amount_out, ZERO_AMOUNT, "output is zero");
  require(h->reserve_in, INSUFFICIENT_LIQUIDITY, "insufficient liquidity: the pool is empty");
  require(h->amount_out < h->reserve_out, INSUFFICIENT_LIQUIDITY, "insufficient liquidity");
  require(multiply_divide_up(h->reserve_in, h->amount_out, h->reserve_out - h->amount_out, &effective) &&
              multiply_divide_up(effective, BPS, BPS - h->fee_bps, &h->amount_in) &&
              h->reserve_in + h->amount_in >= h->reserve_in,
          MATH_OVERFLOW, "math overflow");
  return 0;
}

#endif
