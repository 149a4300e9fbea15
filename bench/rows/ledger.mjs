// The chain in the process. LiteSVM's own simulation of the same bytes over the same accounts is the peer: `litesvm` reads
// what anybody reads of it (logs, units), `litesvm, all read` what JSON-RPC tells of it (return data and accounts after the
// run too). Builds and simulations are counted in CPU time, sending and confirming as a client waits for it.
import { Buffer } from "node:buffer";
import { Agent, request } from "node:http";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Keypair, PublicKey, SystemProgram, Transaction, VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import { cpuOf, startChild } from "../lib/child.mjs";
import { loader, requestBytes } from "../lib/load.mjs";
import { mockServer } from "../lib/subjects.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));
const JSON_TYPE = { "Content-Type": "application/json" };
const SWAP = "intentTxSwap1111111111111111111111111111111";
const LOADER_V3 = "BPFLoaderUpgradeab1e11111111111111111111111";
const RENT_EXEMPT = 18446744073709551615n;

const call = (method, params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** A server with a swap of its world that is built: what both sides simulate. */
async function scene() {
  const { server, headers, command } = await mockServer({
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
  });
  const post = async (url, body) => {
    const answer = await server.fetch(url, { method: "POST", headers: { ...headers, ...JSON_TYPE }, body });
    if (answer.status !== 200) throw new Error(`${url} answered ${await answer.text()}`);
    return answer.json();
  };
  const { intentId } = await post(`${server.baseUrl}/intents`, command);
  const order = JSON.stringify({ intentId, walletAddress: server.wallets.alice.address });
  const build = () => post(`${server.baseUrl}/transactions/build`, order);
  const rpc = async (method, params) => (await post(server.rpc.live, call(method, params))).result;
  return { server, build, rpc, wire: (await build()).transaction };
}

async function builds() {
  const { server, build } = await scene();
  return { act: build, close: () => server.close() };
}

/** LiteSVM with the accounts that the transaction names, as the server's chain has them. */
async function liteSvm(read) {
  const { server, rpc, wire } = await scene();
  const require = createRequire(new URL("../../mock-server/package.json", import.meta.url));
  const native = require("litesvm/dist/internal.js");
  const svm = new native.LiteSvm();
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  svm.setSigverify(false);
  const bytes = Buffer.from(wire, "base64");
  const key = (address) => new PublicKey(address).toBytes();
  const put = async (address) => {
    const { value } = await rpc("getAccountInfo", [address, { encoding: "base64" }]);
    if (!value || (value.executable && address !== SWAP)) return;
    const data = Buffer.from(value.data[0], "base64");
    // The account that holds a program's code has to stand before the program does.
    if (value.executable && value.owner === LOADER_V3) await put(bs58.encode(data.subarray(4, 36)));
    const { lamports, owner, executable } = value;
    svm.setAccount(
      key(address),
      new native.Account(BigInt(lamports), data, key(owner), executable, RENT_EXEMPT),
    );
  };
  for (const address of VersionedMessage.deserialize(bytes.subarray(65)).staticAccountKeys)
    await put(address.toBase58());
  await server.close();
  const run = svm.simulateVersionedTransaction(bytes);
  if (!("postAccounts" in run)) throw new Error(`the peer's simulation fails: ${run.toString()}`);
  return { act: () => read(svm.simulateVersionedTransaction(bytes)) };
}

function readSome(run) {
  const meta = run.meta();
  return [meta.logs(), meta.computeUnitsConsumed()];
}

function readAll(run) {
  const returned = run.meta().returnData();
  const accounts = run.postAccounts().map((post) => {
    const account = post.account();
    return [post.address, account.lamports(), account.owner(), account.executable(), account.data()];
  });
  return [...readSome(run), returned.programId(), returned.data(), accounts];
}

const peers = { litesvm: () => liteSvm(readSome), "litesvm, all read": () => liteSvm(readAll) };

async function simulations(connections) {
  const { server: builder, wire } = await scene();
  await builder.close();
  const child = await startChild([CLI, "serve", "--port", "0", "--json"]);
  const { baseUrl, rpc } = JSON.parse(child.line);
  // The world's blockhash has passed by now, as the clock runs.
  const config = { encoding: "base64", replaceRecentBlockhash: true };
  const bytes = requestBytes(rpc.live, { method: "POST", body: call("simulateTransaction", [wire, config]) });
  const load = await loader(baseUrl.replace(/\/v1$/, ""), bytes, { connections });
  return {
    block: load.block,
    ...(cpuOf(child.pid) !== undefined && { cpu: () => cpuOf(child.pid) }),
    close: async () => {
      load.close();
      await child.close();
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
    title: "Build and simulate, in-process API",
    sides: { "intent-tx": builds, ...peers },
    goals: { litesvm: { atMost: 2 } },
  },
  {
    name: "simulate-1",
    title: "simulateTransaction over a socket, 1 in flight",
    sides: { "intent-tx": () => simulations(1), ...peers },
    goals: { litesvm: { atMost: 1.6 } },
  },
  {
    name: "simulate-32",
    title: "simulateTransaction over 32 sockets",
    sides: { "intent-tx": () => simulations(32), ...peers },
    goals: { litesvm: { atMost: 1.6 } },
  },
  {
    name: "send-confirm",
    title: "Send and confirm over a socket, running clock",
    sides: { "intent-tx": confirmations },
    goals: { "p50, ms": { atMost: 10 } },
  },
];
