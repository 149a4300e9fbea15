// A shop with one route, POST /pay, which pays bob 1 SOL. With SAFE=1, it stores what it has signed, and sends only that again.
import { createPrivateKey, sign } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const {
  INTENT_TX_BASE_URL,
  INTENT_TX_API_KEY,
  INTENT_TX_WALLET_ADDRESS: walletAddress,
  INTENT_TX_WALLET_SECRET: secret,
  SOLANA_RPC_URL,
  SAFE,
  PORT,
} = process.env;

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const number = [...secret].reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n);
const seed = number.toString(16).padStart(128, "0").slice(0, 64);
const der = Buffer.from(`302e020100300506032b657004220420${seed}`, "hex");
const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });

async function post(url, body, headers = {}) {
  const json = { "Content-Type": "application/json", ...headers };
  const response = await fetch(url, { method: "POST", headers: json, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok || answer.error) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer;
}
const api = (path, body) =>
  post(INTENT_TX_BASE_URL + path, body, { Authorization: `Bearer ${INTENT_TX_API_KEY}` });

async function signed() {
  if (SAFE && existsSync("signed.txt")) return readFileSync("signed.txt", "utf8");
  const { intentId } = await api("/intents", { walletAddress, command: "send 1 SOL to bob.sol" });
  const { transaction } = await api("/transactions/build", { intentId, walletAddress });
  const wire = Buffer.from(transaction, "base64");
  sign(null, wire.subarray(65), key).copy(wire, 1);
  if (SAFE) writeFileSync("signed.txt", wire.toString("base64"), { flush: true });
  return wire.toString("base64");
}

async function pay() {
  const params = [await signed(), { encoding: "base64", skipPreflight: true }];
  await post(SOLANA_RPC_URL, { jsonrpc: "2.0", id: 1, method: "sendTransaction", params });
}

createServer((request, response) => {
  if (request.method === "GET") return response.end("ready");
  pay().then(
    () => response.end("paid"),
    (error) => response.writeHead(502).end(String(error)),
  );
}).listen(PORT, "127.0.0.1");
