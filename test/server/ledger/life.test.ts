import { describe, expect, test } from "vitest";
import { SLOT_MS } from "../../../mock-server/src/fixtures/world-data.js";
import { freshAddress, ledgerSetup, SOL, sol } from "./harness.js";

describe("blockhashes", () => {
  test("change with the slot, the seed and the network, and are known to a process that never issued them", async () => {
    const setup = await ledgerSetup();
    const { blockhash } = await setup.ledger.latestBlockhash();
    await setup.clock.advance(SLOT_MS);
    expect((await setup.ledger.latestBlockhash()).blockhash).not.toBe(blockhash);
    const twin = await ledgerSetup();
    await twin.clock.advance(100 * SLOT_MS);
    expect(await twin.ledger.isBlockhashValid(blockhash)).toBe(true);
    for (const other of [{ seed: "other" }, { environment: "test" as const }]) {
      expect(await (await ledgerSetup(other)).ledger.isBlockhashValid(blockhash)).toBe(false);
    }
  });
});

test("each landing changes the slot's blockhash, until a restore removes the landing", async () => {
  const setup = await ledgerSetup();
  const { ledger, state, alice, bob } = setup;
  const { blockhash } = await ledger.latestBlockhash();
  const snapshot = state.snapshot();
  const again = () => setup.send(alice, sol(alice.address, bob.address, SOL));
  expect(new Set([await again(), await again()]).size).toBe(2);
  const latest = await ledger.latestBlockhash();
  state.restore(snapshot);
  expect(await ledger.latestBlockhash()).toMatchObject({ blockhash });
  expect(await ledger.isBlockhashValid(latest.blockhash)).toBe(false);
});

describe("funding", () => {
  test("of an unknown token, or with less than rent, is refused", async () => {
    const { ledger, random } = await ledgerSetup();
    const wallet = freshAddress(random, "new");
    await expect(ledger.fund(wallet, { tokens: new Map([[wallet, 1n]]) })).rejects.toThrow(
      "not a token in this world",
    );
    await expect(ledger.fund(wallet, { lamports: 1n })).rejects.toMatchObject({ kind: "preflight" });
  });
});

describe("State", () => {
  test("does not grow while time passes, and a day is one slot event", async () => {
    const { clock, state, ledger } = await ledgerSetup();
    ledger.subscribe(() => {});
    const slots: number[] = [];
    ledger.subscribe((event) => event.kind === "slot" && slots.push(event.slot), { slots: true });
    const before = JSON.stringify(state.snapshot());
    await clock.advance(86_400_000);
    expect(JSON.stringify(state.snapshot())).toBe(before);
    expect(slots).toEqual([await ledger.slot()]);
  });
});

test("transactions that wait while a restore begins land on the restored chain", async () => {
  const setup = await ledgerSetup();
  const { ledger, state, alice, bob } = setup;
  const start = state.snapshot();
  const wires = await Promise.all(
    Array.from({ length: 250 }, (_, lamports) =>
      setup.sign(alice, sol(alice.address, bob.address, BigInt(lamports))),
    ),
  );
  await setup.send(alice, sol(alice.address, bob.address, 50n * SOL));
  const sends = wires.map((wire) => ledger.send(wire, { skipPreflight: true }));
  await Promise.resolve();
  state.restore(start);
  await Promise.all(sends);
  expect(await setup.lamports(bob.address)).toBe(25n * SOL + (249n * 250n) / 2n);
});

