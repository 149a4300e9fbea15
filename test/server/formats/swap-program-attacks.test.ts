import { beforeEach, describe, expect, test } from "vitest";
import { encodeSwapPool } from "../../../mock-server/src/formats/amm/pool.js";
import {
  hopOf,
  named,
  SPL_TOKEN,
  SYSTEM,
  seedPool,
  TOKEN_2022,
  tokenData,
} from "../../property/swap-harness.js";
import { expectRefused, PAYER, RESERVES, replace, setup } from "./swap-program-setup.js";

let { bench, oneHop, twoHops, usd, sol, eur } = setup();
beforeEach(() => {
  ({ bench, oneHop, twoHops, usd, sol, eur } = setup());
});

describe("an attacker", () => {
  test("cannot pass a program that only looks like a token program", () => {
    const { ix } = oneHop();
    // If accepted, the fake program would be called with the pool's signature.
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
    // Accounts of the right mint, owned by the pool, but not the vaults that the pool records.
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

  test("cannot use a pool that the program did not write", () => {
    const { ix, pool } = oneHop();
    const forged = encodeSwapPool(pool.state);
    bench.put(named("foreign pool"), forged, named("another program"));
    expectRefused(bench.run([replace(ix, 7, named("foreign pool"))]), 6006, "invalid pool");
    // Anyone can create a blank account that the program owns, but without the magic bytes of a pool.
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
    // A route back through the same pool: all accounts are valid, but the pool repeats.
    const back = [usd.mint, usd.program, first.pool, first.vaultOut, first.vaultIn];
    let loop = replace(replace(ix, 4, usd.mint), 6, usd.program);
    for (const [i, address] of [sol.mint, sol.program, ...back.slice(2)].entries())
      loop = replace(loop, 10 + i, address);
    expectRefused(bench.run([loop]), 6006, "invalid pool: both hops use the same one");
  });

  test("cannot come back to the mint that it started from", () => {
    const { ix, path, pools } = twoHops();
    // A second pool of the same pair, with an address as from another bump seed.
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

  test("cannot receive a token of another mint", () => {
    const { ix, path } = oneHop();
    bench.hold(path.destination, eur, bench.user, 0n);
    expectRefused(bench.run([ix]), 6010, "invalid account list: user's token accounts");
  });

  test("cannot pass off other accounts of a token program as token accounts", () => {
    const { ix, path } = oneHop();
    const as = (length: number, kind: number, program: string) => {
      const data = new Uint8Array(length);
      data.set(tokenData(sol.mint, bench.user, 0n));
      data[165] = kind;
      bench.put(path.destination, data, program);
      return bench.run([ix]);
    };
    const log = "invalid account list: user's token accounts";
    expectRefused(as(170, 1, TOKEN_2022), 6010, log);
    // In a multisig, signer keys occupy the bytes that hold the type in other accounts.
    expectRefused(as(355, 2, TOKEN_2022), 6010, log);
    expect(as(170, 2, TOKEN_2022).error).toBeUndefined();

    const legacy = new Uint8Array(170);
    legacy.set(tokenData(usd.mint, bench.user, 5_000_000n));
    legacy[165] = 2;
    bench.put(path.destination, tokenData(sol.mint, bench.user, 0n), TOKEN_2022);
    bench.put(path.source, legacy, SPL_TOKEN);
    expectRefused(bench.run([ix]), 6010, log);
  });

  test("cannot use a vault that was closed, or given another owner", () => {
    for (const side of ["vaultIn", "vaultOut"] as const) {
      const { ix, path, pool } = oneHop();
      const [token, vault] = [side === "vaultIn" ? usd : sol, path.hops[0][side]];
      const spoilt = "invalid vault: not a token account of the pool";
      bench.put(vault, tokenData(token.mint, pool.address, 9n), named("another program"));
      expectRefused(bench.run([ix]), 6005, spoilt);
      bench.put(vault, tokenData(token.mint, pool.address, 9n).fill(0, 108, 109), token.program);
      expectRefused(bench.run([ix]), 6005, spoilt);
      bench.hold(vault, token, named("thief"), RESERVES.reserveIn);
      expectRefused(bench.run([ix]), 6005, spoilt);
    }
  });

  test("gains nothing from a pool whose fee is all of the input", () => {
    const { ix, pool } = oneHop();
    const data = encodeSwapPool(pool.state);
    new DataView(data.buffer).setUint16(10, 10_000, true);
    bench.put(pool.address, data, ix.programId);
    expectRefused(bench.run([ix]), 6006, "invalid pool: fee");
  });
});
