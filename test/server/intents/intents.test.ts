import { Keypair } from "@solana/web3.js";
import { describe, expect } from "vitest";
import { clientOf, failureOf, lab, rpc, test } from "../lab.js";

const ACCOUNT = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey.toBase58();
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

describe("a refused command", () => {
  test.for([
    ["what is the balance of $bob", "unsupported_action", "$bob"],
    ["swap 0.000000001 SOL for USDC", "invalid_amount", ""],
    ["send 1 SOL to $account", "invalid_address", "$bob"],
  ] as const)("%s: %s", async ([command, reason, named], { server, client }) => {
    const { alice, bob } = server.wallets;
    await server.fund(bob.address, { USDC: "1" });
    const owned = [bob.address, { mint: USDC }, { encoding: "base64" }];
    const [{ account }] = (await rpc(server, "getTokenAccountsByOwner", owned)).result.value;
    // A token account of bob at an address on the curve, which could be a wallet's.
    const data = Buffer.from(account.data[0], "base64").toString("hex");
    const { lamports, owner } = account;
    await rpc(server, "surfnet_setAccount", [ACCOUNT, { lamports, owner, data }]);
    const fill = (text: string) => text.replace("$bob", bob.address).replace("$account", ACCOUNT);
    const call = client.intents.parse({ walletAddress: alice.address, command: fill(command) });
    const error = await failureOf(call);
    expect(error).toMatchObject({ details: { reason } });
    expect(error.message).toContain(fill(named));
  });
});

test("exact amounts and dollars open no ledger", async ({ server, client }) => {
  const walletAddress = server.wallets.alice.address;
  for (const command of ["swap 1 SOL for USDC", "swap $20 of SOL for USDC", "send 1 USDC to BOB.sol"])
    await client.intents.parse({ walletAddress, command });
  expect(await server.health()).toMatchObject({ ledgers: { live: false } });
});

test("an expired intent is 410 for a day and then 404, with or without parses in between", async () => {
  const server = await lab();
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const parse = () => client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
  const [quiet, swept] = [await parse(), await parse()];
  const build = (intentId: string) => failureOf(client.transactions.build({ intentId, walletAddress }));
  await server.clock.advance("10m");
  expect(await build(quiet.intentId)).toMatchObject({ status: 410, code: "intent_expired" });
  // Parsing drops expired intents; their status stays known.
  await parse();
  await server.clock.advance("86399s");
  expect(await build(swept.intentId)).toMatchObject({ status: 410, code: "intent_expired" });
  expect(
    await failureOf(
      client.transactions.build({ intentId: swept.intentId, walletAddress: server.wallets.bob.address }),
    ),
  ).toMatchObject({ status: 400, field: "walletAddress" });
  await server.clock.advance("1s");
  for (const { intentId } of [quiet, swept]) {
    expect(await build(intentId)).toMatchObject({ status: 404, code: "intent_not_found" });
  }
});

test("State drops intents and builds that can no longer be requested", async () => {
  const server = await lab({ limits: "off" });
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const day = async () => {
    for (let at = 0; at < 20; at++) {
      const { intentId } = await client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
      await client.transactions.build({ intentId, walletAddress });
    }
    await server.clock.advance("25h");
  };
  const sizes: number[][] = [];
  for (let round = 0; round < 5; round++) {
    await day();
    const { intents, expiredIntents, built } = (await server.snapshot()).state;
    sizes.push([intents?.length ?? 0, expiredIntents?.length ?? 0, built?.length ?? 0]);
  }
  for (const size of sizes) for (const rows of size) expect(rows).toBeLessThanOrEqual(40);
  expect(sizes.at(-1)).toEqual(sizes.at(-2));
});
