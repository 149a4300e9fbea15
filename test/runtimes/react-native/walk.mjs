// A walk through the client without sockets, with only `fetch`, as in React Native. Node records the service's
// responses. Hermes, which cannot start the mock server, replays them: it must send the same requests and return the
// same lines.
import { ed25519 } from "@noble/curves/ed25519";
import bs58 from "bs58";
import { AbortedError, AuthenticationError, IntentTx, ParsingError, stringifyJson } from "intent-tx";
import { MemoryJournal } from "intent-tx/solana";
import { connect, mobileWallet, pay } from "../../../examples/react-native/payment.mjs";

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Mobile Wallet Adapter's `transact` for a wallet that has this key and always approves. */
const walletApp = (secretKey) => (use) =>
  use({
    authorize: async () => ({ accounts: [{ address: toBase64(secretKey.slice(32)) }], auth_token: "t" }),
    reauthorize: async () => ({}),
    signTransactions: async ({ payloads }) => ({
      signed_payloads: payloads.map((payload) => {
        const bytes = fromBase64(payload);
        bytes.set(ed25519.sign(bytes.slice(65), secretKey.slice(0, 32)), 1);
        return toBase64(bytes);
      }),
    }),
  });

const RPC =
  "sendTransaction getSignatureStatuses isBlockhashValid getGenesisHash getFirstAvailableBlock simulateTransaction " +
  "getSignaturesForAddress getTransaction";

/** An RPC client with the interface of `@solana/kit`. */
function rpcAt(url, fetch) {
  const call = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }, (_, value) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    const headers = { "content-type": "application/json" };
    const { result, error } = await (await fetch(url, { method: "POST", headers, body })).json();
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  };
  return Object.fromEntries(
    RPC.split(" ").map((method) => [method, (...params) => ({ send: () => call(method, params) })]),
  );
}

const caught = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

/** Walks through the client; returns a line for each step. */
export async function walk({ baseUrl, rpcUrl, apiKey, secretKey }, fetch) {
  const lines = [];
  const client = new IntentTx({ apiKey, baseUrl, fetch });
  const secret = bs58.decode(secretKey);
  const walletAddress = bs58.encode(secret.slice(32));

  const { data: price, response } = await client.prices.retrieve("SOL").withResponse();
  lines.push(`price ${price.symbol} ${price.price > 0} ${response.status}`);
  const chained = await client.prices.retrieve("SOL").then(({ symbol }) => symbol);
  lines.push(`then ${chained} ${await client.prices.retrieve("NOPE").catch(({ code }) => code)}`);
  let ended = "";
  await client.prices.retrieve("SOL").finally(() => {
    ended = "ended";
  });
  lines.push(`finally ${ended}`);

  const refused = await caught(client.intents.parse({ walletAddress, command: "swap SOL" }));
  lines.push(`refused ${refused instanceof ParsingError} ${refused.code} ${refused.status}`);
  const stranger = new IntentTx({ apiKey: `${apiKey}x`, baseUrl, fetch });
  const denied = await caught(stranger.portfolio.retrieve(walletAddress));
  lines.push(`denied ${denied instanceof AuthenticationError} ${JSON.stringify(denied).includes(apiKey)}`);
  const stopped = new AbortController();
  stopped.abort();
  const aborted = await caught(client.prices.retrieve("SOL", { signal: stopped.signal }));
  lines.push(`aborted ${aborted instanceof AbortedError} ${aborted.cause?.name}`);
  const never = new IntentTx({ apiKey, baseUrl, fetch: () => new Promise(() => {}), maxRetries: 0 });
  const leaving = new AbortController();
  const left = caught(never.prices.retrieve("SOL", { signal: leaving.signal }));
  leaving.abort();
  lines.push(`left ${(await left).name}`);
  lines.push(`late ${(await caught(never.prices.retrieve("SOL", { timeout: 1000 }))).name}`);

  const transact = walletApp(secret);
  const session = await connect(transact, { name: "Walk" });
  const options = {
    client,
    connection: rpcAt(rpcUrl, fetch),
    signer: mobileWallet(transact, session),
    approve: ({ effects }) => effects.spendAtMost.every(({ amount }) => amount <= 500_000_000n),
    journal: new MemoryJournal(),
    paymentId: "order-1",
  };
  const { spent, received, signature } = await pay("swap 0.5 SOL for USDC", options);
  lines.push(`paid ${stringifyJson(spent)} ${received.length} ${typeof received[0].amount}`);
  lines.push(`once ${(await pay("swap 0.5 SOL for USDC", options)).signature === signature}`);

  const records = await client.transactions.list(walletAddress, { limit: 1 }).toArray({ max: 2 });
  lines.push(`history ${records[0].signature === signature} ${records.length}`);
  return lines;
}
