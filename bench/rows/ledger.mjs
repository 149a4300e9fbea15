// The in-process chain. The peer is LiteSVM's own simulation of the same bytes with the same accounts. Each call
// simulates a different swap.
import { Buffer } from "node:buffer";
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  VersionedMessage,
} from "@solana/web3.js";
import bs58 from "bs58";
import { SERVE, startChild } from "../lib/child.mjs";
import { inTurn, liteSvm, MANY, readRun, setup } from "../lib/litesvm.mjs";
import { mockServer, nextCommand } from "../lib/subjects.mjs";

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

/** JSON-RPC in process, with a different account for each call. */
async function accounts() {
  const { server, rpc, wires } = await setup({ swaps: 1 });
  const keys = VersionedMessage.deserialize(Buffer.from(wires[0], "base64").subarray(65)).staticAccountKeys;
  const next = inTurn(keys.map((key) => key.toBase58()));
  return { act: () => rpc("getAccountInfo", [next(), { encoding: "base64" }]), close: () => server.close() };
}

/** Verifies a built transaction against its intent, as an app does before signing. */
async function verified() {
  const { IntentTx } = await import("intent-tx");
  const { verifyTransaction } = await import("intent-tx/solana");
  const { server } = await mockServer();
  const client = new IntentTx(server.clientOptions("enterprise"));
  const walletAddress = server.wallets.alice.address;
  const pairs = [];
  for (let swap = 0; swap < MANY; swap += 1) {
    const intent = await client.intents.parse(nextCommand(walletAddress));
    pairs.push([await client.transactions.build({ intentId: intent.intentId, walletAddress }), intent]);
  }
  await server.close();
  const next = inTurn(pairs);
  return { act: () => verifyTransaction(...next(), { walletAddress }) };
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
  { name: "rpc-account", title: "JSON-RPC in-process: getAccountInfo", sides: { "intent-tx": accounts } },
  { name: "verify", title: "verifyTransaction of a swap", sides: { "intent-tx": verified } },
  {
    name: "first-transaction",
    warmUp: 15,
    title: "createMockServer, its ledger and the first transaction",
    sides: { "intent-tx": firstTransaction },
    goals: { cost: { atMost: 10 } },
  },
];
