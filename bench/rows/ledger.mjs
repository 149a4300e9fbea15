// The chain in the process. LiteSVM's own simulation of the same bytes over the same accounts is the peer: `litesvm` reads
// what anybody reads of it (logs, units), `litesvm, all read` what JSON-RPC tells of it (return data and accounts after the
// run too), and `node:http, litesvm` answers the former over a socket, as the least that a server over it can do. Nobody has
// a run at hand: so many swaps take turns that the server remembers none (what it does earn has the row `cache-runs`).
// Builds and simulations are counted in CPU time,
// sending and confirming as a client waits for it. A validator is compared by the time waited, since it is busy while nobody
// asks; it stands still while it is not its turn, as it would take a core from the others.
import { Buffer } from "node:buffer";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { cpuOf, startChild } from "../lib/child.mjs";
import { call, inTurn, liteSvm, MANY, readAll, readSome, scene } from "../lib/litesvm.mjs";
import { loader, requestBytes } from "../lib/load.mjs";
import { importSource } from "../lib/source.mjs";
import { startValidator } from "../lib/validator.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));
const BARE = fileURLToPath(new URL("../lib/litesvm-http.mjs", import.meta.url));
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

/** A load of simulations, over and over, at a JSON-RPC of another process, which ends with it. */
async function simulationsAt(target, connections) {
  try {
    return await loadOf(target, connections);
  } catch (error) {
    await target.close();
    throw error;
  }
}

async function loadOf({ url, pid, wake, rest, close }, connections) {
  const { server: builder, wires } = await scene({ swaps: MANY });
  await builder.close();
  // The world's blockhash has passed by now, as the clock runs.
  const config = { encoding: "base64", replaceRecentBlockhash: true };
  const bodies = wires.map((wire) => call("simulateTransaction", [wire, config]));
  for (const body of bodies) {
    const { result } = await (await fetch(url, { method: "POST", headers: JSON_TYPE, body })).json();
    if (result?.value?.err !== null) throw new Error(`${url} does not simulate: ${JSON.stringify(result)}`);
  }
  const requests = bodies.map((body) => requestBytes(url, { method: "POST", body }));
  const load = await loader(url, requests, { connections });
  return {
    ready: async () => {
      await wake?.();
      await load.ready();
    },
    block: load.block,
    rest,
    ...(cpuOf(pid) !== undefined && { cpu: () => cpuOf(pid) }),
    close: async () => {
      load.close();
      await close();
    },
  };
}

async function simulations(connections) {
  const { line, pid, close } = await startChild([CLI, "serve", "--port", "0", "--json"]);
  return simulationsAt({ url: JSON.parse(line).rpc.live, pid, close }, connections);
}

async function bareSimulations(connections) {
  const { line: url, pid, close } = await startChild([BARE]);
  return simulationsAt({ url, pid, close }, connections);
}

async function validatorSimulations(connections) {
  const validator = await startValidator();
  return validator && simulationsAt(validator, connections);
}

/**
 * Blocks, and calls, before those that count. V8 compiles the path of a simulation over some thousand calls; until then a call
 * costs twice as much. A block with one call in flight has fewer calls than one with 32, so that blocks alone would compare
 * code that is compiled with code that is not.
 */
const WARM_UP = 15;
const WARM_UP_CALLS = 8_000;

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

/** Compiles the message of a swap, with the addresses that it has seen remembered or decoded each time. */
async function messages(remembered) {
  const { compileTransaction } = await importSource("mock-server/src/chain/compile.ts");
  const { AddressBytes } = await importSource("mock-server/src/chain/address-bytes.ts");
  const { wire } = await wireOfScene();
  const { readTransaction } = await importSource("mock-server/src/chain/transaction.ts");
  const { staticKeys, instructions, blockhash } = readTransaction(wire);
  const plain = instructions.map(({ programIdIndex, accounts, data }) => ({
    programId: staticKeys[programIdIndex],
    accounts: accounts.map((at) => ({ address: staticKeys[at], signer: at === 0, writable: at < 5 })),
    data,
  }));
  const bytes = new AddressBytes();
  const compile = remembered
    ? () => compileTransaction(staticKeys[0], blockhash, plain, 0, bytes.of)
    : () => compileTransaction(staticKeys[0], blockhash, plain);
  return { act: compile };
}

async function wireOfScene() {
  const { server, wire } = await scene();
  await server.close();
  return { wire: Buffer.from(wire, "base64") };
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

/** The rows of JSON-RPC with so many calls in flight. */
const over = (connections, inFlight) => [
  {
    name: `simulate-${connections}`,
    warmUp: WARM_UP,
    warmUpCalls: WARM_UP_CALLS,
    title: `simulateTransaction over a socket, ${inFlight}`,
    sides: {
      "intent-tx": () => simulations(connections),
      ...peers,
      "node:http, litesvm": () => bareSimulations(connections),
    },
    goals: { litesvm: { atMost: 1.6 } },
  },
  {
    name: `simulate-${connections}-validator`,
    warmUp: WARM_UP,
    warmUpCalls: WARM_UP_CALLS,
    title: `The same beside a validator, ${inFlight}`,
    sides: {
      "intent-tx": () => simulations(connections),
      "solana-test-validator": () => validatorSimulations(connections),
    },
    goals: { "solana-test-validator": { atMost: 1, clock: "wall" } },
  },
];

export const rows = [
  {
    name: "build-simulate",
    warmUp: WARM_UP,
    warmUpCalls: WARM_UP_CALLS,
    title: "Build and simulate, in-process API",
    sides: { "intent-tx": builds, ...peers },
    goals: { litesvm: { atMost: 2 } },
  },
  ...over(1, "1 in flight"),
  ...over(32, "32 in flight"),
  {
    name: "send-confirm",
    title: "Send and confirm over a socket, running clock",
    sides: { "intent-tx": confirmations },
    goals: { "p50, ms": { atMost: 10 } },
  },
  {
    name: "first-transaction",
    warmUp: WARM_UP,
    title: "createMockServer, its ledger and the first transaction",
    sides: { "intent-tx": firstTransaction },
    goals: { cost: { atMost: 10_000 } },
  },
  {
    name: "address-bytes",
    title: "Cache of a build's address bytes: a message compiled",
    sides: { remembered: () => messages(true), "decoded each time": () => messages(false) },
    goals: { "decoded each time": { atMost: 0.7 } },
  },
];
