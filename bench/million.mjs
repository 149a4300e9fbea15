// Very many landed transactions: memory while they land, the size of the state, and a start from it.
// `node bench/million.mjs [COUNT]`: a million take some ten minutes on an idle machine.
import { execFileSync, spawn } from "node:child_process";
import { createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";

const CLI = fileURLToPath(new URL("../mock-server/dist/cli/main.js", import.meta.url));
const COUNT = Number(process.argv[2] ?? 1_000_000);
/** Sends in one request: what its body has room for. */
const BATCH = 100;
/** A blockhash lives for a minute. */
const BLOCKHASH_MS = 20_000;
const REPORTS = 10;
const MIB = 1024 * 1024;
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

async function serve(state) {
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, "serve", "--port", "0", "--json", "--state", state], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line);
    if (ready.event !== "ready") continue;
    child.stdout.resume();
    const stop = () => new Promise((done) => child.once("exit", done) && child.kill("SIGTERM"));
    return { ready, pid: child.pid, ms: performance.now() - started, stop };
  }
  throw new Error("the server ended without being ready");
}

const rss = (pid) => Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) / 1024;

async function post(url, calls) {
  const body = JSON.stringify(calls);
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return answer.json();
}

async function call(url, method, params = []) {
  const { result, error } = await post(url, { jsonrpc: "2.0", id: 1, method, params });
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Signs transfers by native code: each differs in its lamports. */
function signer(secretKey) {
  const keypair = Keypair.fromSecretKey(bs58.decode(secretKey));
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, keypair.secretKey.subarray(0, 32)]),
    format: "der",
    type: "pkcs8",
  });
  const to = new PublicKey(Buffer.alloc(32, 9));
  return (blockhash, lamports) => {
    const feePayer = keypair.publicKey;
    const transaction = new Transaction({ feePayer, recentBlockhash: blockhash });
    transaction.add(SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: to, lamports }));
    const message = transaction.serializeMessage();
    return Buffer.concat([Buffer.from([1]), sign(null, message, key), message]).toString("base64");
  };
}

async function land({ ready, pid }, count) {
  const url = ready.rpc.live;
  const { alice } = ready.wallets;
  await call(url, "requestAirdrop", [alice.address, 1_000_000_000_000]);
  const transfer = signer(alice.secretKey);
  let [blockhash, taken] = ["", Number.NEGATIVE_INFINITY];
  const started = performance.now();
  for (let done = 0; done < count; done += BATCH) {
    if (performance.now() - taken > BLOCKHASH_MS) {
      taken = performance.now();
      ({
        value: { blockhash },
      } = await call(url, "getLatestBlockhash"));
    }
    const config = { encoding: "base64", skipPreflight: true };
    const sends = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => ({
      ...{ jsonrpc: "2.0", id: index, method: "sendTransaction" },
      params: [transfer(blockhash, 1_000_000 + done + index), config],
    }));
    const refused = (await post(url, sends)).find(({ error }) => error);
    if (refused) throw new Error(refused.error.message);
    const reached = done + BATCH;
    if (reached % (count / REPORTS) === 0) {
      const seconds = (performance.now() - started) / 1000;
      console.log(
        `${reached} landed, ${Math.round(reached / seconds)} a second, ${Math.round(rss(pid))} MiB resident`,
      );
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "intent-tx-million-"));
const state = join(folder, "state.jsonl");
try {
  const first = await serve(state);
  console.log(`empty: ready after ${Math.round(first.ms)} ms, ${Math.round(rss(first.pid))} MiB resident`);
  await land(first, COUNT);
  await first.stop();
  console.log(`state: ${(statSync(state).size / MIB).toFixed(1)} MiB`);
  const second = await serve(state);
  const url = second.ready.rpc.live;
  const asked = performance.now();
  const page = await call(url, "getSignaturesForAddress", [
    second.ready.wallets.alice.address,
    { limit: 1000 },
  ]);
  console.log(
    `from it: ready after ${Math.round(second.ms)} ms, a page of ${page.length} after ${Math.round(performance.now() - asked)} ms more, ${Math.round(rss(second.pid))} MiB resident`,
  );
  await second.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
