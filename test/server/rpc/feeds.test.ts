import { SystemProgram } from "@solana/web3.js";
import { beforeEach, describe, expect, test } from "vitest";
import { RpcSetup } from "./setup.js";
import { RpcClient } from "./socket-client.js";

const BOB = "US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx";
const SOL = 1_000_000_000;
const SLOT_MS = 400;

let setup: RpcSetup;
let client: RpcClient;

beforeEach(async () => {
  setup = await RpcSetup.open();
  client = await RpcClient.open(await setup.listen());
});

const now = () => setup.result("getSlot", { commitment: "processed" });

test("slotsUpdatesSubscribe reports the stages of each slot, as a node does", async () => {
  const { result: id } = await client.call("slotsUpdatesSubscribe");
  await setup.result("requestAirdrop", BOB, SOL);
  const slot = (await now()) + 1;
  await setup.slots(1);
  const timestamp = setup.server.clock.now() - (setup.server.clock.now() % SLOT_MS);
  const told = [];
  for (let at = 0; at < 5; at++) told.push((await client.message()).params);
  const stats = {
    numTransactionEntries: 1,
    numSuccessfulTransactions: 1,
    numFailedTransactions: 0,
    maxTransactionsPerEntry: 1,
  };
  const stages = [
    { type: "completed", slot: slot - 1 },
    { type: "frozen", slot: slot - 1, stats },
    { type: "createdBank", slot, parent: slot - 1 },
    { type: "optimisticConfirmation", slot: slot - 1 },
    { type: "root", slot: slot - 32 },
  ];
  const at = (told[0] as { result: { timestamp: number } }).result.timestamp;
  expect(Math.abs(at - timestamp)).toBeLessThan(SLOT_MS);
  expect(told).toEqual(stages.map((stage) => ({ subscription: id, result: { ...stage, timestamp: at } })));
  await client.silent();
  expect(await client.call("slotsUpdatesUnsubscribe", id)).toMatchObject({ result: true });
  await setup.slots(1);
  await client.silent();
});

describe("blockSubscribe", () => {
  test("sends a block once it is complete, in the requested encoding", async () => {
    const config = { commitment: "confirmed", transactionDetails: "signatures" };
    const { result: id } = await client.call("blockSubscribe", "all", config);
    const slot = await now();
    const signature = await setup.result("requestAirdrop", BOB, SOL);
    await client.silent();
    await setup.slots(1);
    const { params, method } = await client.message();
    const block = await setup.result("getBlock", slot, { ...config, rewards: false });
    expect(method).toBe("blockNotification");
    expect(params).toEqual({
      subscription: id,
      result: { context: { slot }, value: { slot, err: null, block } },
    });
    expect(block.signatures).toEqual([signature]);
    await setup.slots(1);
    expect((await client.message()).params.result.value).toMatchObject({
      slot: slot + 1,
      block: { signatures: [], previousBlockhash: block.blockhash },
    });
    await client.silent();
  });

  test("is finalized by default, in base64 and without rewards; filters by address if one is given", async () => {
    const { result: id } = await client.call("blockSubscribe", { mentionsAccountOrProgram: BOB });
    const slot = await now();
    await setup.result("requestAirdrop", BOB, SOL);
    await setup.result("requestAirdrop", setup.keypair("alice").publicKey.toBase58(), SOL);
    await setup.slots(31);
    await client.silent();
    await setup.slots(1);
    const { params } = await client.message();
    expect(params).toMatchObject({ subscription: id, result: { value: { slot, err: null } } });
    const { transactions, ...block } = params.result.value.block;
    expect(transactions).toHaveLength(1);
    expect(transactions[0].transaction).toEqual([expect.any(String), "base64"]);
    expect(block).not.toHaveProperty("rewards");
    await setup.slots(10);
    await client.silent();
  });

  test("a long advance of the clock skips no block with transactions", async () => {
    await client.call("blockSubscribe", "all", { commitment: "confirmed", transactionDetails: "none" });
    const slot = await now();
    await setup.result("requestAirdrop", BOB, SOL);
    await setup.server.clock.advance(24 * 3_600_000);
    expect((await client.message()).params.result.context).toEqual({ slot });
    expect((await client.message()).params.result.context).toEqual({ slot: slot + 215_999 });
    await client.silent();
  });

  test("names the block whose transaction version the client does not support", async () => {
    await client.call("blockSubscribe", "all", { commitment: "confirmed" });
    const alice = setup.keypair("alice");
    const slot = await now();
    const wire = await setup.wire([
      SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: alice.publicKey, lamports: 1 }),
    ]);
    await setup.result("sendTransaction", wire, { encoding: "base64" });
    await setup.slots(1);
    expect((await client.message()).params.result.value).toEqual({
      slot,
      block: null,
      err: { UnsupportedTransactionVersion: 0 },
    });
  });

  test.each([
    [["nope"], -32602, /filter must be all or/],
    [[], -32602, /filter must be all or/],
    [["all", { commitment: "processed" }], -32602, /below `confirmed`/],
    [
      [{ mentionsAccountOrProgram: "x" }],
      -32602,
      /filter.mentionsAccountOrProgram must be a base58-encoded 32-byte address/,
    ],
  ])("%j is refused", async (params, code, message) => {
    const { error } = await client.call("blockSubscribe", ...params);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
