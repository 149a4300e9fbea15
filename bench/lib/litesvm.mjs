// A swap of the mock server's world that is built, and LiteSVM by itself with the accounts that it names: the peer of what
// the server simulates. Each call runs the whole transaction; nobody remembers a result.
import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import { PublicKey, VersionedMessage } from "@solana/web3.js";
import bs58 from "bs58";
import { mockServer } from "./subjects.mjs";

const SWAP = "intentTxSwap1111111111111111111111111111111";
const LOADER_V3 = "BPFLoaderUpgradeab1e11111111111111111111111";
const RENT_EXEMPT = 18446744073709551615n;

/** Body of a JSON-RPC call. */
export const call = (method, params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** A server with a swap of its world that is built: what all sides simulate. */
export async function scene() {
  const { server, headers, command } = await mockServer({
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
  });
  const post = async (url, body) => {
    const sent = { ...headers, "Content-Type": "application/json" };
    const answer = await server.fetch(url, { method: "POST", headers: sent, body });
    if (answer.status !== 200) throw new Error(`${url} answered ${await answer.text()}`);
    return answer.json();
  };
  const { intentId } = await post(`${server.baseUrl}/intents`, command);
  const order = { intentId, walletAddress: server.wallets.alice.address };
  const built = `${server.baseUrl}/transactions/build`;
  const build = () => post(built, JSON.stringify(order));
  // The limit of one that was simulated would be too tight for a validator, whose token program takes more units.
  const { transaction: wire } = await post(built, JSON.stringify({ ...order, simulate: false }));
  const rpc = async (method, params) => (await post(server.rpc.live, call(method, params))).result;
  return { server, build, rpc, wire };
}

/** LiteSVM with the accounts that the transaction names, as the server's chain has them; simulates base64. */
export async function liteSvm() {
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
  return { bytes, simulate: (transaction) => svm.simulateVersionedTransaction(transaction) };
}

/** As much as anybody reads of a run. */
export function readSome(run) {
  const meta = run.meta();
  return [meta.logs(), meta.computeUnitsConsumed()];
}

/** As much as JSON-RPC tells of a run. */
export function readAll(run) {
  const returned = run.meta().returnData();
  const accounts = run.postAccounts().map((post) => {
    const account = post.account();
    return [post.address, account.lamports(), account.owner(), account.executable(), account.data()];
  });
  return [...readSome(run), returned.programId(), returned.data(), accounts];
}
