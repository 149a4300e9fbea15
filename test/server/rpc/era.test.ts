import { PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { expect, test } from "vitest";
import { clientOf, connectionOf, failureOf, keypairOf, lab, rpc, transferOf } from "../lab.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const LAMPORTS_PER_BYTE = 5080;
const WALLET_RENT = 128 * LAMPORTS_PER_BYTE;

test("world.chain.lamportsPerByte is the chain's rent: for programs, transactions and amounts", async () => {
  const server = await lab({ world: { chain: { lamportsPerByte: LAMPORTS_PER_BYTE } } });
  const minimum = async (bytes: number) =>
    (await rpc(server, "getMinimumBalanceForRentExemption", [bytes])).result;
  expect(await minimum(0)).toBe(WALLET_RENT);
  expect(await minimum(165)).toBe(293 * LAMPORTS_PER_BYTE);

  const connection = connectionOf(server);
  const alice = keypairOf(server.wallets.alice);
  const pay = async (lamports: number, seed: string) => {
    const { blockhash } = await connection.getLatestBlockhash();
    const to = keypairOf(server.wallets.bob).publicKey;
    const fresh = await PublicKey.createWithSeed(to, seed, SystemProgram.programId);
    const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash: blockhash });
    transaction.add(transferOf(alice.publicKey, fresh, lamports)).sign(alice);
    return connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: "processed" });
  };
  expect(await pay(WALLET_RENT, "enough")).toBeTypeOf("string");
  expect((await failureOf(pay(WALLET_RENT - 1, "short"))).message).toContain("insufficient funds for rent");

  // An order of everything keeps the rent for the wallet.
  const [client, walletAddress] = [clientOf(server), server.wallets.alice.address];
  const before = (await rpc(server, "getBalance", [walletAddress, { commitment: "processed" }])).result.value;
  const intent = await client.intents.parse({ walletAddress, command: "send all my SOL to bob.sol" });
  expect(Number(intent.parameters.amount)).toBe(before - 5051 - WALLET_RENT);
});

test("a rate above the default raises the balances of the world's own accounts", async () => {
  const server = await lab({ world: { chain: { lamportsPerByte: 10_000 } } });
  const [client, walletAddress] = [clientOf(server), server.wallets.alice.address];
  const { intentId } = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  const { simulation } = await client.transactions.build({ intentId, walletAddress });
  expect(simulation?.success).toBe(true);
  await rpc(server, "surfnet_setTokenAccount", [server.wallets.bob.address, USDC, { amount: 1 }]);
  const { result } = await rpc(server, "getTokenAccountsByOwner", [
    server.wallets.bob.address,
    { mint: USDC },
    { encoding: "jsonParsed", commitment: "processed" },
  ]);
  expect(result.value[0].account.lamports).toBe(293 * 10_000);
});

test("world.chain.slotMs is the time of a slot: of blocks, blockhashes, samples and the clock's targets", async () => {
  const server = await lab({
    clock: { now: "2026-10-01T00:00:00Z", mode: "frozen" },
    world: { chain: { slotMs: 200 } },
  });
  const connection = connectionOf(server);
  const first = await connection.getSlot("processed");
  const { blockhash } = await connection.getLatestBlockhash("processed");
  await server.clock.advance(150 * 200);
  expect((await connection.isBlockhashValid(blockhash, { commitment: "processed" })).value).toBe(true);
  await server.clock.advance(200);
  expect(await connection.getSlot("processed")).toBe(first + 151);
  expect((await connection.isBlockhashValid(blockhash, { commitment: "processed" })).value).toBe(false);
  const now = server.clock.now();
  expect(await connection.getBlockTime(first + 1)).toBe(Math.floor((now - 150 * 200) / 1000));
  expect((await rpc(server, "getRecentPerformanceSamples", [1])).result[0].samplePeriodSecs).toBe(30);
  await server.clock.set({ slot: first + 201 });
  expect(server.clock.now() - now).toBe(50 * 200);

  const [client, walletAddress] = [clientOf(server), server.wallets.alice.address];
  const signature = await connection.requestAirdrop(keypairOf(server.wallets.alice).publicKey, 1_000_000_000);
  const landed = (await rpc(server, "getTransaction", [signature, { commitment: "confirmed" }])).result;
  expect(landed).toMatchObject({ slot: first + 201, blockTime: Math.floor(server.clock.now() / 1000) });
  const history = await client.transactions.list(walletAddress);
  expect(history.data[0]?.signature).toBe(signature);
});
