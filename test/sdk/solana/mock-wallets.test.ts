// Pays with wallets that edit what they sign, in the form of each library.
import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { type MockWallet, mockWallet } from "@intent-tx/mock-server/testing";
import { ConfigurationError } from "intent-tx";
import { execute, type TransactionSigner } from "intent-tx/solana";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientOf, connectionOf, failureOf } from "../../server/lab.js";

type Like = NonNullable<NonNullable<Parameters<typeof mockWallet>[2]>["like"]>;

async function lab(options: MockServerOptions = {}) {
  const server = await createMockServer({ seed: 1, clock: { mode: "auto" }, ...options });
  onTestFinished(() => server.close());
  const client = clientOf(server);
  const pay = (signer: TransactionSigner, command = "swap 0.5 SOL for USDC") =>
    execute({
      client,
      connection: connectionOf(server),
      signer,
      walletAddress: server.wallets.alice.address,
      command,
      clock: server.clock,
      approve: () => true,
    });
  return { server, pay };
}

const FORMS: Readonly<Record<string, (wallet: MockWallet) => TransactionSigner>> = {
  adapter: ({ adapter }) => adapter,
  standard: ({ standard }) => standard,
  signer: ({ signer }) => signer,
};
const LIKES: readonly Like[] = ["phantom", "solflare", "seed-vault", "ledger", "broadcasts", "plain"];

describe.each(Object.entries(FORMS))("a payment with the %s of a wallet", (_, formOf) => {
  test.for(LIKES)("like %s lands once", async (like) => {
    const { server, pay } = await lab();
    const wallet = mockWallet(server, "alice", { like });
    const receipt = await pay(formOf(wallet));
    expect(receipt.signature).toBeTypeOf("string");
    expect(wallet.requests).toHaveLength(1);
  });
});

test("a wallet for legacy transactions is not asked for another version, and pays where builds are legacy", async () => {
  const { server, pay } = await lab();
  const refused = mockWallet(server, "alice", { like: "legacy" });
  expect(await failureOf(pay(refused.adapter))).toBeInstanceOf(ConfigurationError);
  expect(refused.requests).toEqual([]);
  const legacy = await lab({ world: { builds: { version: "legacy" } } });
  const wallet = mockWallet(legacy.server, "alice", { like: "legacy" });
  expect((await legacy.pay(wallet.standard)).signature).toBeTypeOf("string");
});
