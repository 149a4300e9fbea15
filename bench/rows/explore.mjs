// CPU time per request of a payment under `explore`, compared with the same payment on a mock server of its own, and
// the memory that an exploration takes.
import process from "node:process";
import { createMockServer } from "@intent-tx/mock-server";
import { explore } from "@intent-tx/mock-server/explore";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { execute, MemoryJournal } from "intent-tx/solana";

const START = { seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "auto" } };

/** Pays, and tries again until the payment is settled. */
async function run({ client, connection, server, state: journal }) {
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

const cpu = () => process.cpuUsage().user + process.cpuUsage().system;

async function explored(schedules) {
  let requests = 0;
  await explore({
    setup: () => new MemoryJournal(),
    run,
    check: ({ server }) => {
      requests += server.requests.list().length;
    },
    depth: 2,
    budget: { schedules, ms: 3_600_000 },
  });
  return requests;
}

/** The app without `explore`. Restoring the initial state is part of each run in both. */
async function plain(runs) {
  const server = await createMockServer(START);
  const initial = await server.snapshot();
  let requests = 0;
  for (let at = 0; at < runs; at += 1) {
    await server.restore(initial);
    server.requests.clear();
    const client = new IntentTx(server.clientOptions());
    const connection = new Connection(server.rpc.live, {
      commitment: "confirmed",
      disableRetryOnRateLimit: true,
      fetch: server.fetch,
    });
    await run({ client, connection, server, state: new MemoryJournal() });
    requests += server.requests.list().length;
  }
  await server.close();
  return requests;
}

/** CPU milliseconds per request. */
const perRequest = (runs) => async () => ({
  value: async () => {
    const before = cpu();
    const requests = await runs();
    return (cpu() - before) / 1000 / requests;
  },
});

export const rows = [
  {
    name: "explore",
    title: "A request of an explored payment",
    unit: "ms",
    sides: { "intent-tx": perRequest(() => explored(200)), "without explore": perRequest(() => plain(100)) },
    goals: { "without explore": { atMost: 1.3 } },
    blocks: 3,
    warmUp: 1,
  },
  {
    name: "memory-explore",
    title: "Memory after 2,000 schedules (RSS)",
    unit: "MB",
    sides: {
      "intent-tx": () => ({
        value: async () => {
          await explored(2000);
          return process.memoryUsage().rss / 2 ** 20;
        },
      }),
    },
    goals: { cost: { atMost: 500 } },
    blocks: 1,
    warmUp: 0,
  },
];
