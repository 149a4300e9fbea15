import { describe, expect, test } from "vitest";
import type { LedgerEvent } from "../../../mock-server/src/ledger/ledger.js";
import { SLOT_MS } from "../../../mock-server/src/ledger/slots.js";
import type { StateSnapshot } from "../../../mock-server/src/state/snapshot.js";
import { State } from "../../../mock-server/src/state/state.js";
import { freshAddress, ledgerStage, SOL, sol } from "./harness.js";

describe("blockhashes", () => {
  test("are good for 150 blocks, at the 150th still and at the 151st no more", async () => {
    const stage = await ledgerStage();
    const { ledger, clock, alice, bob } = stage;
    const { blockhash, lastValidBlockHeight } = await ledger.latestBlockhash();
    expect(lastValidBlockHeight).toBe((await ledger.blockHeight()) + 150);
    const first = await stage.sign(alice, sol(alice.address, bob.address, 1n));
    const second = await stage.sign(alice, sol(alice.address, bob.address, 2n));
    await clock.advance(150 * SLOT_MS);
    expect(await ledger.blockHeight()).toBe(lastValidBlockHeight);
    expect(await ledger.isBlockhashValid(blockhash)).toBe(true);
    await ledger.send(first);
    await clock.advance(SLOT_MS);
    expect(await ledger.isBlockhashValid(blockhash)).toBe(false);
    await expect(ledger.send(second)).rejects.toMatchObject({
      kind: "preflight",
      message: "Transaction simulation failed: Blockhash not found",
      simulated: { err: "BlockhashNotFound" },
    });
    const signature = await ledger.send(second, { skipPreflight: true });
    expect(await ledger.transaction(signature)).toBeUndefined();
  });

  test("change with the slot, the seed and the network, and are known to a process that never issued them", async () => {
    const stage = await ledgerStage();
    const { blockhash } = await stage.ledger.latestBlockhash();
    await stage.clock.advance(SLOT_MS);
    expect((await stage.ledger.latestBlockhash()).blockhash).not.toBe(blockhash);
    const twin = await ledgerStage();
    await twin.clock.advance(100 * SLOT_MS);
    expect(await twin.ledger.isBlockhashValid(blockhash)).toBe(true);
    for (const other of [{ seed: "other" }, { environment: "test" as const }]) {
      expect(await (await ledgerStage(other)).ledger.isBlockhashValid(blockhash)).toBe(false);
    }
  });
});

/** The State that a new process restores from a snapshot. */
function stateOf(snapshot: StateSnapshot): State {
  const state = new State();
  state.restore(snapshot);
  return state;
}

test("the same order again in one slot is another transaction: what lands changes the slot's blockhash", async () => {
  const stage = await ledgerStage();
  const { ledger, alice, bob, state, clock } = stage;
  const again = () => stage.send(alice, sol(alice.address, bob.address, SOL));
  const { blockhash } = await ledger.latestBlockhash();
  const snapshot = state.snapshot();
  expect(new Set([await again(), await again(), await again()]).size).toBe(3);
  expect(await stage.lamports(alice.address)).toBe(97n * SOL - 15_000n);
  // The slot's earlier blockhash stays valid equally long, here and in a process that takes over the State.
  const latest = await ledger.latestBlockhash();
  const heir = await ledgerStage({ state: stateOf(state.snapshot()) });
  await clock.advance(150 * SLOT_MS);
  await heir.clock.advance(150 * SLOT_MS);
  for (const hash of [blockhash, latest.blockhash]) {
    expect(await ledger.isBlockhashValid(hash)).toBe(true);
    expect(await heir.ledger.isBlockhashValid(hash)).toBe(true);
  }
  await clock.advance(SLOT_MS);
  expect(await ledger.isBlockhashValid(latest.blockhash)).toBe(false);
  state.restore(snapshot);
  const back = await ledgerStage({ state: stateOf(snapshot) });
  expect(await back.ledger.isBlockhashValid(latest.blockhash)).toBe(false);
  expect(await back.ledger.latestBlockhash()).toMatchObject({ blockhash });
});

test("a transaction lands once", async () => {
  const stage = await ledgerStage();
  const { ledger, alice, bob, clock } = stage;
  const wire = await stage.sign(alice, sol(alice.address, bob.address, SOL));
  await ledger.send(wire);
  for (const wait of [0, 149 * SLOT_MS]) {
    await clock.advance(wait);
    await expect(ledger.send(wire)).rejects.toMatchObject({ simulated: { err: "AlreadyProcessed" } });
    await ledger.send(wire, { skipPreflight: true });
  }
  expect(await stage.lamports(alice.address)).toBe(99n * SOL - 5000n);
  expect(await ledger.landed(alice.address, { limit: 10 })).toHaveLength(1);
});

