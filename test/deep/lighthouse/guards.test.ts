import { existsSync } from "node:fs";
import { createMockServer } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { PublicKey } from "@solana/web3.js";
import { signAndSend } from "intent-tx/solana";
import { expect, onTestFinished, test } from "vitest";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { clientOf, connectionOf } from "../../server/lab.js";

const REAL = process.env["LIGHTHOUSE_PROGRAM"] ?? "";

test.skipIf(!existsSync(REAL)).for([
  ["phantom", "swap 1 SOL for USDC"],
  ["phantom", "send 5 USDC to bob.sol"],
  ["phantom", "transfer 1 SOL to bob.sol"],
  ["solflare", "swap 10 PYUSD for SOL"],
] as const)("the original Lighthouse accepts the guards of %s: %s", async ([like, command]) => {
  const programs = [{ address: PROGRAMS.lighthouse, file: REAL }];
  const server = await createMockServer({ seed: 1, clock: { mode: "auto" }, world: { programs } });
  onTestFinished(() => server.close());
  const [client, connection] = [clientOf(server), connectionOf(server)];
  const walletAddress = server.wallets.alice.address;
  const intent = await client.intents.parse({ walletAddress, command });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  const { signer, requests } = mockWallet(server, "alice", { like });
  const landed = await signAndSend({ intent, built, signer, connection, clock: server.clock });
  expect(requests[0]!.signed!.length).toBeGreaterThan(requests[0]!.transaction.length + 48);
  // The world's program has replaced the server's own, which is not upgradeable.
  const { data } = (await connection.getAccountInfo(new PublicKey(PROGRAMS.lighthouse)))!;
  expect(data).toHaveLength(36);
  const account = (await connection.getParsedTransaction(landed.signature, {
    maxSupportedTransactionVersion: 0,
  }))!;
  expect(account.meta!.err).toBeNull();
  const loaded = account.meta!.logMessages!.filter(
    (line) => line === `Program ${PROGRAMS.lighthouse} success`,
  );
  expect(loaded.length).toBeGreaterThanOrEqual(2);
});
