import type { Swap } from "../decode/instructions.js";
import type { SwapOrder } from "./orders.js";
import type { Report } from "./steps.js";

const BPS = 10_000n;

/** The most that slippage may be, in basis points. A bound that is better than the quote by more can only fail. */
const MOST_SLIPPAGE = 1000n;

/** The exact side of an order, and its amount. */
export interface ExpectedSide {
  /** `input`: what leaves is exact ("swap 1 SOL for USDC"). `output`: what arrives is exact ("buy 100 USDC with SOL"). */
  readonly side: "input" | "output";
  /** Base units of that side. For a transfer the amount that is sent. */
  readonly amount: bigint;
}

/** Limits on the rate of a swap. */
export interface RateLimits {
  /** Basis points. */
  readonly slippage: bigint;
  readonly expect: ExpectedSide | undefined;
}

// Rounded up: the last fraction of a base unit is the user's.
const minimumOf = (quoted: bigint, slippage: bigint) => (quoted * (BPS - slippage) + BPS - 1n) / BPS;
const maximumOf = (quoted: bigint, slippage: bigint) => (quoted * (BPS + slippage)) / BPS;

/** The fewest whole basis points of slippage that allow the bound of a swap. */
function toleranceOf({ side, bound }: Swap, { amount, outAmount }: SwapOrder): number {
  const [quoted, beyond] = side === "exact-in" ? [outAmount, outAmount - bound] : [amount, bound - amount];
  return Number((beyond * BPS + quoted - 1n) / quoted);
}

/** Compares the amounts of a swap with the quote and the side that the caller fixed. */
export function checkRate(swap: Swap, order: SwapOrder, { slippage, expect }: RateLimits, report: Report) {
  checkSide(swap, order, expect, report);
  const exactIn = swap.side === "exact-in";
  const [does, fixed] = exactIn ? ["takes", order.amount] : ["gives", order.outAmount];
  if (swap.amount !== fixed)
    report("wrong_amount", `The swap ${does} ${swap.amount} base units; the intent says ${fixed}.`);
  const percent = `${Number(slippage) / 100} % slippage`;
  const limit = exactIn ? minimumOf(order.outAmount, slippage) : maximumOf(order.amount, slippage);
  if (exactIn ? swap.bound < limit : swap.bound > limit) {
    const tolerance = toleranceOf(swap, order);
    const bounds = exactIn
      ? `may give as little as ${swap.bound} base units; ${order.outAmount} less ${percent} is ${limit}`
      : `may take as much as ${swap.bound} base units; ${order.amount} plus ${percent} is ${limit}`;
    report(
      "slippage",
      `The swap ${bounds}. Its tolerance is ${tolerance / 100} %: send slippage with the command, so that one spoken in it cannot differ, or show ${tolerance / 100} % to the user and verify again with slippage: ${tolerance}.`,
      { slippage: tolerance },
    );
  }
  const hopeless = exactIn
    ? swap.bound > maximumOf(order.outAmount, MOST_SLIPPAGE)
    : swap.bound < (order.amount * (BPS - MOST_SLIPPAGE)) / BPS;
  if (hopeless)
    report(
      "cannot_succeed",
      `The swap asks for ${exactIn ? `at least ${swap.bound} base units where ${order.outAmount}` : `at most ${swap.bound} base units where ${order.amount}`} were quoted. It would fail and cost its fee.`,
    );
}

function checkSide(swap: Swap, order: SwapOrder, expect: ExpectedSide | undefined, report: Report) {
  const side = expect?.side ?? order.side;
  if (side === undefined) return;
  if ((side === "input") !== (swap.side === "exact-in"))
    report(
      "wrong_amount",
      `The swap is ${swap.side}, so that what ${side === "input" ? "leaves" : "arrives"} may vary; the order fixes the ${side}.`,
    );
  const [amount, what] = side === "input" ? [order.amount, "input"] : [order.outAmount, "output"];
  if (expect !== undefined && amount !== expect.amount)
    report("wrong_amount", `The intent's ${what} is ${amount} base units; expected are ${expect.amount}.`);
}
