import { PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { metadataAddress } from "../../../mock-server/src/fixtures/nft-accounts.js";
import { addressBytes } from "../../../mock-server/src/formats/addresses.js";
import { clientOf, connectionOf, keypairOf, lab, send } from "../lab.js";
import { portfolioBench } from "./harness.js";

describe("a wallet is found", () => {
  test("by a token account that it owns, even an empty one", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("USDC"), 0n);
    expect(await read()).toMatchObject({ solBalance: 0n, tokens: [], totalValue: 0 });
  });
});

describe("tokens", () => {
  test("are listed by value with balance, decimals, human units and USD; SOL itself is the balance", async () => {
    const { read, hold, give, market } = portfolioBench();
    await give(2_500_000_000n);
    await hold(market.mint("BONK"), 123_456_789n);
    await hold(market.mint("USDC"), 250_500_000n);
    await hold(market.mint("PYUSD"), 10_000_000n, "token-2022");
    const answer = await read();
    expect(answer.solBalance).toBe(2_500_000_000n);
    expect(answer.tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "PYUSD", "BONK"]);
    expect(answer.tokens[0]).toEqual({
      mint: market.mint("USDC"),
      symbol: "USDC",
      balance: 250_500_000n,
      decimals: 6,
      uiAmount: 250.5,
      usdValue: 250.5,
    });
    const { price } = await market.market.price("SOL");
    const tokens = answer.tokens.reduce((sum, { usdValue }) => sum + usdValue, 0);
    expect(answer.totalValue).toBeCloseTo(2.5 * price + tokens, 6);
    expect("nfts" in answer || "staked" in answer).toBe(false);
  });

  test("several accounts of a mint are one holding, and empty accounts are omitted", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("JUP"), 1n);
    await hold(market.mint("JUP"), 41n);
    await hold(market.mint("WIF"), 0n);
    expect((await read()).tokens).toMatchObject([{ symbol: "JUP", balance: 42n }]);
  });

  test("wrapped SOL is listed as the token SOL, at the price of SOL", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("SOL"), 1_000_000_000n);
    const answer = await read();
    const { price } = await market.market.price("SOL");
    expect(answer.tokens).toMatchObject([{ symbol: "SOL", usdValue: price }]);
    expect(answer).toMatchObject({ solBalance: 0n, totalValue: price });
  });

  test("an unknown mint is shown with its shortened address, its own decimals and no value", async () => {
    const { read, hold, makeMint } = portfolioBench();
    const mint = await makeMint("an unknown mint", 3, 5_000_000n);
    await hold(mint, 1_500n);
    const symbol = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
    expect((await read()).tokens).toEqual([
      { mint, symbol, balance: 1_500n, decimals: 3, uiAmount: 1.5, usdValue: 0 },
    ]);
  });

  test("a balance over 2^53 is exact", async () => {
    const { read, hold, market } = portfolioBench();
    await hold(market.mint("BONK"), 9_007_199_254_740_993n);
    expect((await read()).tokens[0]?.balance).toBe(9_007_199_254_740_993n);
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

  async function nft(metadata?: (mint: string, update: string) => Uint8Array) {
    const made = portfolioBench();
    const mint = await made.makeMint("a picture", 0, 1n);
    await made.hold(mint, 1n);
    if (metadata) {
      const data = metadata(mint, made.wallet);
      const account = { lamports: 1n, owner: METADATA, executable: false, data };
      await made.ledger.setAccount(metadataAddress(mint), account);
    }
    return { ...made, mint };
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
    const verified = await nft(metaplex(Buffer.concat([Uint8Array.of(1, 1), collection])));
    const uri = "https://example.com/1.json";
    const picture = { mint: verified.mint, name: "A Picture", symbol: "PIC", uri };
    expect((await verified.read({ includeNFTs: true })).nfts).toEqual([{ ...picture, collection: CLOCK }]);
    const claimed = await nft(metaplex(Buffer.concat([Uint8Array.of(1, 0), collection])));
    expect((await claimed.read({ includeNFTs: true })).nfts).toEqual([picture]);
  });

  test("metadata that cannot be read counts as absent", async () => {
    for (const length of [0, 1, 40, 66, 70, 130]) {
      const { read, mint } = await nft((of, update) =>
        metaplex(Uint8Array.of(0))(of, update).subarray(0, length),
      );
      const [entry] = (await read({ includeNFTs: true })).nfts ?? [];
      expect(entry).toMatchObject({ mint, name: `${mint.slice(0, 4)}…${mint.slice(-4)}` });
    }
  });

  test("one unit of a larger supply is a token, not an NFT", async () => {
    const { read, makeMint, hold } = portfolioBench();
    await hold(await makeMint("tickets", 0, 500n), 1n);
    const answer = await read({ includeNFTs: true });
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
    const [fromPubkey, toPubkey] = [payer.publicKey, new PublicKey(String(stake!.stakeAccount))];
    const { blockhash } = await connectionOf(server).getLatestBlockhash();
    const gift = new Transaction({ feePayer: fromPubkey, recentBlockhash: blockhash } as never);
    gift.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1 })).sign(payer);
    const config = { preflightCommitment: "confirmed" };
    expect(await send(server, gift.serialize().toString("base64"), config)).toHaveProperty("result");
    expect(await stakesOf(carol!)).toEqual([{ ...stake, lamports: 3_000_000_001 }]);
    expect(await stakesOf(dave!)).toEqual([]);
  });
});
