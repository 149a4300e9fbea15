import { beforeEach, describe, expect, test } from "vitest";
import { quoteExactIn, quoteRouteExactIn } from "../../../mock-server/src/formats/amm/formula.js";
import { swapInstruction } from "../../../mock-server/src/formats/amm/instruction.js";
import { hopOf, mintData, type Outcome, TOKEN_2022, tokenData } from "../../property/swap-harness.js";
import { expectRefused, RESERVES, setup } from "./swap-program-setup.js";

let { bench, oneHop, twoHops, sol, eur } = setup();
beforeEach(() => {
  ({ bench, oneHop, twoHops, sol, eur } = setup());
});

describe("a swap", () => {
  test("logs what it does, returns both amounts and stays cheap", () => {
    const { ix } = oneHop();
    const quote = quoteExactIn(1_000_000n, RESERVES);
    if (!quote.ok) throw new Error(quote.refusal);
    const done = bench.run([ix]);
    expect(done.error).toBeUndefined();
    expect(done.logs).toContain("Program log: Instruction: SwapExactIn");
    expect(done.logs).toContain(`Program log: swap in=1000000 out=${quote.amountOut} minimum=0`);
    expect(done.returned).toEqual({ amountIn: 1_000_000n, amountOut: quote.amountOut });
    expect(done.units).toBeLessThan(8_000n);
  });

  test("over two pools sends the middle amount from vault to vault", () => {
    const { ix, path, pools } = twoHops();
    const quote = quoteRouteExactIn(1_000_000n, [RESERVES, RESERVES]);
    if (!quote.ok) throw new Error(quote.refusal);
    const done = bench.run([ix]);
    expect(done.returned).toEqual({ amountIn: 1_000_000n, amountOut: quote.amountOut });
    expect(bench.balance(hopOf(pools[1], eur).vaultIn)).toBe(RESERVES.reserveIn + quote.hops[0]!.amountOut);
    expect(bench.balance(path.destination)).toBe(quote.amountOut);
    expect(done.units).toBeLessThan(11_000n);
  });

  test("that would pay less than the minimum fails with 0x1771 and its logs", () => {
    const { path } = oneHop();
    const result = bench.run([
      swapInstruction(path, { kind: "exactIn", amountIn: 1_000_000n, minimumAmountOut: 60_000_000n }),
    ]);
    expectRefused(result, 6001, "slippage tolerance exceeded");
    expect(result.logs.at(-1)).toMatch(/failed: custom program error: 0x1771$/);
    expect(result.logs.join("\n")).toMatch(/swap in=1000000 out=\d+ minimum=60000000/);
    expect(bench.balance(path.source)).toBe(5_000_000n);
  });

  test("that would cost more than the maximum fails too", () => {
    const { path } = oneHop();
    const result = bench.run([
      swapInstruction(path, { kind: "exactOut", amountOut: 1_000_000n, maximumAmountIn: 10n }),
    ]);
    expectRefused(result, 6001, "slippage tolerance exceeded");
    expect(result.logs.join("\n")).toMatch(/swap in=\d+ out=1000000 maximum=10/);
  });

  test("of more than the user holds fails in the token program", () => {
    const { path } = oneHop();
    const result = bench.run([
      swapInstruction(path, { kind: "exactIn", amountIn: 5_000_001n, minimumAmountOut: 0n }),
    ]);
    expect(result.code).toBe(1);
    expect(result.logs.join("\n")).toContain("insufficient funds");
  });

  test("of an amount of 0, or for the pool's whole reserve, is refused", () => {
    const { path } = oneHop();
    const swap = (amounts: Parameters<typeof swapInstruction>[1]) =>
      bench.run([swapInstruction(path, amounts)]);
    expect(swap({ kind: "exactIn", amountIn: 0n, minimumAmountOut: 0n }).code).toBe(6002);
    expectRefused(swap({ kind: "exactOut", amountOut: 0n, maximumAmountIn: 9n }), 6002, "output is zero");
    expectRefused(
      swap({ kind: "exactOut", amountOut: RESERVES.reserveOut, maximumAmountIn: 9n }),
      6003,
      "insufficient liquidity",
    );
    expectRefused(
      swap({ kind: "exactIn", amountIn: (1n << 64n) - 1n, minimumAmountOut: 0n }),
      6007,
      "math overflow",
    );
  });
});

describe("Token-2022 mints with extensions", () => {
  const tlv = (type: number, body: Uint8Array) =>
    Uint8Array.of(type, 0, body.length & 0xff, body.length >> 8, ...body);
  /** TransferFeeConfig: no authorities, nothing withheld, and one fee for all epochs. */
  const transferFee = (bps: number) => {
    const body = new Uint8Array(108);
    const v = new DataView(body.buffer);
    for (const at of [72, 90]) {
      v.setBigUint64(at + 8, 1_000_000n, true);
      v.setUint16(at + 16, bps, true);
    }
    return tlv(1, body);
  };
  const withheld = tlv(2, new Uint8Array(8));

  function swapWithFee(bps: number): Outcome {
    const { ix, path, pool } = oneHop();
    const hop = hopOf(pool, sol);
    bench.put(sol.mint, mintData({ decimals: 9, extensions: transferFee(bps) }), TOKEN_2022);
    bench.put(hop.vaultOut, tokenData(sol.mint, pool.address, RESERVES.reserveOut, withheld), TOKEN_2022);
    bench.put(path.destination, tokenData(sol.mint, bench.user, 0n, withheld), TOKEN_2022);
    return bench.run([ix]);
  }

  test("can be swapped if their transfer fee is 0, like PYUSD's", () => {
    expect(swapWithFee(0).error).toBeUndefined();
  });

  test("are refused if they have a transfer fee", () => {
    expectRefused(swapWithFee(100), 6009, "invalid mint: the transfer did not move the exact amount");
  });
});
