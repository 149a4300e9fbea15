// The CPU time that `explore` adds to a run of an app, and the memory of an exploration.
import process from "node:process";
import { createMockServer } from "@intent-tx/mock-server";
import { explore } from "@intent-tx/mock-server/explore";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { execute, MemoryJournal } from "intent-tx/solana";

const START = { seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "auto" } };

/** Pays, and tries again until the payment is settled. */
async function pay({ client, connection, server, state: journal }) {
  const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
  const { clock } = server;
  const order = { command: "send 1 SOL to bob.sol", approve: () => true, paymentId: "order-17" };
  for (let tries = 0; tries < 30; tries += 1) {
    try {
      return await execute({ client, connection, signer, journal, clock, ...order });
    } catch {
      await clock.sleep(10_000);
    }
  }
  throw new Error("the payment is still open");
}

/**
 * Pays, and then reads a price ten times. With the fault `refused`, each run has one cheap request more or less than
 * the run without faults, so that the runs with and without `explore` do the same work.
 */
async function payAndRead(life) {
  await pay(life);
  for (let i = 0; i < 10; i += 1) await life.client.prices.retrieve("SOL", { maxRetries: 0 }).catch(() => {});
}

const cpu = () => process.cpuUsage().user + process.cpuUsage().system;
const setup = () => new MemoryJournal();

/** Explores with one fault that makes no more work. Returns the number of runs. */
async function explored() {
  let runs = 0;
  const check = () => {
    runs += 1;
  };
  const faults = { api: ["refused"], chain: false, crash: false };
  await explore({ setup, run: payAndRead, check, faults });
  return runs;
}

/** The same runs without `explore`. Restoring the initial state is part of each run in both. */
async function plain() {
  const runs = 14;
  const server = await createMockServer(START);
  const initial = await server.snapshot();
  for (let at = 0; at < runs; at += 1) {
    await server.restore(initial);
    server.requests.clear();
    const client = new IntentTx(server.clientOptions());
    const connection = new Connection(server.rpc.live, {
      commitment: "confirmed",
      disableRetryOnRateLimit: true,
      fetch: server.fetch,
    });
    await payAndRead({ client, connection, server, state: setup() });
  }
  await server.close();
  return runs;
}

/** CPU milliseconds per run. */
const perRun = (work) => () => ({
  value: async () => {
    const before = cpu();
    const runs = await work();
    return (cpu() - before) / 1000 / runs;
  },
});

export const rows = [
  {
    name: "explore",
    title: "An explored run (equal work)",
    unit: "ms",
    sides: { "intent-tx": perRun(explored), "without explore": perRun(plain) },
    goals: { "without explore": { atMost: 1.3 } },
    blocks: 9,
    warmUp: 2,
  },
  {
    name: "memory-explore",
    title: "Memory after 2,000 schedules (RSS)",
    unit: "MB",
    sides: {
      "intent-tx": () => ({
        value: async () => {
          const budget = { schedules: 2000, ms: 3_600_000 };
          await explore({ setup, run: pay, check: () => undefined, depth: 2, budget });
          return process.memoryUsage().rss / 2 ** 20;
        },
      }),
    },
    goals: { cost: { atMost: 500 } },
    blocks: 1,
    warmUp: 0,
  },
];