describe("the past of a wallet", () => {
  const option = { wallets: { carol: { SOL: "10", USDC: "500", JUP: "900", BONK: "1000000", history: 60 } } };
  test("leads without a gap to the starting balance", async () => {
    const setup = await ledgerSetup({ option });
    const carol = setup.world.wallets.find(({ name }) => name === "carol")!.wallet.address;
    const history = await setup.ledger.landed(carol, { limit: 1000 });
    expect(history).toHaveLength(60);
    const lamports = (side: "preBalances" | "postBalances", at: number) =>
      history[at]![side][history[at]!.accountKeys.indexOf(carol)];
    expect(lamports("postBalances", 0)).toBe(10n * SOL);
    const usdc = { mint: setup.token("USDC").mint, owner: carol };
    const swaps = history.filter(({ postTokenBalances }) =>
      postTokenBalances.some(({ mint }) => mint === usdc.mint),
    );
    expect(swaps.length).toBeGreaterThan(10);
    expect(swaps[0]!.postTokenBalances).toContainEqual(
      expect.objectContaining({ ...usdc, amount: 500_000_000n }),
    );
    for (let at = 0; at + 1 < history.length; at++) {
      expect(lamports("preBalances", at)).toBe(lamports("postBalances", at + 1));
      expect(history[at]!.at).toBeGreaterThan(history[at + 1]!.at);
    }
    for (const { preBalances, postBalances, fee, preTokenBalances, postTokenBalances } of history) {
      const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
      expect(sum(preBalances) - fee).toBe(sum(postBalances));
      const perMint = (balances: typeof preTokenBalances) => {
        const totals = new Map<string, bigint>();
        for (const { mint, amount } of balances) totals.set(mint, (totals.get(mint) ?? 0n) + amount);
        return totals;
      };
      expect(perMint(preTokenBalances)).toEqual(perMint(postTokenBalances));
    }
  });

  test("moves with the start, keeps its signatures, and is found by them", async () => {
    const setup = await ledgerSetup({ option });
    const carol = setup.world.wallets.find(({ name }) => name === "carol")!.wallet.address;
    const [first, second] = await setup.ledger.landed(carol, { limit: 2 });
    expect(await setup.ledger.transaction(first!.signature)).toEqual(first);
    expect(await setup.ledger.landed(carol, { limit: 1, before: first!.signature })).toEqual([second]);
    expect(first!.commitment).toBe("finalized");
    const start = setup.state.startedAt;
    setup.state.begin(start - 1000);
    const [moved] = await setup.ledger.landed(carol, { limit: 1 });
    expect(moved).toMatchObject({ signature: first!.signature, at: first!.at - 1000 });
  });
});

const landed = async (setup: Awaited<ReturnType<typeof ledgerSetup>>, signature: string) =>
  (await setup.ledger.transaction(signature))!;

describe("a program that cannot be called", () => {
  test.each([
    ["is not there", "ProgramAccountNotFound"],
    ["is a wallet", "InvalidProgramForExecution"],
  ])("because it %s fails with the validator's error and costs the fee", async (which, err) => {
    const setup = await ledgerSetup();
    const { alice, bob, ledger, random } = setup;
    const programId = which === "is a wallet" ? bob.address : freshAddress(random, "program");
    const wire = await setup.sign(alice, { programId, accounts: [], data: new Uint8Array(0) });
    expect(await ledger.simulate(wire)).toMatchObject({ err, logs: [], unitsConsumed: 0, fee: 5000n });
    const signature = await ledger.send(wire, { skipPreflight: true });
    // As on a validator, the accounts of a transaction that does not run do not count as loaded.
    expect(await landed(setup, signature)).toMatchObject({ err, fee: 5000n, loadedAccountsDataSize: 0 });
    expect(await setup.lamports(alice.address)).toBe(100n * SOL - 5000n);
  });
});

describe("fees", () => {
  const budget = (...bytes: number[]) => ({
    programId: "ComputeBudget111111111111111111111111111111",
    accounts: [],
    data: Uint8Array.from(bytes),
  });
  test("are 5,000 a signature and the price of the limit, rounded up", async () => {
    const setup = await ledgerSetup();
    const { alice, bob } = setup;
    const one = sol(alice.address, bob.address, 1n);
    const price = budget(3, 0xe8, 0x03, 0, 0, 0, 0, 0, 0);
    // 1,000 micro-lamports: two built-in instructions of 3,000 units without a limit, 1,501 units with one.
    for (const [fee, instructions] of [
      [5006n, [price, one]],
      [5002n, [budget(2, 0xdd, 0x05, 0, 0), price, one]],
    ] as const) {
      const before = await setup.lamports(alice.address);
      const signature = await setup.send(alice, ...instructions);
      expect((await landed(setup, signature)).fee).toBe(fee);
      expect(await setup.lamports(alice.address)).toBe(before - fee - 1n);
    }
  });
});
