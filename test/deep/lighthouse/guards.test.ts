import { existsSync } from "node:fs";
import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { PublicKey } from "@solana/web3.js";
import { type SignAndSendOptions, signAndSend } from "intent-tx/solana";
import { expect, onTestFinished, test } from "vitest";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { builtOf, connectionOf, rpc } from "../../server/lab.js";

const REAL = process.env["LIGHTHOUSE_PROGRAM"] ?? "";

type World = NonNullable<MockServerOptions["world"]>;
type Row = readonly [
  like: "phantom" | "solflare" | "plain",
  command: string,
  builds?: World["builds"],
  guard?: Pick<SignAndSendOptions, "guard">,
];

test.skipIf(!existsSync(REAL)).for<Row>([
  ["phantom", "swap 1 SOL for USDC"],
  ["phantom", "swap 1 SOL for USDC", { version: 1 }],
  ["phantom", "swap 10 USDC for BONK", {}, { guard: true }],
  ["phantom", "swap 10 PYUSD for SOL", { version: 1 }, { guard: true }],
  ["plain", "buy 1 SOL with USDC", { lookupTables: true }, { guard: true }],
  ["phantom", "send 5 USDC to bob.sol"],
  ["phantom", "transfer 1 SOL to bob.sol"],
  ["solflare", "swap 10 PYUSD for SOL"],
])("the original Lighthouse accepts the guards of %s: %s %j %j", async (row) => {
  const [like, command, builds = {}, guard = {}] = row;
  const programs = [{ address: PROGRAMS.lighthouse, file: REAL }];
  const server = await createMockServer({ seed: 1, clock: { mode: "auto" }, world: { programs, builds } });
  onTestFinished(() => server.close());
  const connection = connectionOf(server);
  const { intent, built } = await builtOf(server, command);
  const { signer, requests } = mockWallet(server, "alice", { like });
  const landed = await signAndSend({ intent, built, signer, connection, clock: server.clock, ...guard });
  const added = requests[0]!.signed!.length - requests[0]!.transaction.length;
  if (like !== "plain") expect(added).toBeGreaterThan(48);
  // The world's program has replaced the server's own, which is not upgradeable.
  const { data } = (await connection.getAccountInfo(new PublicKey(PROGRAMS.lighthouse)))!;
  expect(data).toHaveLength(36);
  const config = { maxSupportedTransactionVersion: 1, commitment: "confirmed" };
  const { meta } = (await rpc(server, "getTransaction", [landed.signature, config])).result;
  expect(meta.err).toBeNull();
  const loaded = (meta.logMessages as string[]).filter(
    (line) => line === `Program ${PROGRAMS.lighthouse} success`,
  );
  expect(loaded.length).toBeGreaterThanOrEqual(2);
});
