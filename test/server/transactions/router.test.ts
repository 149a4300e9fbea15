import { VersionedTransaction } from "@solana/web3.js";
import { jupiter } from "intent-tx/venues";
import { describe, expect, test } from "vitest";
import { setup } from "../../sdk/pay/setup.js";
import { builtOf } from "../lab.js";

const jupiterWorld = () => setup({ seed: 6, world: { builds: { venue: "jupiter" } } });

describe("a world that builds in Jupiter's layout", () => {
  test.each([
    "swap 0.5 SOL for USDC",
    "swap 10 USDC for SOL",
    "swap 10 USDC for BONK",
    "swap 10 USDC for PYUSD",
    "swap 100 JUP for BONK",
  ])("%s is parsed, built, verified with the decoder and paid", async (command) => {
    const { pay, client, walletAddress } = await jupiterWorld();
    const intent = await client.intents.parse({ walletAddress, command });
    const { spent, received } = await pay({ command: undefined, intent, swapPrograms: jupiter });
    expect(spent).toEqual([{ mint: intent.parameters.inputToken, amount: intent.parameters.amount }]);
    expect(received?.[0]).toMatchObject({
      mint: intent.parameters.outputToken,
      amount: intent.route!.outAmount,
    });
  });

  test.each([
    ["swap 0.5 SOL for USDC", { inputToken: "SOL", inputAmount: 0.5, outputToken: "USDC" }, 6],
    ["swap 100 JUP for BONK", { inputToken: "JUP", inputAmount: 100, outputToken: "BONK" }, 5],
  ])("%s is in the history, and counts with its value", async (command, expected, decimals) => {
    const { pay, client, walletAddress, server } = await jupiterWorld();
    const startDate = new Date(server.clock.now()).toISOString();
    const intent = await client.intents.parse({ walletAddress, command });
    const { signature } = await pay({ command: undefined, intent, swapPrograms: jupiter });
    const outputAmount = Number(intent.route?.outAmount) / 10 ** decimals;
    const [record] = (await client.transactions.list(walletAddress)).data;
    expect(record).toMatchObject({ signature, type: "swap", details: { ...expected, outputAmount } });
    await server.clock.advance("1m");
    const endDate = new Date(server.clock.now()).toISOString();
    const { transactions, volume } = await client.analytics.metrics({ startDate, endDate });
    expect(transactions).toMatchObject({ total: 1, swaps: 1 });
    expect(volume.totalUSD).toBeGreaterThan(10);
  });

  test("a swap without the decoder, and an exact output, end before anything is signed", async () => {
    const { pay } = await jupiterWorld();
    await expect(pay({ command: "swap 10 USDC for BONK" })).rejects.toMatchObject({
      outcome: "not-sent",
      findings: [{ code: "unknown_instruction" }, {}],
    });
    const call = pay({ command: "buy 5 USDC with SOL", swapPrograms: jupiter });
    await expect(call).rejects.toMatchObject({ code: "intent_not_buildable" });
  });

  test.each<[string, (data: Buffer, keys: number[]) => void, RegExp]>([
    [
      "the quote doubled",
      (data) => data.writeBigUInt64LE(data.readBigUInt64LE(data.length - 11) * 2n, data.length - 11),
      /slippage tolerance exceeded/,
    ],
    ["a platform fee", (data) => data.writeUInt8(50, data.length - 1), /platform fee is not supported/],
    [
      "a destination override",
      (_, keys) => void keys.splice(4, 1, keys[3]!),
      /destination override is not supported/,
    ],
    [
      "an exact output",
      (data) => void data.set(Buffer.from("d033ef977b2bed5c", "hex")),
      /only the instruction route is known/,
    ],
  ])("the router refuses %s", async (_, change, log) => {
    const { server, connection, keypair } = await jupiterWorld();
    const { built } = await builtOf(server, "swap 10 USDC for BONK");
    const transaction = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
    const route = transaction.message.compiledInstructions.find(({ data }) => data[0] === 0xe5)!;
    change(Buffer.from(route.data.buffer, route.data.byteOffset, route.data.length), route.accountKeyIndexes);
    transaction.sign([keypair]);
    const { value } = await connection.simulateTransaction(transaction);
    expect(value.logs?.join("\n")).toMatch(log);
  });
});
