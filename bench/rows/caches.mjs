// The earnings of each cache: the same work by sources in which it remembers, and by sources in which it does not. The server's
// stand behind mock-server/src/kernel/memo.ts. One that does not halve a work that counts is taken out.
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

export const rows = [
  row("token-accounts", "addresses of token accounts (a build needs several)", async (load) => {
    const { TokenAddresses } = await load("mock-server/src/chain/token-addresses.ts");
    const addresses = new TokenAddresses();
    return { act: () => addresses.associatedTokenAddress(OWNER, MINT, TOKEN_PROGRAM) };
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
];
