import { beforeEach, describe, expect, test } from "vitest";
import { quoteExactIn, quoteRouteExactIn } from "../../mock-server/src/market/formula.js";
import { swapProgramError } from "../../mock-server/src/market/swap-errors.js";
import { type SwapInstruction, swapInstruction } from "../../mock-server/src/market/swap-instruction.js";
import { encodeSwapPool } from "../../mock-server/src/market/swap-pool.js";
import {
  hopOf,
  mintData,
  named,
  type Outcome,
  pathOver,
  poolOf,
  SPL_TOKEN,
  SwapBench,
  SYSTEM,
  seedPool,
  TOKEN_2022,
  tokenData,
} from "../property/swap-harness.js";

const RESERVES = { reserveIn: 1_000_000_000n, reserveOut: 50_000_000_000n, feeBps: 30 };
const PAYER = named("fee payer");

let bench: SwapBench;
let usd: ReturnType<SwapBench["token"]>;
let sol: typeof usd;
let eur: typeof usd;

beforeEach(() => {
  bench = new SwapBench();
  bench.put(PAYER, new Uint8Array(0), SYSTEM, 10n ** 12n);
  usd = bench.token(named("usd"), SPL_TOKEN);
  sol = bench.token(named("sol"), TOKEN_2022, 9);
  eur = bench.token(named("eur"), SPL_TOKEN);
});

function oneHop() {
  const pool = poolOf(usd, sol, RESERVES.feeBps);
  seedPool(bench, pool, usd, sol, RESERVES);
  const path = pathOver(bench, [usd, sol], [pool]);
  bench.hold(path.source, usd, bench.user, 5_000_000n);
  bench.hold(path.destination, sol, bench.user, 0n);
  return {
    pool,
    path,
    ix: swapInstruction(path, { kind: "exactIn", amountIn: 1_000_000n, minimumAmountOut: 0n }),
  };
}

function twoHops() {
  const pools = [poolOf(usd, sol, 30), poolOf(sol, eur, 30)] as const;
  seedPool(bench, pools[0], usd, sol, RESERVES);
  seedPool(bench, pools[1], sol, eur, RESERVES);
  const path = pathOver(bench, [usd, sol, eur], pools);
  bench.hold(path.source, usd, bench.user, 5_000_000n);
  bench.hold(path.destination, eur, bench.user, 0n);
  return {
    pools,
    path,
    ix: swapInstruction(path, { kind: "exactIn", amountIn: 1_000_000n, minimumAmountOut: 0n }),
  };
}

/** The same instruction with another address at one place of the account list. */
function replace(ix: SwapInstruction, at: number, address: string): SwapInstruction {
  return { ...ix, accounts: ix.accounts.map((a, i) => (i === at ? { ...a, address } : a)) };
}

