// The in-process chain. The peer is LiteSVM's own simulation of the same bytes with the same accounts. Each call
// simulates a different swap.
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { SERVE, startChild } from "../lib/child.mjs";
import { inTurn, liteSvm, MANY, readRun, setup } from "../lib/litesvm.mjs";

async function builds() {
  const { server, build } = await setup({ swaps: MANY });
  return { act: build, close: () => server.close() };
}

/** LiteSVM without the server. */
async function alone() {
  const { transactions, simulate } = await liteSvm();
  const next = inTurn(transactions);
  return { act: () => readRun(simulate(next())) };
}

/** Builds the first transaction of a new server. Lets the event loop turn, as between tests. */
async function firstTransaction() {
  return {
    act: async () => {
      const { server, build } = await setup();
      await build();
      await server.close();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Sends transfers one after the other, and polls until each is confirmed. Measures the median wait. */
async function confirmations() {
  const child = await startChild(SERVE);
  const { rpc, wallets } = JSON.parse(child.line);
  const alice = Keypair.fromSecretKey(bs58.decode(wallets.alice.secretKey));
  const bob = new PublicKey(wallets.bob.address);
  const connection = new Connection(rpc.live, "confirmed");
  let lamports = 0;
  const one = async ({ blockhash: recentBlockhash }) => {
    const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash });
    lamports += 1;
    transaction.add(SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob, lamports }));
    transaction.sign(alice);
    const began = performance.now();
    const signature = await connection.sendRawTransaction(transaction.serialize());
    for (;;) {
      const { value } = await connection.getSignatureStatus(signature);
      if (value?.confirmationStatus === "confirmed") return performance.now() - began;
    }
  };
  const value = async () => {
    const latest = await connection.getLatestBlockhash();
    const waits = [];
    for (let sent = 0; sent < 50; sent += 1) waits.push(await one(latest));
    return waits.sort((a, b) => a - b)[waits.length >> 1];
  };
  return { value, close: child.close };
}

export const rows = [
  {
    name: "build-simulate",
    warmUp: 15,
    title: "Build and simulate, in-process API",
    sides: { "intent-tx": builds, litesvm: alone },
    goals: { litesvm: { atMost: 3 } },
  },
  {
    name: "send-confirm",
    title: "Send and confirm over a socket, time waited",
    unit: "ms",
    sides: { "intent-tx": confirmations },
    goals: { cost: { atMost: 10 } },
  },
  {
    name: "first-transaction",
    warmUp: 15,
    title: "createMockServer, its ledger and the first transaction",
    sides: { "intent-tx": firstTransaction },
    goals: { cost: { atMost: 10 } },
  },
];
