// Built swaps from the mock server's world, and a separate LiteSVM with the same accounts to compare with the server's
// simulation. The server caches its last few runs, so each call simulates a different swap.
import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import { PublicKey, VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import { mockServer } from "./subjects.mjs";

const SWAP = "intentTxSwap1111111111111111111111111111111";
const LOADER_V3 = "BPFLoaderUpgradeab1e11111111111111111111111";
const RENT_EXEMPT = 18446744073709551615n;

/** Enough different swaps that none is still cached on its next turn. */
export const MANY = 256;

const call = (method, params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

export function inTurn(list) {
  let next = 0;
  return () => list[next++ % list.length];
}

/** A server with built swaps of different amounts, which all sides simulate. */
export async function setup({ swaps = 1 } = {}) {
  const { server, headers } = await mockServer({
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
  });
  const post = async (url, body) => {
    const sent = { ...headers, "Content-Type": "application/json" };
    const answer = await server.fetch(url, { method: "POST", headers: sent, body });
    if (answer.status !== 200) throw new Error(`${url} answered ${await answer.text()}`);
    return answer.json();
  };
  const walletAddress = server.wallets.alice.address;
  const built = `${server.baseUrl}/transactions/build`;
  const [orders, wires] = [[], []];
  for (let swap = 0; swap < swaps; swap += 1) {
    const command = `swap 0.5${String(swap).padStart(3, "0")} SOL for USDC`;
    const { intentId } = await post(`${server.baseUrl}/intents`, JSON.stringify({ walletAddress, command }));
    const order = { intentId, walletAddress };
    orders.push(JSON.stringify(order));
    // Without simulation, the server sets a higher compute limit, which is enough for LiteSVM, too.
    const { transaction } = await post(built, JSON.stringify({ ...order, simulate: false }));
    wires.push(transaction);
  }
  const order = inTurn(orders);
  const build = () => post(built, order());
  const rpc = async (method, params) => (await post(server.rpc.live, call(method, params))).result;
  return { server, build, rpc, wires };
}

/** LiteSVM's native package. */
export const native = () =>
  createRequire(new URL("../../mock-server/package.json", import.meta.url))("litesvm/dist/internal.js");

/** A LiteSVM with the accounts of the built swaps, copied from the server's chain. */
export async function liteSvm() {
  const { server, rpc, wires } = await setup({ swaps: MANY });
  const { Account, LiteSvm } = native();
  const svm = new LiteSvm();
  svm.setBlockhashCheck(false);
  svm.setTransactionHistory(0n);
  svm.setSigverify(false);
  const transactions = wires.map((wire) => Buffer.from(wire, "base64"));
  const [bytes] = transactions;
  const key = (address) => new PublicKey(address).toBytes();
  const put = async (address) => {
    const { value } = await rpc("getAccountInfo", [address, { encoding: "base64" }]);
    if (!value || (value.executable && address !== SWAP)) return;
    const data = Buffer.from(value.data[0], "base64");
    // A program's code account must exist before the program.
    if (value.executable && value.owner === LOADER_V3) await put(bs58.encode(data.subarray(4, 36)));
    const { lamports, owner, executable } = value;
    svm.setAccount(key(address), new Account(BigInt(lamports), data, key(owner), executable, RENT_EXEMPT));
  };
  for (const address of VersionedMessage.deserialize(bytes.subarray(65)).staticAccountKeys)
    await put(address.toBase58());
  await server.close();
  for (const transaction of transactions) {
    const run = svm.simulateVersionedTransaction(transaction);
    if (!("postAccounts" in run)) throw new Error(`the peer's simulation fails: ${run.toString()}`);
  }
  return { transactions, simulate: (transaction) => svm.simulateVersionedTransaction(transaction) };
}

/** Reads a run's logs and compute units, as a build does. */
export function readRun(run) {
  const meta = run.meta();
  return [meta.logs(), meta.computeUnitsConsumed()];
}
