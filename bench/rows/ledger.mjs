// The chain in the process. The peer is LiteSVM's own simulation of the same bytes over the same accounts: `litesvm` reads logs
// and units, `litesvm, all read` also return data and accounts. Each call simulates another swap.
import { Buffer } from "node:buffer";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { cpuOf, startChild } from "../lib/child.mjs";
import { call, inTurn, liteSvm, MANY, readAll, readSome, scene } from "../lib/litesvm.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));
const JSON_TYPE = { "Content-Type": "application/json" };

async function builds() {
  const { server, build } = await scene({ swaps: MANY });
  return { act: build, close: () => server.close() };
}

/** LiteSVM by itself, with as much read of a run as `read` does. */
async function alone(read) {
  const { transactions, simulate } = await liteSvm();
  const next = inTurn(transactions);
  return { act: () => read(simulate(next())) };
}

const peers = { litesvm: () => alone(readSome), "litesvm, all read": () => alone(readAll) };

/** A server, and its ledger with the first transaction in it. The event loop turns in between, as it does between tests. */
async function firstTransaction() {
  return {
    act: async () => {
      const { server, build } = await scene();
      await build();
      await server.close();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Sends and looks for the confirmation, one transfer after the other, on one connection that is kept. */
async function confirmations() {
  const child = await startChild([CLI, "serve", "--port", "0", "--json"]);
  const { rpc, wallets } = JSON.parse(child.line);
  const alice = Keypair.fromSecretKey(bs58.decode(wallets.alice.secretKey));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const outgoing = request(rpc.live, { method: "POST", agent, headers: JSON_TYPE }, async (answer) => {
        const parts = [];
        for await (const part of answer) parts.push(part);
        const { result, error } = JSON.parse(Buffer.concat(parts).toString());
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      outgoing.on("error", reject);
      outgoing.end(call(method, params));
    });
  let lamports = 0;
  const one = async (blockhash) => {
    lamports += 1;
    const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({
        fromPubkey: alice.publicKey,
        toPubkey: new PublicKey(wallets.bob.address),
        lamports,
      }),
    );
    transaction.sign(alice);
    const wire = transaction.serialize().toString("base64");
    const began = performance.now();
    const signature = await ask("sendTransaction", [wire, { encoding: "base64" }]);
    for (;;) {
      const { value } = await ask("getSignatureStatuses", [[signature]]);
      if (value[0]?.confirmationStatus === "confirmed") return performance.now() - began;
    }
  };
  return {
    block: async (ms) => {
      const { value } = await ask("getLatestBlockhash", []);
      const waits = [];
      for (const until = performance.now() + ms; performance.now() < until; )
        waits.push(await one(value.blockhash));
      waits.sort((a, b) => a - b);
      const wall = waits.reduce((sum, wait) => sum + wait, 0);
      return { calls: waits.length, wall, figures: { "p50, ms": waits[waits.length >> 1] } };
    },
    ...(cpuOf(child.pid) !== undefined && { cpu: () => cpuOf(child.pid) }),
    close: async () => {
      agent.destroy();
      await child.close();
    },
  };
}

export const rows = [
  {
    name: "build-simulate",
    warmUp: 15,
    title: "Build and simulate, in-process API",
    sides: { "intent-tx": builds, ...peers },
    goals: { litesvm: { atMost: 3 } },
  },
  {
    name: "send-confirm",
    title: "Send and confirm over a socket, running clock",
    sides: { "intent-tx": confirmations },
    goals: { "p50, ms": { atMost: 10 } },
  },
  {
    name: "first-transaction",
    warmUp: 15,
    title: "createMockServer, its ledger and the first transaction",
    sides: { "intent-tx": firstTransaction },
    goals: { cost: { atMost: 10_000 } },
  },
];
