// Runs a trading bot for 24 virtual hours. The service returns 429 and 503, loses responses and restarts, and another
// process rotates and revokes the key. Each order must land at most once, and the balances must match the chain
// exactly. Usage in Node-compatible runtimes: node test/runtimes/bot.mjs [seed]
import { deepEqual, equal, ok } from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createMockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx, isTransient, KeyRotator } from "intent-tx";
import { FileJournal, FileKeyStore } from "intent-tx/node";
import { execute, receipt } from "intent-tx/solana";

const START = "2026-01-01T00:00:00Z";
const MINUTES = 24 * 60;
const COMMANDS = [
  "swap 0.05 SOL for USDC",
  "swap 7 USDC for SOL",
  "send 0.01 SOL to bob.sol",
  "send 1 USDC to bob.sol",
];
const SERVICE_FAULTS = [
  { kind: "status", status: 503 },
  { kind: "status", status: 429 },
  { kind: "drop", when: "body" },
  { kind: "malformed", form: "truncated" },
];
const CHAIN_FAULTS = [
  { kind: "drop-transaction" },
  { kind: "late-transaction" },
  { kind: "expired-blockhash" },
];

/** A seeded random number generator (mulberry32). */
function random(seed) {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

/** Runs the bot for a day; returns how many times each event happened. */
export async function day(seed) {
  const next = random(seed);
  const pick = (list) => list[next(list.length)];
  const folder = await mkdtemp(join(tmpdir(), "intent-tx-bot-"));
  const start = () => createMockServer({ seed, clock: { now: START, mode: "frozen" } });
  let server = await start();
  // The client's waits advance the server's clock, so that the day takes only as long as the work.
  const clock = {
    now: () => server.clock.now(),
    sleep: (ms) => server.clock.advance(Math.max(1, Math.ceil(ms))),
  };
  /** Loses one response in thirty, after the service has processed the request. */
  const fetch = async (url, init) => {
    const answer = await server.fetch(url, init);
    if (next(30) > 0) return answer;
    counts.lost++;
    throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
  };
  const counts = { polls: 0, landed: 0, ended: 0, crashes: 0, restarts: 0, rotations: 0, lost: 0 };
  const { address } = server.wallets.alice;
  const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
  const { baseUrl } = server;
  const node = (over) => new Connection(server.rpc.live, { fetch: over, disableRetryOnRateLimit: true });

  const keys = new FileKeyStore(join(folder, "key.json"));
  await keys.save({ keyId: server.keyIds.enterprise, key: server.keys.enterprise, createdAt: START });
  const rotator = (over) =>
    new KeyRotator({ store: new FileKeyStore(join(folder, "key.json")), baseUrl, fetch: over, clock });
  /** Starts a process of the bot, whose state is in files. */
  const process_ = () => {
    const client = new IntentTx({ apiKey: rotator(fetch).apiKey, baseUrl, fetch, clock });
    const journal = new FileJournal(join(folder, "payments"));
    // The process can die during a payment, before or after the journal stores the next step.
    const update = async (record) => {
      const dies = next(12);
      if (dies === 0) throw new Error("died before");
      const stored = await journal.update(record);
      if (dies === 1) throw new Error("died after");
      return stored;
    };
    const kept = {
      get: (id) => journal.get(id),
      claim: (one) => journal.claim(one),
      open: () => journal.open(),
    };
    return { client, journal: { ...kept, update } };
  };
  let bot = process_();

  const balances = async () => {
    const lamports = await node(server.fetch).getBalance(signer.publicKey, "confirmed");
    const { tokens } = await new IntentTx(server.clientOptions("pro")).portfolio.retrieve(address);
    const held = tokens.filter(({ symbol }) => symbol !== "SOL").map(({ mint, balance }) => [mint, balance]);
    return new Map([["lamports", BigInt(lamports)], ...held]);
  };
  const before = await balances();

  const paid = new Set();
  /** Repeats an order after each crash until the order has an outcome. */
  async function order(paymentId, command) {
    for (let tries = 0; tries < 60; tries++) {
      try {
        const { signature } = await execute({
          ...bot,
          connection: node(fetch),
          signer,
          command,
          paymentId,
          clock,
          approve: ({ effects }) => effects.spendAtMost.length > 0,
        });
        ok(!paid.has(signature), `${paymentId} got the signature of another order`);
        paid.add(signature);
        counts.landed++;
        return;
      } catch (error) {
        const died = /died (before|after)/.test(`${error.message} ${error.cause?.message}`);
        if (died) counts.crashes++;
        if (!died && error.outcome !== "unknown" && !isTransient(error)) {
          counts.ended++;
          return;
        }
        bot = process_();
        await server.clock.advance("20s");
      }
    }
    throw new Error(`${paymentId} has no outcome`);
  }

  for (let minute = 0; minute < MINUTES; minute++) {
    await server.clock.advance("1m");
    const event = next(60);
    if (event < 6)
      server.faults.add({ match: { path: "/v1/*" }, times: 1 + next(2), fault: pick(SERVICE_FAULTS) });
    if (event >= 6 && event < 9) server.faults.add({ times: 1, fault: pick(CHAIN_FAULTS) });
    if (event === 9) {
      const state = JSON.parse(JSON.stringify(await server.snapshot()));
      await server.close();
      server = await start();
      await server.restore(state);
      counts.restarts++;
    }
    if (event === 10) {
      server.faults.clear();
      const other = rotator(server.fetch);
      await other.rotate();
      const { key, previous } = await keys.load();
      await new IntentTx({ apiKey: key, baseUrl, fetch: server.fetch }).keys.revoke(previous.keyId);
      counts.rotations++;
    }
    const seen = await bot.client.prices.retrieve("SOL").catch((error) => {
      if (!isTransient(error)) throw error;
    });
    if (seen) counts.polls++;
    if (minute % 8 === 0) await order(`order-${minute}`, pick(COMMANDS));
  }

  // After five more minutes, each sent transaction has landed or can no longer land.
  server.faults.clear();
  await server.clock.advance("5m");
  const client = new IntentTx(server.clientOptions("pro"));
  const records = await client.transactions.list(address, { limit: 100 }).toArray({ max: 10_000 });
  const own = records.filter(({ timestamp }) => timestamp >= START);
  const landed = own.filter(({ status }) => status !== "failed").map(({ signature }) => signature);
  deepEqual(new Set(landed), paid);
  equal(landed.length, counts.landed);
  const expected = new Map(before);
  const add = (name, units) => expected.set(name, (expected.get(name) ?? 0n) + units);
  const nameOf = (mint) => (mint === "So11111111111111111111111111111111111111112" ? "lamports" : mint);
  for (const { signature } of own) {
    const connection = node(server.fetch);
    const { fee, rent, spent, received } = await receipt(signature, {
      connection,
      walletAddress: address,
      clock,
    });
    add("lamports", -fee - rent);
    for (const { mint, amount } of spent) add(nameOf(mint), -amount);
    for (const { mint, amount } of received) add(nameOf(mint), amount);
  }
  deepEqual(await balances(), expected);
  await server.close();
  await rm(folder, { recursive: true, force: true });
  return counts;
}

const counts = await day(Number(process.argv[2] ?? 1));
const { ended: _, ...happens } = counts;
for (const [name, count] of Object.entries(happens)) ok(count > 0, `${name} never happened`);
console.log(JSON.stringify(counts));
