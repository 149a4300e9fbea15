import type { MockServer } from "@intent-tx/mock-server";
import { Keypair } from "@solana/web3.js";
import type { PortfolioQuery } from "intent-tx";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect } from "vitest";
import { metadataAddress } from "../../../mock-server/src/fixtures/nft-accounts.js";
import { TOKENS } from "../../../mock-server/src/fixtures/tokens.js";
import { addressBytes } from "../../../mock-server/src/formats/addresses.js";
import {
  encodeMint,
  encodeTokenAccount,
  type TokenProgram,
} from "../../../mock-server/src/formats/token-layout.js";
import { clientOf, keypairOf, lab, rpc, send, test, transactionOf, transferOf } from "../lab.js";
import { priceOf } from "../market/arbitrage-chain.js";

const addressOf = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey.toBase58();
/** An unused wallet, and an unused mint. */
const [WALLET, MINT] = [addressOf(91), addressOf(92)];
const mint = (symbol: string) => TOKENS.find((token) => token.symbol === symbol)!.mint;

async function put(
  server: MockServer,
  address: string,
  owner: string,
  data: Uint8Array,
  lamports = 2_039_280,
) {
  const update = { lamports, owner, data: Buffer.from(data).toString("hex") };
  expect(await rpc(server, "surfnet_setAccount", [address, update])).toHaveProperty("result");
}

/** Gives the wallet another token account of a mint; `at` numbers its address. */
function hold(
  server: MockServer,
  at: number,
  of: string,
  amount: bigint,
  program: TokenProgram = "spl-token",
) {
  const owner = program === "spl-token" ? PROGRAM_IDS.token : PROGRAM_IDS.token2022;
  return put(server, addressOf(at), owner, encodeTokenAccount(program, { mint: of, owner: WALLET, amount }));
}

const makeMint = (server: MockServer, decimals: number, supply: bigint) =>
  put(server, MINT, PROGRAM_IDS.token, encodeMint({ decimals }, supply, undefined));

const read = (server: MockServer, query: PortfolioQuery = {}) =>
  clientOf(server).portfolio.retrieve(WALLET, query);

describe("a wallet is found", () => {
  test("by a token account that it owns, even an empty one", async ({ server }) => {
    await hold(server, 1, mint("USDC"), 0n);
    expect(await read(server)).toMatchObject({ solBalance: 0n, tokens: [], totalValue: 0 });
  });
});

describe("tokens", () => {
  test("are listed by value with balance, decimals, human units and USD; SOL itself is the balance", async () => {
    const server = await lab();
    await put(server, WALLET, PROGRAM_IDS.system, new Uint8Array(), 2_500_000_000);
    await hold(server, 1, mint("BONK"), 123_456_789n);
    await hold(server, 2, mint("USDC"), 250_500_000n);
    await hold(server, 3, mint("PYUSD"), 10_000_000n, "token-2022");
    const answer = await read(server);
    expect(answer.solBalance).toBe(2_500_000_000n);
    expect(answer.tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "PYUSD", "BONK"]);
    expect(answer.tokens[0]).toEqual({
      mint: mint("USDC"),
      symbol: "USDC",
      balance: 250_500_000n,
      decimals: 6,
      uiAmount: 250.5,
      usdValue: 250.5,
    });
    const tokens = answer.tokens.reduce((sum, { usdValue }) => sum + usdValue!, 0);
    expect(answer.totalValue).toBeCloseTo(2.5 * (await priceOf(server, "SOL")) + tokens, 6);
    expect("nfts" in answer || "staked" in answer).toBe(false);
  });

  test("several accounts of a mint are one holding, and empty accounts are omitted", async ({ server }) => {
    await hold(server, 1, mint("JUP"), 1n);
    await hold(server, 2, mint("JUP"), 41n);
    await hold(server, 3, mint("WIF"), 0n);
    expect((await read(server)).tokens).toMatchObject([{ symbol: "JUP", balance: 42n }]);
  });

  test("wrapped SOL is listed as the token SOL, at the price of SOL", async ({ server }) => {
    await hold(server, 1, mint("SOL"), 1_000_000_000n);
    const [answer, price] = [await read(server), await priceOf(server, "SOL")];
    expect(answer.tokens).toMatchObject([{ symbol: "SOL", usdValue: price }]);
    expect(answer).toMatchObject({ solBalance: 0n, totalValue: price });
  });

  test("an unknown mint is shown with its shortened address, its own decimals and no value", async () => {
    const server = await lab();
    await makeMint(server, 3, 5_000_000n);
    await hold(server, 1, MINT, 1_500n);
    const symbol = `${MINT.slice(0, 4)}…${MINT.slice(-4)}`;
    expect((await read(server)).tokens).toEqual([
      { mint: MINT, symbol, balance: 1_500n, decimals: 3, uiAmount: 1.5, usdValue: 0 },
    ]);
  });

  test("a balance over 2^53 is exact", async ({ server }) => {
    await hold(server, 1, mint("BONK"), 9_007_199_254_740_993n);
    expect((await read(server)).tokens[0]?.balance).toBe(9_007_199_254_740_993n);
  });
});

