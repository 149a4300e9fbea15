import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import type { Route } from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";

test("the mock's builds use their route's pools", async () => {
  await using server = await createMockServer({ seed: 1 });
  const client = new IntentTx(server.clientOptions("enterprise"));
  const walletAddress = server.wallets["alice"]!.address;
  await server.fund(walletAddress, { SOL: "100", USDC: "5000", JUP: "500" }, { environment: "live" });
  const seen = new Set<string>();
  for (const command of [
    "swap 1 SOL for USDC",
    "buy 5 USDC with SOL",
    "swap 10 JUP for PYUSD",
    "buy 5 PYUSD with JUP",
  ]) {
    const intent = await client.intents.parse({ walletAddress, command });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const { instructions } = verifyTransaction(built, intent, { walletAddress });
    const swap = instructions.find(({ kind }) => kind === "swap");
    const { marketInfos } = intent.route as Route;
    expect(swap).toMatchObject({ pools: marketInfos.map(({ id }) => id) });
    seen.add(`${swap?.kind === "swap" && swap.side} over ${marketInfos.length}`);
  }
  expect(seen).toEqual(
    new Set(["exact-in over 1", "exact-out over 1", "exact-in over 2", "exact-out over 2"]),
  );
});