test("a transaction is confirmed in its slot and finalized 32 slots on", async () => {
  const stage = await ledgerStage();
  const { ledger, clock, alice, bob } = stage;
  const signature = await stage.send(alice, sol(alice.address, bob.address, SOL));
  const status = async () => (await ledger.statuses([signature]))[0];
  expect(await status()).toMatchObject({ commitment: "confirmed", confirmations: 0, err: null });
  await clock.advance(31 * SLOT_MS);
  expect(await status()).toMatchObject({ commitment: "confirmed", confirmations: 31 });
  await clock.advance(SLOT_MS);
  expect(await status()).toMatchObject({ commitment: "finalized", confirmations: null });
  expect((await ledger.transaction(signature))?.commitment).toBe("finalized");
  expect(await ledger.statuses(["unknown"])).toEqual([undefined]);
});

describe("funding", () => {
  test("is a real transaction, also the same one twice in a slot", async () => {
    const stage = await ledgerStage();
    const { ledger, random } = stage;
    const wallet = freshAddress(random, "funded");
    const tokens = new Map([
      [stage.token("USDC").mint, 5_000_000n],
      [stage.token("PYUSD").mint, 7_000_000n],
      [stage.token("SOL").mint, 3n * SOL],
    ]);
    const signatures = [];
    for (let time = 0; time < 3; time++)
      signatures.push(...(await ledger.fund(wallet, { lamports: SOL, tokens })));
    expect(new Set(signatures).size).toBe(12);
    expect(await stage.lamports(wallet)).toBe(3n * SOL);
    expect(await stage.held(wallet, "USDC")).toBe(15_000_000n);
    expect(await stage.held(wallet, "PYUSD")).toBe(21_000_000n);
    expect(await stage.held(wallet, "SOL")).toBe(9n * SOL);
    const history = await ledger.landed(wallet, { limit: 100 });
    expect(history.map(({ signature }) => signature)).toEqual(signatures.reverse());
    expect(history.every(({ err }) => err === null)).toBe(true);
  });

  test("of an unknown token, or with less than rent, is refused", async () => {
    const { ledger, random } = await ledgerStage();
    const wallet = freshAddress(random, "new");
    await expect(ledger.fund(wallet, { tokens: new Map([[wallet, 1n]]) })).rejects.toThrow(
      "not a token of this world",
    );
    await expect(ledger.fund(wallet, { lamports: 1n })).rejects.toMatchObject({ kind: "preflight" });
  });
});

describe("State", () => {
  test("restored takes the ledger back, and a new process to where it was", async () => {
    const stage = await ledgerStage();
    const { ledger, alice, bob, state, random } = stage;
    const fresh = freshAddress(random, "fresh");
    const start = state.snapshot();
    await stage.send(alice, ...stage.tokenTransfer(alice.address, bob.address, "USDC", 1_000_000n));
    await stage.send(alice, sol(alice.address, fresh, SOL));
    await ledger.setAccount(bob.address, undefined);
    const later = structuredClone(state.snapshot());
    const seen = async (one: typeof stage) => ({
      alice: await one.lamports(alice.address),
      bob: await one.lamports(bob.address),
      fresh: await one.lamports(fresh),
      usdc: await one.held(bob.address, "USDC"),
      history: await one.ledger.landed(alice.address, { limit: 10 }),
    });
    const after = await seen(stage);
    expect(after).toMatchObject({ bob: 0n, fresh: SOL, usdc: 1_000_000n });

    state.restore(start);
    expect(await seen(stage)).toEqual({
      ...{ alice: 100n * SOL, bob: 25n * SOL, fresh: 0n, usdc: undefined, history: [] },
    });
    state.restore(later);
    expect(await seen(stage)).toEqual(after);

    expect(await seen(await ledgerStage({ state: stateOf(structuredClone(later)) }))).toEqual(after);
  });

  test("comes out the same for the same seed, clock and requests, and ledgers share nothing", async () => {
    const play = async () => {
      const stage = await ledgerStage();
      const { alice, bob, ledger, clock, random } = stage;
      await ledger.fund(freshAddress(random, "a"), {
        lamports: SOL,
        tokens: new Map([[stage.token("JUP").mint, 5n]]),
      });
      await clock.advance(12_345);
      await stage.send(alice, ...stage.tokenTransfer(alice.address, bob.address, "PYUSD", 1_000_000n));
      await stage.send(bob, sol(bob.address, alice.address, 5n)).catch(() => undefined);
      return stage;
    };
    const bystander = await ledgerStage();
    const [one, two] = [await play(), await play()];
    expect(JSON.stringify(one.state.snapshot())).toBe(JSON.stringify(two.state.snapshot()));
    expect(bystander.state.size("ledgerTransactions")).toBe(0);
    expect(await bystander.lamports(bystander.alice.address)).toBe(100n * SOL);
  });

  test("does not grow while time passes, and a day costs next to nothing", async () => {
    const { clock, state, ledger } = await ledgerStage();
    ledger.subscribe(() => {});
    const slots: number[] = [];
    ledger.subscribe((event) => event.kind === "slot" && slots.push(event.slot), { slots: true });
    const before = JSON.stringify(state.snapshot());
    await clock.advance(86_400_000);
    expect(JSON.stringify(state.snapshot())).toBe(before);
    expect(slots).toEqual([await ledger.slot()]);
  });
});