function expectRefused(result: Outcome, code: number, log: string): void {
  expect(result.code, `${result.error}\n${result.logs.join("\n")}`).toBe(code);
  expect(result.logs).toContain(`Program log: Error: ${log}`);
  // The table that names the code to users says what the log says.
  expect(log.startsWith(swapProgramError(code)?.message ?? "no such code")).toBe(true);
}

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

  test("that would cost more than the maximum fails likewise", () => {
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

  test("of nothing, or for all that the pool holds, is refused", () => {
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

describe("an attacker", () => {
  test("cannot pass a program that only looks like a token program", () => {
    const { ix } = oneHop();
    // With its own mint and accounts the fake would be called with the pool's signature.
    for (const at of [5, 6]) {
      expectRefused(bench.run([replace(ix, at, named("fake token program"))]), 6004, "invalid token program");
    }
    const hops = twoHops();
    expectRefused(bench.run([replace(hops.ix, 11, SYSTEM)]), 6004, "invalid token program");
  });

  test("cannot name the other token program", () => {
    const { ix } = oneHop();
    expectRefused(
      bench.run([replace(ix, 5, TOKEN_2022)]),
      6009,
      "invalid mint: not a mint of its token program",
    );
    expectRefused(
      bench.run([replace(ix, 6, SPL_TOKEN)]),
      6009,
      "invalid mint: not a mint of its token program",
    );
  });

  test("cannot put another account in a vault's place", () => {
    const { ix, pool } = oneHop();
    // Owned by the pool, of the right mint, and still not the recorded one.
    bench.hold(named("other vault"), usd, pool.address, 10n);
    bench.hold(named("other vault out"), sol, pool.address, 10n);
    expectRefused(bench.run([replace(ix, 8, named("other vault"))]), 6005, "invalid vault: not the pool's");
    expectRefused(
      bench.run([replace(ix, 9, named("other vault out"))]),
      6005,
      "invalid vault: not the pool's",
    );
  });

  test("cannot swap the vaults, or name one twice", () => {
    const { ix, path } = oneHop();
    const [{ vaultIn, vaultOut }] = path.hops;
    expectRefused(
      bench.run([replace(replace(ix, 8, vaultOut), 9, vaultIn)]),
      6005,
      "invalid vault: not the pool's",
    );
    expectRefused(bench.run([replace(ix, 9, vaultIn)]), 6005, "invalid vault: not the pool's");
  });

  test("cannot use a vault that the pool no longer owns", () => {
    const { ix, path } = oneHop();
    bench.hold(path.hops[0].vaultIn, usd, named("thief"), RESERVES.reserveIn);
    expectRefused(bench.run([ix]), 6005, "invalid vault: not a token account of the pool");
  });

  test("cannot bring a pool that the program did not write", () => {
    const { ix, pool } = oneHop();
    const forged = encodeSwapPool(pool.state);
    bench.put(named("foreign pool"), forged, named("another program"));
    expectRefused(bench.run([replace(ix, 7, named("foreign pool"))]), 6006, "invalid pool");
    // An account that anyone may create for the program is blank: without the magic it is no pool.
    bench.put(named("blank pool"), new Uint8Array(144), ix.programId);
    expectRefused(bench.run([replace(ix, 7, named("blank pool"))]), 6006, "invalid pool");
    bench.put(named("short pool"), forged.subarray(0, 143), ix.programId);
    expectRefused(bench.run([replace(ix, 7, named("short pool"))]), 6006, "invalid pool");
  });

  test("cannot swap for a user who did not sign", () => {
    const { ix } = oneHop();
    const unsigned = { ...ix, accounts: ix.accounts.map((a, i) => (i === 0 ? { ...a, signer: false } : a)) };
    expectRefused(bench.run([unsigned], PAYER), 6008, "missing signature: user");
  });

  test("cannot spend another user's tokens", () => {
    const { ix, path } = oneHop();
    bench.hold(path.source, usd, named("victim"), 5_000_000n);
    const result = bench.run([ix]);
    expect(result.error).toBeDefined();
    expect(result.code).toBe(4);
    expect(bench.balance(path.source)).toBe(5_000_000n);
  });

  test("cannot pass accounts of other mints as the user's", () => {
    const { ix, path } = oneHop();
    bench.hold(path.source, eur, bench.user, 5_000_000n);
    expectRefused(bench.run([ix]), 6010, "invalid account list: user's token accounts");
  });

  test("cannot receive into a vault of the pool", () => {
    const { ix, path } = oneHop();
    const result = bench.run([replace(ix, 2, path.hops[0].vaultOut)]);
    expectRefused(result, 6009, "invalid mint: the transfer did not move the exact amount");
  });

  test("cannot name mints that are not the pool's", () => {
    const { ix } = oneHop();
    expectRefused(bench.run([replace(ix, 3, eur.mint)]), 6009, "invalid mint: not the pool's");
    expectRefused(bench.run([replace(ix, 4, eur.mint)]), 6009, "invalid mint: not the pool's");
    expectRefused(bench.run([replace(ix, 4, usd.mint)]), 6009, "invalid mint: not the pool's");
  });

  test("cannot go through one pool twice", () => {
    const { ix, path } = twoHops();
    const [first] = path.hops;
    // There and back: every account fits but for the pool being the same.
    const back = [usd.mint, usd.program, first.pool, first.vaultOut, first.vaultIn];
    let loop = replace(replace(ix, 4, usd.mint), 6, usd.program);
    for (const [i, address] of [sol.mint, sol.program, ...back.slice(2)].entries())
      loop = replace(loop, 10 + i, address);
    expectRefused(bench.run([loop]), 6006, "invalid pool: both hops use the same one");
  });

  test("cannot come back to the mint that it started from", () => {
    const { ix, path, pools } = twoHops();
    // A second pool of the same pair, as another bump would give.
    const twin = {
      address: named("twin"),
      state: { ...pools[0].state, vaultA: named("twin a"), vaultB: named("twin b") },
    };
    seedPool(bench, twin, sol, usd, RESERVES);
    const hop = hopOf(twin, usd);
    let loop = replace(replace(ix, 4, usd.mint), 6, usd.program);
    for (const [i, address] of [hop.pool, hop.vaultIn, hop.vaultOut].entries())
      loop = replace(loop, 12 + i, address);
    expectRefused(
      bench.run([replace(loop, 2, path.source)]),
      6009,
      "invalid mint: the swap ends where it begins",
    );
  });

  test("cannot leave accounts out, add some, or send other data", () => {
    const { ix } = oneHop();
    const list = "invalid account list: a swap takes 10 accounts, or 15 for two hops";
    const extra = { address: PAYER, signer: false, writable: false };
    expectRefused(bench.run([{ ...ix, accounts: ix.accounts.slice(0, 9) }]), 6010, list);
    expectRefused(bench.run([{ ...ix, accounts: [] }]), 6010, list);
    expectRefused(bench.run([{ ...ix, accounts: [...ix.accounts, extra] }]), 6010, list);
    const many = Array.from({ length: 16 }, () => extra);
    expectRefused(bench.run([{ ...ix, accounts: many }]), 6010, "invalid account list: too many accounts");
    for (const length of [1, 16, 18]) {
      const data = new Uint8Array(length);
      data.set(ix.data.subarray(0, length));
      expectRefused(bench.run([{ ...ix, data }]), 6000, "invalid instruction: length");
    }
    expectRefused(bench.run([{ ...ix, data: new Uint8Array(0) }]), 6000, "invalid instruction: empty");
    expectRefused(bench.run([{ ...ix, data: Uint8Array.of(3) }]), 6000, "invalid instruction: unknown tag");
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

  test("swap when their fee is nothing, as PYUSD's is", () => {
    expect(swapWithFee(0).error).toBeUndefined();
  });

  test("are refused when they take a fee on transfers", () => {
    expectRefused(swapWithFee(100), 6009, "invalid mint: the transfer did not move the exact amount");
  });
});
