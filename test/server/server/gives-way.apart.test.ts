import { Keypair } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { lab, rpc } from "../lab.js";

// Makes long work yield after every step, so that the steps can be counted on a machine of any speed.
const steps = vi.hoisted(() => ({ taken: 0 }));
vi.mock("../../../mock-server/src/kernel/time-slice.js", () => ({
  TimeSlice: class {
    readonly isOver = true;
    next = () => {
      steps.taken++;
      return new Promise<void>((resolve) => setImmediate(resolve));
    };
  },
}));

const LANDED = 60;

/** A server with landed transactions that name alice, some of them in one block. */
async function busy() {
  const server = await lab();
  const walletAddress = server.wallets.alice.address;
  for (let at = 0; at < LANDED; at++) await server.fund(walletAddress, { SOL: 1 });
  return { server, walletAddress };
}

/** Number of times that a call yielded. */
async function waysGiven(call: () => Promise<unknown>): Promise<number> {
  const before = steps.taken;
  await call();
  return steps.taken - before;
}

test("listing many transactions or accounts yields between them", async () => {
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
  const params = ["11111111111111111111111111111111", { encoding: "base64" }];
  expect(await waysGiven(() => rpc(server, "getProgramAccounts", params))).toBeGreaterThanOrEqual(40);
});

test("simultaneous due events of a running clock run in order, yielding in between", async () => {
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
