// The earnings of each cache: the same work by sources in which it remembers, and by sources in which it does not. The server's
// stand behind mock-server/src/kernel/memo.ts. One that does not halve a work that counts is taken out.
import { Buffer } from "node:buffer";
import { createPrivateKey, sign } from "node:crypto";
import bs58 from "bs58";
import { call } from "../lib/litesvm.mjs";
import { importSource } from "../lib/source.mjs";

const OWNER = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** The sides of a row about `act`, which is made of modules: `load(path)` imports one. */
const bothWays = (make) => ({
  remembered: () => make((path) => importSource(path)),
  "made anew": () => make((path) => importSource(path, { caches: false })),
});

const row = (name, title, make, atMost = 0.5) => ({
  name: `cache-${name}`,
  title: `Cache: ${title}`,
  sides: bothWays(make),
  goals: { "made anew": { atMost } },
});

/** A server from its sources, which answers GET requests and swaps. */
async function server(load, body) {
  const { createMockServer } = await load("mock-server/src/index.ts");
  const made = await createMockServer({
    limits: { enterprise: { requestsPerMinute: Number.MAX_SAFE_INTEGER } },
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
  });
  const headers = { Authorization: `Bearer ${made.keys.enterprise}`, "Content-Type": "application/json" };
  const { address: walletAddress } = made.wallets.alice;
  const [path, order] = body(walletAddress);
  const init = order ? { method: "POST", headers, body: JSON.stringify(order) } : { headers };
  return {
    act: async () => (await made.fetch(`${made.baseUrl}${path}`, init)).text(),
    close: () => made.close(),
  };
}

/** Bytes in front of the 32 of an Ed25519 key, in PKCS #8. */
const PKCS8 = "302e020100300506032b657004220420";

/**
 * A server from its sources and, over and over, a swap of a new amount: built, simulated as a wallet does before it signs, signed, and
 * sent with its preflight.
 */
async function swapper(runs) {
  const { createMockServer } = await importSource("mock-server/src/index.ts", { runs });
  const made = await createMockServer({
    limits: { enterprise: { requestsPerMinute: Number.MAX_SAFE_INTEGER } },
    clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" },
  });
  const headers = { Authorization: `Bearer ${made.keys.enterprise}`, "Content-Type": "application/json" };
  const { address: walletAddress, secretKey } = made.wallets.alice;
  const der = Buffer.concat([Buffer.from(PKCS8, "hex"), bs58.decode(secretKey).slice(0, 32)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const post = async (url, body) => (await made.fetch(url, { method: "POST", headers, body })).json();
  const rpc = async (method, wire) => {
    const params = [Buffer.from(wire).toString("base64"), { encoding: "base64" }];
    const { result } = await post(made.rpc.live, call(method, params));
    if (result === undefined || result.value?.err) throw new Error(`${method} fails`);
  };
  let amount = 0;
  return {
    act: async () => {
      amount = (amount + 1) % 9_000;
      const command = `swap 0.0001${String(amount).padStart(4, "0")} SOL for USDC`;
      const { intentId } = await post(`${made.baseUrl}/intents`, JSON.stringify({ walletAddress, command }));
      const order = JSON.stringify({ intentId, walletAddress });
      const { transaction } = await post(`${made.baseUrl}/transactions/build`, order);
      const wire = Buffer.from(transaction, "base64");
      await rpc("simulateTransaction", wire);
      wire.set(sign(null, wire.subarray(65), key), 1);
      await rpc("sendTransaction", wire);
    },
    close: () => made.close(),
  };
}

export const rows = [
  row("token-accounts", "addresses of token accounts (a build needs several)", async (load) => {
    const { TokenAddresses } = await load("mock-server/src/chain/token-addresses.ts");
    const addresses = new TokenAddresses();
    return { act: () => addresses.associatedTokenAddress(OWNER, MINT, TOKEN_PROGRAM) };
  }),
  row("wallets", "public keys of a world's wallets", async (load) => {
    const { walletFromSeed } = await load("mock-server/src/world/wallets.ts");
    const seed = new Uint8Array(32).fill(7);
    return { act: () => walletFromSeed(seed).publicKey };
  }),
  row("token-index", "names of tokens, filed for the parser", async (load) => {
    const { tokenIndex } = await load("mock-server/src/parser/text/token-index.ts");
    const { TOKENS } = await load("mock-server/src/world/tokens.ts");
    return { act: () => tokenIndex(TOKENS) };
  }),
  row("machines", "accounts and programs that each machine of a ledger begins with", async (load) => {
    const { Svm } = await load("mock-server/src/ledger/svm.ts");
    // Native machines are let go of when the event loop turns.
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    return {
      act: async () => {
        Svm.open();
        await turn();
      },
    };
  }),
  row("turnover", "the usual volume of a token (each price has it)", async (load) => {
    const { VolumeBook } = await load("mock-server/src/market/volume-book.ts");
    const { State } = await load("mock-server/src/state/state.ts");
    const { Random } = await load("mock-server/src/kernel/random.ts");
    const book = new VolumeBook({ environment: "live", state: new State(), random: new Random("1") });
    const { TOKENS } = await load("mock-server/src/world/tokens.ts");
    return { act: () => book.day(TOKENS[0], 1e9, 0) };
  }),
  row(
    "get-price",
    "all of the server's: GET /prices/SOL",
    (load) => server(load, () => ["/prices/SOL"]),
    0.95,
  ),
  row(
    "post-intent",
    "all of the server's: POST /intents, the same command",
    (load) =>
      server(load, (walletAddress) => ["/intents", { walletAddress, command: "swap 0.5 SOL for USDC" }]),
    0.95,
  ),
  row(
    "shapes",
    "shapes of answers, taken apart (client)",
    async (load) => {
      const { read } = await load("src/http/shape.ts");
      const shape = {
        mint: "a",
        symbol: "s",
        price: "n",
        change24h: "n",
        "volume24h?": "n",
        lastUpdated: "d",
      };
      const price = {
        ...{ mint: MINT, symbol: "USDC", price: 1, change24h: 0, volume24h: 5 },
        lastUpdated: "2026-01-01T00:00:00.000Z",
      };
      return { act: () => read(shape, price) };
    },
    0.7,
  ),
  row("tolerance", "tolerant forms of the contract's schemas", async (load) => {
    const { IntentSchema, tolerant } = await load("src/contract/index.ts");
    return { act: () => tolerant(IntentSchema) };
  }),
  {
    name: "cache-runs",
    title: "Cache: the last runs of transactions: a swap is built, simulated, signed and sent",
    warmUp: 15,
    sides: { remembered: () => swapper(true), "run each time": () => swapper(false) },
    goals: { "run each time": { atMost: 0.95 } },
  },
];
