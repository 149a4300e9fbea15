import type { MockServer } from "@intent-tx/mock-server";
import { Keypair } from "@solana/web3.js";
import { expect } from "vitest";
import { lab, rpc, send, signedOf, statusOf, test } from "../lab.js";
import { RpcClient } from "./socket-client.js";

const SLOT = 400;
const SOL = 1_000_000_000;

/** A wallet without funds. */
const CAROL = Keypair.fromSeed(new Uint8Array(32).fill(3)).publicKey.toBase58();

/** Carol's lamports at processed, confirmed and finalized. */
async function balances(server: MockServer): Promise<number[]> {
  const all = ["processed", "confirmed", "finalized"].map((commitment) =>
    rpc(server, "getBalance", [CAROL, { commitment }]),
  );
  return (await Promise.all(all)).map(({ result }) => result.value / SOL);
}

async function give(server: MockServer, amount: number) {
  const { wire, signature } = await signedOf(server, `send ${amount} SOL to ${CAROL}`);
  expect((await send(server, wire)).result).toBe(signature);
  return signature;
}

test("changes that slow-confirm keeps at processed are visible only at processed until released", async () => {
  const server = await lab();
  server.faults.add({ fault: { kind: "slow-confirm", by: "30s" }, times: 1 });
  const signature = await give(server, 2);
  const status = async () => (await statusOf(server, signature)).confirmationStatus;
  expect([await status(), await balances(server)]).toEqual(["processed", [2, 0, 0]]);
  await server.clock.advance("20s");
  expect(await balances(server)).toEqual([2, 0, 0]);
  const state = JSON.parse(JSON.stringify(await server.snapshot()));
  for (const turn of ["as it went", "after restore"]) {
    await server.clock.advance("9s");
    expect([await status(), await balances(server)], turn).toEqual(["processed", [2, 0, 0]]);
    await server.clock.advance("2s");
    expect([await status(), await balances(server)], turn).toEqual(["confirmed", [2, 2, 0]]);
    await server.clock.advance("13s");
    expect([await status(), await balances(server)], turn).toEqual(["finalized", [2, 2, 2]]);
    await server.restore(state);
  }
});

test("a server restored from the state answers the same at every commitment", async ({ server }) => {
  await give(server, 1);
  await server.clock.advance(10 * SLOT);
  server.faults.add({ fault: { kind: "slow-confirm" }, times: 1 });
  await give(server, 2);
  await server.clock.advance(22 * SLOT);
  const other = await lab();
  await other.restore(JSON.parse(JSON.stringify(await server.snapshot())));
  for (const one of [server, other]) {
    expect(await balances(one)).toEqual([3, 1, 1]);
    const scan = async (commitment: string) => {
      const { result } = await rpc(one, "getMultipleAccounts", [[CAROL], { commitment, encoding: "base64" }]);
      return result.value[0].lamports;
    };
    expect([await scan("processed"), await scan("confirmed")]).toEqual([3 * SOL, SOL]);
  }
});

test("a transaction that is delayed without end is confirmed together with the next one that is not", async () => {
  const server = await lab();
  server.faults.add({ fault: { kind: "slow-confirm" }, times: 1 });
  await give(server, 2);
  // A transaction of the same block that is not delayed.
  await give(server, 3);
  expect(await balances(server)).toEqual([5, 5, 0]);
  await server.clock.advance(32 * SLOT);
  expect(await balances(server)).toEqual([5, 5, 5]);
  server.faults.add({ fault: { kind: "slow-confirm" }, times: 1 });
  await give(server, 4);
  await server.clock.advance("1h");
  expect(await balances(server)).toEqual([9, 5, 5]);
});

test("successive changes that are delayed without end use no more memory than one", async ({ server }) => {
  await give(server, 1);
  await server.clock.advance(40 * SLOT);
  server.faults.add({ fault: { kind: "slow-confirm" }, times: 7 });
  const kept = async () => (await server.snapshot()).state.unfinalized?.length;
  await give(server, 2);
  const first = await kept();
  for (let time = 0; time < 6; time++) {
    await server.clock.advance(40 * SLOT);
    await give(server, 1);
    expect(await balances(server)).toEqual([4 + time, 1, 1]);
  }
  expect(await kept()).toBe(first);
  // The next transaction that is not delayed is confirmed together with all delayed ones.
  await server.clock.advance(SLOT);
  await give(server, 1);
  expect(await balances(server)).toEqual([10, 10, 1]);
  await server.clock.advance(32 * SLOT);
  expect(await balances(server)).toEqual([10, 10, 10]);
  // Finalized changes are dropped: only those of the last transfer are left.
  await give(server, 1);
  expect(await kept()).toBe(first);
});

test("funding by the control plane finalizes the account's current state", async ({ server }) => {
  server.faults.add({ fault: { kind: "slow-confirm" }, times: 1 });
  await give(server, 2);
  await server.fund(CAROL, { SOL: "1" });
  expect(await balances(server)).toEqual([3, 3, 3]);
});

test("subscriptions are notified at their commitment", async ({ server }) => {
  await server.listen();
  const clients = new Map<string, RpcClient>();
  for (const commitment of ["processed", "confirmed", "finalized"]) {
    const client = await RpcClient.open(server.rpc.live);
    await client.call("accountSubscribe", CAROL, { commitment, encoding: "base64" });
    clients.set(commitment, client);
  }
  /** Checks that each client gets exactly the given notifications. */
  const next = async (wanted: Partial<Record<string, number[]>>) => {
    for (const [commitment, client] of clients) {
      for (const lamports of wanted[commitment] ?? []) {
        const { params } = await client.message();
        expect([commitment, params.result.value.lamports / SOL]).toEqual([commitment, lamports]);
      }
      await client.silent();
    }
  };
  server.faults.add({ fault: { kind: "slow-confirm", by: "10s" }, times: 1 });
  await give(server, 2);
  await next({ processed: [2] });
  await server.clock.advance("11s");
  await next({ confirmed: [2] });
  server.faults.add({ fault: { kind: "slow-confirm" }, times: 1 });
  await give(server, 3);
  await next({ processed: [5] });
  await give(server, 4);
  await next({ processed: [9], confirmed: [9] });
  await server.clock.advance("13s");
  await next({ finalized: [2, 9] });
  for (const { socket } of clients.values()) socket.terminate();
});
