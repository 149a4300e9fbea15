import { Keypair } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { Clock } from "../../mock-server/src/kernel/clock.js";
import { State } from "../../mock-server/src/state/state.js";
import { recordsOfWorld } from "../../mock-server/src/state/whole-world.js";
import { clientOf, control, lab, NOON, rpc } from "./lab.js";

// Long work gives way after every step, so that its steps can be counted, whatever the machine does beside.
const steps = vi.hoisted(() => ({ taken: 0 }));
vi.mock("../../mock-server/src/kernel/breath.js", () => ({
  Breath: class {
    readonly due = true;
    take = () => {
      steps.taken++;
      return new Promise<void>((resolve) => setImmediate(resolve));
    };
  },
}));

const LANDED = 60;

/** A server on which transactions landed that name alice, some of them in one block. */
async function busy() {
  const server = await lab();
  const walletAddress = server.wallets.alice.address;
  for (let at = 0; at < LANDED; at++) await server.fund(walletAddress, { SOL: 1 });
  return { server, walletAddress };
}

/** How often a call gave way. */
async function waysGiven(call: () => Promise<unknown>): Promise<number> {
  const before = steps.taken;
  await call();
  return steps.taken - before;
}

test("what lists many transactions or accounts gives way between them", async () => {
  const { server, walletAddress } = await busy();
  const slot = (await rpc(server, "getSlot", [{ commitment: "processed" }])).result;
  await server.clock.advance("20s");
  const calls: [string, unknown[]][] = [
    ["getSignaturesForAddress", [walletAddress, { limit: 1000 }]],
    ["getBlock", [slot, { maxSupportedTransactionVersion: 0 }]],
    ["getBlock", [slot, { transactionDetails: "accounts", maxSupportedTransactionVersion: 0 }]],
  ];
  for (const [method, params] of calls) {
    expect(await waysGiven(() => rpc(server, method, params)), method).toBeGreaterThanOrEqual(LANDED);
  }
  for (let at = 0; at < 40; at++) await server.fund(Keypair.generate().publicKey.toBase58(), { SOL: 1 });
  for (const [method, params] of [
    ["getProgramAccounts", ["11111111111111111111111111111111", { encoding: "base64" }]],
    ["getLargestAccounts", []],
  ] as const)
    expect(await waysGiven(() => rpc(server, method, [...params])), method).toBeGreaterThanOrEqual(40);
});

test("a blockhash that nobody knows is looked for in slices", async () => {
  const { server } = await busy();
  const unknown = Keypair.generate().publicKey.toBase58();
  const first = await waysGiven(() => rpc(server, "isBlockhashValid", [unknown]));
  expect(first).toBeGreaterThan(LANDED);
  // The hashes are known from then on.
  expect(await waysGiven(() => rpc(server, "isBlockhashValid", [unknown]))).toBe(0);
});

test("what sums up the past is made in slices, and of one restore alone", async () => {
  const server = await lab();
  const client = clientOf(server);
  const { state, ...head } = await server.snapshot();
  const account = state.accounts?.find(([, { tier }]) => tier === "enterprise")?.[0] ?? "";
  const withLanded = (count: number) => {
    const row = { account, at: Date.parse(NOON) - 1, action: "swap" as const, success: true, usd: 1 };
    return {
      ...head,
      state: { ...state, landed: Array.from({ length: count }, (_, at) => [`s${at}`, row] as const) },
    };
  };
  await server.restore(withLanded(30) as never);
  const range = { startDate: "2025-12-01", endDate: "2026-02-01" };
  const before = steps.taken;
  const [metrics] = await Promise.all([client.analytics.metrics(range), client.analytics.usage()]);
  expect(metrics.transactions.total).toBe(30);
  expect(steps.taken - before).toBe(30);
  expect(await waysGiven(() => client.analytics.metrics(range))).toBe(0);
  await server.restore(withLanded(40) as never);
  const [under, , after] = await Promise.all([
    client.analytics.metrics(range),
    server.restore(withLanded(50) as never),
    client.analytics.usage(),
  ]);
  expect([40, 50]).toContain(under.transactions.total);
  expect(after.transactions.used).toBeLessThanOrEqual(50);
  expect((await client.analytics.metrics(range)).transactions.total).toBe(50);
});

test("a restored state is checked in slices", async () => {
  const server = await lab();
  const snapshot = await server.snapshot();
  const names = Array.from({ length: 200 }, (_, at) => [
    `n${at}.sol`,
    { address: server.wallets.bob.address },
  ]);
  const large = { ...snapshot, state: { ...snapshot.state, names } };
  expect(await waysGiven(() => control(server, "PUT", "/state", large))).toBeGreaterThan(200);
  // In another order it is gone over first, and read when it is known whose it is.
  const { state, ...head } = large;
  expect((await control(server, "PUT", "/state", { state, ...head })).status).toBe(200);
  expect((await server.snapshot()).state.names).toHaveLength(200);
  expect((await control(server, "PUT", "/state", { state, ...head, seed: "other" })).body.error.field).toBe(
    "seed",
  );
});

test("what falls due at one moment of a running clock happens in its order, with a turn for others in between", async () => {
  const clock = new Clock({ now: 0, running: true });
  const done: number[] = [];
  const others = await new Promise<number[]>((resolve) => {
    const seen: number[] = [];
    for (const task of [1, 2, 3]) {
      clock.schedule(1, () => {
        done.push(task);
        setImmediate(() => {
          seen.push(done.length);
          if (task === 3) resolve(seen);
        });
      });
    }
  });
  clock.close();
  expect(done).toEqual([1, 2, 3]);
  expect(others).toEqual([1, 2, 3]);
});

test("a row of megabytes is read, checked and written down with a turn for others in between", async () => {
  const server = await lab();
  const { state, ...head } = await server.snapshot();
  const address = Keypair.generate().publicKey.toBase58();
  const data = Buffer.alloc(300_000, "x").toString("base64");
  const row = { lamports: "5", owner: "11111111111111111111111111111111", executable: false, data };
  const put = (rows: unknown) => () =>
    control(server, "PUT", "/state", { ...head, state: { ...state, ...(rows as object) } });
  const before = await waysGiven(put({}));
  // One turn between what reads it and what checks it, and one after it.
  expect(await waysGiven(put({ ledgerAccounts: [[`live:${address}`, row]] }))).toBeGreaterThanOrEqual(
    before + 2,
  );
  const world = new State();
  world.openFor("live", "ledgerAccounts").put(address, row);
  const standing = { clock: { now: 0, running: false }, wall: 0 };
  const lengths = [...recordsOfWorld(world.freeze(), standing, undefined, (_, count) => count)].map(
    ({ length }) => length,
  );
  const long = lengths.findIndex((length) => length > 300_000);
  // Nothing else is in its record, and a short one comes before it: who writes them can give way there.
  expect(lengths[long - 1]).toBeLessThan(100);
});