const METADATA = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
const CLOCK = "SysvarC1ock11111111111111111111111111111111";

describe("NFTs", () => {
  const text = (value: string, padded: number) => {
    const bytes = Buffer.alloc(4 + padded);
    bytes.writeUInt32LE(padded);
    bytes.write(value, 4);
    return bytes;
  };

  async function nft(metadata: (of: string, update: string) => Uint8Array, owner = METADATA) {
    const server = await lab();
    await makeMint(server, 0, 1n);
    await hold(server, 1, MINT, 1n);
    await put(server, metadataAddress(MINT), owner, metadata(MINT, WALLET));
    return (await read(server, { includeNFTs: true })).nfts;
  }
  const metaplex = (collection: Uint8Array) => (mint: string, update: string) =>
    Buffer.concat([
      Uint8Array.of(4),
      addressBytes(update),
      addressBytes(mint),
      text("A Picture", 32),
      text("PIC", 10),
      text("https://example.com/1.json", 200),
      // No royalty; one verified creator; not sold yet, mutable; an edition nonce; a token standard.
      Uint8Array.of(0, 0, 1, 1, 0, 0, 0),
      addressBytes(update),
      Uint8Array.of(1, 100, 0, 1, 1, 255, 1, 4),
      collection,
    ]);

  test("have the name, symbol, address and verified collection that the ledger keeps", async () => {
    const collection = addressBytes(CLOCK);
    const picture = { mint: MINT, name: "A Picture", symbol: "PIC", uri: "https://example.com/1.json" };
    const verified = await nft(metaplex(Buffer.concat([Uint8Array.of(1, 1), collection])));
    expect(verified).toEqual([{ ...picture, collection: CLOCK }]);
    const claimed = await nft(metaplex(Buffer.concat([Uint8Array.of(1, 0), collection])));
    expect(claimed).toEqual([picture]);
  });

  test.for([0, 1, 40, 66, 70, 130])("metadata cut after %i bytes counts as absent", async (length) => {
    const nfts = await nft((of, update) => metaplex(Uint8Array.of(0))(of, update).subarray(0, length));
    expect(nfts).toMatchObject([{ mint: MINT, name: `${MINT.slice(0, 4)}…${MINT.slice(-4)}` }]);
  });

  test("metadata that another program owns counts as absent", async () => {
    const nfts = await nft(metaplex(Uint8Array.of(0)), PROGRAM_IDS.system);
    expect(nfts).toMatchObject([{ mint: MINT, name: `${MINT.slice(0, 4)}…${MINT.slice(-4)}` }]);
  });

  test("one unit of a larger supply is a token, not an NFT", async ({ server }) => {
    await makeMint(server, 0, 500n);
    await hold(server, 1, MINT, 1n);
    const answer = await read(server, { includeNFTs: true });
    expect(answer.nfts).toEqual([]);
    expect(answer.tokens).toHaveLength(1);
  });
});

describe("stakes", () => {
  const world = { wallets: { carol: { SOL: "10", staked: [{ SOL: "3" }] }, dave: { SOL: "1" } } };

  test("a stake of the initial world that a transaction also names is listed once, for its owner only", async () => {
    const server = await lab({ world });
    const { carol, dave } = server.wallets as Record<string, { address: string; secretKey: string }>;
    const stakesOf = async ({ address }: { address: string }) =>
      (await clientOf(server).portfolio.retrieve(address, { includeStaked: true })).staked ?? [];
    const [stake] = await stakesOf(carol!);
    expect(stake).toMatchObject({ lamports: 3_000_000_000, status: "active" });
    const payer = keypairOf(carol!);
    const lamport = transferOf(payer.publicKey, String(stake!.stakeAccount), 1);
    const gift = await transactionOf(server, payer, lamport);
    const config = { preflightCommitment: "confirmed" };
    expect(await send(server, gift.serialize().toString("base64"), config)).toHaveProperty("result");
    expect(await stakesOf(carol!)).toEqual([{ ...stake, lamports: 3_000_000_001 }]);
    expect(await stakesOf(dave!)).toEqual([]);
  });
});
