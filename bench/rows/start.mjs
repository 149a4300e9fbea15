// A process of a test run from its start to the first built transaction, and a server for each of 300 tests.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { native, setup } from "../lib/litesvm.mjs";

const run = promisify(execFile);
const ROOT = new URL("../../", import.meta.url);

/** Runs a program, which reports the CPU milliseconds of its process. */
const started = (source) => {
  let spent = 0;
  const program = `${source}
const { user, system } = process.cpuUsage();
console.log((user + system) / 1000);`;
  return {
    act: async () => {
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { cwd: ROOT });
      spent += Number(stdout);
    },
    batch: 1,
    cpu: () => spent,
  };
};

const OWN = `
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
const server = await createMockServer();
const client = new IntentTx(server.clientOptions());
const walletAddress = server.wallets.alice.address;
const { intentId } = await client.intents.parse({ walletAddress, command: "swap 0.5 SOL for USDC" });
await client.transactions.build({ intentId, walletAddress });`;

/** The least that a test without a service does: a chain, a wallet and a simulated transfer. */
const BARE = `
import { createRequire } from "node:module";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
const native = createRequire(process.cwd() + "/mock-server/package.json")("litesvm/dist/internal.js");
const svm = new native.LiteSvm();
const payer = Keypair.generate();
svm.airdrop(payer.publicKey.toBytes(), 10n ** 9n);
const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: svm.latestBlockhash() });
transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }));
transaction.sign(payer);
svm.simulateLegacyTransaction(transaction.serialize());`;

const TESTS = 300;

/** CPU milliseconds of each of 300 tests. */
async function tests(test) {
  const before = process.cpuUsage();
  for (let count = 0; count < TESTS; count += 1) {
    await test();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TESTS;
}

/** Creates a server, builds a transaction and closes the server. */
async function ownTest() {
  const { server, build } = await setup();
  await build();
  await server.close();
}

/** The least that a test without a service does. */
async function bareTest() {
  const svm = new (native().LiteSvm)();
  const payer = Keypair.generate();
  svm.airdrop(payer.publicKey.toBytes(), 10n ** 9n);
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: svm.latestBlockhash() });
  transaction.add(
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
  );
  transaction.sign(payer);
  svm.simulateLegacyTransaction(transaction.serialize());
}

const inTests = (value) => ({
  "intent-tx": () => ({ value: () => value(ownTest) }),
  "litesvm and web3.js": () => ({ value: () => value(bareTest) }),
});

async function memoryAfter(test) {
  await tests(test);
  return process.memoryUsage().rss / 2 ** 20;
}

const ONCE = { blocks: 3, warmUp: 0 };

export const rows = [
  {
    name: "first-build",
    title: "Process start to the first built transaction",
    sides: { "intent-tx": () => started(OWN), "litesvm and web3.js": () => started(BARE) },
    goals: { "litesvm and web3.js": { atMost: 1.4, reason: "the packages are larger than the peers" } },
    blocks: 11,
    ms: 1,
    warmUp: 1,
  },
  {
    name: "server-per-test",
    title: "A server for each of 300 tests, with a build",
    unit: "ms",
    sides: inTests(tests),
    goals: {
      cost: {
        atMost: 5,
        reason: "the goal is of a machine that is several times faster; the row's ratio shows the machine",
      },
    },
    ...ONCE,
  },
  {
    name: "memory-per-test",
    title: "Memory after 300 servers (RSS)",
    unit: "MB",
    sides: inTests(memoryAfter),
    goals: { cost: { atMost: 300, reason: "V8 collects closed chains late" } },
    ...ONCE,
  },
];
