import { beforeEach, describe, expect, test } from "vitest";
import { addressBytes } from "../../../mock-server/src/formats/addresses.js";
import { swapInstruction } from "../../../mock-server/src/formats/amm/instruction.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import {
  hopOf,
  named,
  type Outcome,
  type PoolAt,
  pathOver,
  poolOf,
  SPL_TOKEN,
  SwapBench,
  SYSTEM,
  TOKEN_2022,
  type Token,
  tokenData,
} from "../../property/swap-harness.js";
import { decodeSwapPool, initializePoolInstruction } from "./swap-program-forms.js";

const RENT_EXEMPT_144 = 1_893_120n;

let bench: SwapBench;
let usd: Token;
let eur: Token;
let pool: PoolAt;

beforeEach(() => {
  bench = new SwapBench();
  usd = bench.token(named("usd"), SPL_TOKEN);
  eur = bench.token(named("eur"), TOKEN_2022);
  pool = poolOf(usd, eur, 25);
  bench.hold(hopOf(pool, usd).vaultOut, usd, pool.address, 1_000_000n);
  bench.hold(hopOf(pool, eur).vaultOut, eur, pool.address, 1_000_000n);
});

function initialize(change: Partial<Parameters<typeof initializePoolInstruction>[0]> = {}): Instruction {
  return initializePoolInstruction({ payer: bench.user, pool: pool.address, ...pool.state, ...change });
}

function expectRefused(result: Outcome, code: number, log: string): void {
  expect(result.code, `${result.error}\n${result.logs.join("\n")}`).toBe(code);
  expect(result.logs).toContain(`Program log: Error: ${log}`);
  expect(bench.data(pool.address).length).toBe(0);
}

describe("initialize", () => {
  test("creates a pool that swaps", () => {
    const done = bench.run([initialize()]);
    expect(done.error).toBeUndefined();
    expect(done.logs).toContain("Program log: Instruction: Initialize");
    expect(decodeSwapPool(bench.data(pool.address))).toEqual(pool.state);
    const account = bench.svm.getAccount(addressBytes(pool.address));
    expect(account?.owner()).toEqual(addressBytes(PROGRAMS.swap));
    expect(account?.lamports()).toBe(RENT_EXEMPT_144);

    const path = pathOver(bench, [usd, eur], [pool]);
    bench.hold(path.source, usd, bench.user, 1_000n);
    bench.hold(path.destination, eur, bench.user, 0n);
    const swapped = bench.run([
      swapInstruction(path, { kind: "exactIn", amountIn: 1_000n, minimumAmountOut: 1n }),
    ]);
    expect(swapped.error).toBeUndefined();
    expect(bench.balance(path.destination)).toBe(swapped.returned?.amountOut);
  });

  test.each([1n, RENT_EXEMPT_144, RENT_EXEMPT_144 + 5n])(
    "works if %s lamports were sent to the pool's address before",
    (lamports) => {
      bench.put(pool.address, new Uint8Array(0), SYSTEM, lamports);
      expect(bench.run([initialize()]).error).toBeUndefined();
      expect(decodeSwapPool(bench.data(pool.address))).toEqual(pool.state);
      const held = bench.svm.getBalance(addressBytes(pool.address));
      expect(held).toBe(lamports > RENT_EXEMPT_144 ? lamports : RENT_EXEMPT_144);
    },
  );

  test("refuses a pool that exists", () => {
    expect(bench.run([initialize()]).error).toBeUndefined();
    const again = bench.run([initialize({ feeBps: 9_999 })]);
    expect(again.code).toBe(6006);
    expect(again.logs).toContain("Program log: Error: invalid pool: it exists already");
    expect(decodeSwapPool(bench.data(pool.address))?.feeBps).toBe(25);
  });

  test("refuses an address that is not derived from its seeds", () => {
    const derived = "invalid pool: not the address derived from its mints and bump";
    expectRefused(bench.run([initialize({ pool: named("elsewhere") })]), 6006, derived);
    expectRefused(bench.run([initialize({ bump: pool.state.bump - 1 })]), 6006, derived);
  });

  test("refuses mints that are out of order or owned by no token program", () => {
    const { mintA, mintB, vaultA, vaultB } = pool.state;
    const swapped = initialize({ mintA: mintB, mintB: mintA, vaultA: vaultB, vaultB: vaultA });
    expectRefused(bench.run([swapped]), 6009, "invalid mint: mint A must sort before mint B");
    expectRefused(
      bench.run([initialize({ mintB: mintA })]),
      6009,
      "invalid mint: mint A must sort before mint B",
    );
    const data = bench.data(mintA);
    bench.put(mintA, data, named("fake token program"));
    expectRefused(bench.run([initialize()]), 6004, "invalid token program: owner of a mint");
    bench.put(mintA, new Uint8Array(82), SPL_TOKEN);
    expectRefused(bench.run([initialize()]), 6009, "invalid mint: not a mint of its token program");
  });

  test("refuses vaults that the pool does not control exclusively", () => {
    const { vaultA, vaultB, mintA } = pool.state;
    const program = mintA === usd.mint ? usd.program : eur.program;
    const spoil = (at: number, byte: number) => {
      const data = tokenData(mintA, pool.address, 5n);
      data[at] = byte;
      bench.put(vaultA, data, program);
    };
    expectRefused(
      bench.run([initialize({ vaultA: vaultB })]),
      6005,
      "invalid vault: not a token account of its mint",
    );
    bench.put(vaultA, tokenData(mintA, bench.user, 5n), program);
    expectRefused(bench.run([initialize()]), 6005, "invalid vault: not owned by the pool");
    spoil(72, 1);
    expectRefused(bench.run([initialize()]), 6005, "invalid vault: has a delegate");
    spoil(129, 1);
    expectRefused(bench.run([initialize()]), 6005, "invalid vault: has a close authority");
    spoil(108, 0);
    expectRefused(bench.run([initialize()]), 6005, "invalid vault: not a token account of its mint");
    bench.put(vaultA, tokenData(mintA, pool.address, 5n), named("fake token program"));
    expectRefused(bench.run([initialize()]), 6005, "invalid vault: not a token account of its mint");
  });

  test("refuses a fee of 100%, an unsigned payer, wrong accounts and wrong data", () => {
    const ix = initialize();
    const whole = { ...ix, data: Uint8Array.of(0, pool.state.bump, 10_000 & 0xff, 10_000 >> 8) };
    expectRefused(bench.run([whole]), 6000, "invalid instruction: the fee is 10000 basis points or more");
    expectRefused(bench.run([{ ...ix, data: ix.data.subarray(0, 3) }]), 6000, "invalid instruction: length");
    const list = "invalid account list: initialize takes 7 accounts";
    expectRefused(bench.run([{ ...ix, accounts: ix.accounts.slice(0, 6) }]), 6010, list);
    const last = {
      ...ix,
      accounts: [...ix.accounts.slice(0, 6), { address: SPL_TOKEN, signer: false, writable: false }],
    };
    expectRefused(bench.run([last]), 6010, "invalid account list: system program");
    bench.put(named("payer"), new Uint8Array(0), SYSTEM);
    const unsigned = { ...ix, accounts: ix.accounts.map((a, i) => (i === 0 ? { ...a, signer: false } : a)) };
    expectRefused(bench.run([unsigned], named("payer")), 6008, "missing signature: payer");
  });
});