describe("listeners", () => {
  test("hear of changed accounts and of the transaction, and stop when they end", async () => {
    const stage = await ledgerStage();
    const { ledger, alice, bob } = stage;
    const events: LedgerEvent[] = [];
    const stop = ledger.subscribe((event) => events.push(event));
    const signature = await stage.send(alice, sol(alice.address, bob.address, SOL));
    expect(events).toMatchObject([
      { kind: "account", address: alice.address, account: { lamports: 99n * SOL - 5000n } },
      { kind: "account", address: bob.address },
      { kind: "landed", transaction: { signature } },
    ]);
    stage.state.restore(stage.state.snapshot());
    // Reported once the chain matches State, so that the next call sees it.
    await stage.ledger.latestBlockhash();
    expect(events.at(-1)).toEqual({ kind: "replaced" });
    stop();
    await stage.send(alice, sol(alice.address, bob.address, 2n));
    expect(events).toHaveLength(4);
  });
});

describe("chain faults", () => {
  const calm = {
    any: true,
    atSend: () => undefined,
    expired: () => false,
    expiredAtBuild: () => false,
    holdAtProcessed: () => false,
  };

  test("drop a transaction without a word", async () => {
    const stage = await ledgerStage({ faults: { ...calm, atSend: () => "drop" } });
    const { ledger, alice, bob } = stage;
    const signature = await stage.send(alice, sol(alice.address, bob.address, SOL));
    expect(await ledger.statuses([signature])).toEqual([undefined]);
    expect(await stage.lamports(alice.address)).toBe(100n * SOL);
  });

  test("let one land late, in a restored World too", async () => {
    const stage = await ledgerStage({ faults: { ...calm, atSend: () => ({ lateMs: 2000 }) } });
    const { clock, alice, bob, state } = stage;
    await stage.send(alice, sol(alice.address, bob.address, SOL));
    const waiting = structuredClone(state.snapshot());
    await clock.advance(1999);
    expect(await stage.lamports(bob.address)).toBe(25n * SOL);
    await clock.advance(1);
    expect(await stage.lamports(bob.address)).toBe(26n * SOL);
    expect(state.size("lateTransactions")).toBe(0);

    const heir = await ledgerStage({ state: stateOf(waiting) });
    await heir.clock.advance(2000);
    expect(await heir.lamports(bob.address)).toBe(26n * SOL);
    await heir.clock.advance(5000);
    expect(await heir.lamports(bob.address)).toBe(26n * SOL);
  });

  test("make a blockhash count as expired, and hold a transaction at processed", async () => {
    let expired = true;
    const stage = await ledgerStage({
      faults: { ...calm, expired: () => expired, holdAtProcessed: () => true },
    });
    const { alice, bob, clock, ledger } = stage;
    const send = () => stage.send(alice, sol(alice.address, bob.address, SOL));
    await expect(send()).rejects.toMatchObject({ simulated: { err: "BlockhashNotFound" } });
    expired = false;
    const signature = await send();
    await clock.advance(100 * SLOT_MS);
    expect(await ledger.statuses([signature])).toMatchObject([{ commitment: "processed", confirmations: 0 }]);
  });
});

describe("the past of a wallet", () => {
  const extras = {
    wallets: [
      { name: "carol", balances: { SOL: "10", USDC: "500", JUP: "900", BONK: "1000000" }, history: 60 },
    ],
  };
  test("leads without a gap to what it has at the start", async () => {
    const stage = await ledgerStage({ extras });
    const carol = stage.world.wallets.find(({ name }) => name === "carol")!.wallet.address;
    const history = await stage.ledger.landed(carol, { limit: 1000 });
    expect(history).toHaveLength(60);
    const lamports = (side: "preBalances" | "postBalances", at: number) =>
      history[at]![side][history[at]!.accountKeys.indexOf(carol)];
    expect(lamports("postBalances", 0)).toBe(10n * SOL);
    const usdc = { mint: stage.token("USDC").mint, owner: carol };
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
    const stage = await ledgerStage({ extras });
    const carol = stage.world.wallets.find(({ name }) => name === "carol")!.wallet.address;
    const [first, second] = await stage.ledger.landed(carol, { limit: 2 });
    expect(await stage.ledger.transaction(first!.signature)).toEqual(first);
    expect(await stage.ledger.landed(carol, { limit: 1, before: first!.signature })).toEqual([second]);
    expect(first!.commitment).toBe("finalized");
    const start = stage.state.startedAt;
    stage.state.begin(start - 1000);
    const [moved] = await stage.ledger.landed(carol, { limit: 1 });
    expect(moved).toMatchObject({ signature: first!.signature, at: first!.at - 1000 });
  });
});
