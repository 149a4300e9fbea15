import type { MockServer } from "@intent-tx/mock-server";
import { expect } from "vitest";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import { namedWallet } from "../../../mock-server/src/fixtures/wallets.js";
import { decodeTokenAccount } from "../../../mock-server/src/formats/token-layout.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { clientOf, rpc, send, signedOf } from "../lab.js";

const { pools } = makeWorld(new Random("1"));

/** The wallet that realigns the pools of seed 1. */
export const arbitrageur = namedWallet(new Random("1"), "arbitrageur").address;

/** A sale that takes most of the dollars from the SOL/USDC pool. */
export async function sellMuch(server: MockServer, sol = "400000"): Promise<void> {
  await server.fund(server.wallets.alice.address, { SOL: "500000" });
  await execute(server, `swap ${sol} SOL for USDC`);
}

export const priceOf = async (server: MockServer, symbol: string) =>
  (await clientOf(server).prices.retrieve(symbol)).price;

/** Lowers the price of SOL by 40% with a fault. */
export async function movePool(server: MockServer): Promise<void> {
  server.faults.add({ fault: { kind: "moved-pool", pool: "SOL-USDC", percent: -40 } });
  await signedOf(server, "swap 1 SOL for USDC").catch(() => undefined);
  server.faults.assertDone();
}

/** Builds a command, signs and sends it. */
export async function execute(server: MockServer, command: string): Promise<void> {
  const { wire } = await signedOf(server, command);
  expect(await send(server, wire)).toMatchObject({ result: expect.any(String) });
}

/** Every pool with its reserves on the chain. */
export async function poolsOf(server: MockServer, commitment = "confirmed") {
  const vaults = pools.flatMap(({ vaultA, vaultB }) => [vaultA, vaultB]);
  const { result } = await rpc(server, "getMultipleAccounts", [vaults, { encoding: "base64", commitment }]);
  const amounts = result.value.map(({ owner, data }: { owner: string; data: [string] }) => {
    return decodeTokenAccount(owner, Buffer.from(data[0], "base64"))!.amount;
  }) as bigint[];
  return pools.map((pool, at) => ({ ...pool, reserveA: amounts[at * 2]!, reserveB: amounts[at * 2 + 1]! }));
}

/** The arbitrageur's trades, newest first. */
export async function tradesOf(server: MockServer) {
  const { result } = await rpc(server, "getSignaturesForAddress", [arbitrageur, { commitment: "confirmed" }]);
  return result as { slot: number; err: unknown }[];
}
