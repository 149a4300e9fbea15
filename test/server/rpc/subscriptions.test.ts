import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { beforeEach, describe, expect, test } from "vitest";
import { RpcSetup } from "./setup.js";
import { RpcClient } from "./socket-client.js";

const BOB = "US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const SOL = 1_000_000_000;
const SLOT_MS = 400;

let setup: RpcSetup;
let client: RpcClient;

beforeEach(async () => {
  setup = await RpcSetup.open();
  client = await RpcClient.open(await setup.listen());
});

test("a signature that has landed is notified right after the answer, and its subscription ends", async () => {
  const signature = await setup.result("requestAirdrop", BOB, SOL);
  const { result: id } = await client.call("signatureSubscribe", signature, { commitment: "confirmed" });
  const slot = await setup.result("getSlot", { commitment: "processed" });
  expect(await client.message()).toEqual({
    jsonrpc: "2.0",
    method: "signatureNotification",
    params: { result: { context: { slot }, value: { err: null } }, subscription: id },
  });
  expect(await client.call("signatureUnsubscribe", id)).toMatchObject({
    error: { code: -32602, message: "Invalid subscription id." },
  });
});

test("a signature is sent once finalized by default, 32 slots later", async () => {
  const signature = await setup.result("requestAirdrop", BOB, SOL);
  const { result: id } = await client.call("signatureSubscribe", signature);
  await setup.slots(31);
  await client.silent();
  await setup.slots(1);
  expect(await client.message()).toMatchObject({ params: { subscription: id } });
});

test("an account is sent at its commitment, in the requested encoding", async () => {
  const { result: early } = await client.call("accountSubscribe", BOB, {
    commitment: "processed",
    encoding: "base64",
  });
  const { result: late } = await client.call("accountSubscribe", BOB, { encoding: "base64" });
  await setup.result("requestAirdrop", BOB, SOL);
  const slot = await setup.result("getSlot", { commitment: "processed" });
  const now = await client.text();
  // JSON.parse rounds rentEpoch to a double, so the raw text is compared.
  expect(now).toContain('"rentEpoch":18446744073709551615');
  expect(JSON.parse(now).params).toMatchObject({
    subscription: early,
    result: { context: { slot }, value: { lamports: SOL, data: ["", "base64"], space: 0 } },
  });
  await client.silent();
  await setup.slots(32);
  expect((await client.message()).params).toMatchObject({
    subscription: late,
    result: { context: { slot }, value: { lamports: SOL } },
  });
});

test("changes of other accounts are not sent", async () => {
  await client.call("accountSubscribe", USDC, { commitment: "processed" });
  await setup.result("requestAirdrop", BOB, SOL);
  await client.silent();
});

test("a program's accounts are sent if they pass the filters", async () => {
  const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: BOB } }];
  const config = { commitment: "confirmed", encoding: "jsonParsed", filters };
  const { result: id } = await client.call("programSubscribe", TOKEN, config);
  await setup.server.fund(setup.server.wallets.alice.address, { USDC: "0.000005" });
  await client.silent();
  await setup.server.fund(BOB, { USDC: "0.000005" });
  const { params } = await client.message();
  expect(params.subscription).toBe(id);
  expect(params.result.value.account.data.parsed.info).toMatchObject({
    owner: BOB,
    tokenAmount: { amount: "5", decimals: 6, uiAmount: 0.000005, uiAmountString: "0.000005" },
  });
  await client.silent();
});

test("logs are sent for all transactions, or those that mention an address", async () => {
  const { result: all } = await client.call("logsSubscribe", "all", { commitment: "processed" });
  const { result: some } = await client.call(
    "logsSubscribe",
    { mentions: [USDC] },
    { commitment: "processed" },
  );
  expect(some).not.toBe(all);
  const signature = await setup.result("requestAirdrop", BOB, SOL);
  expect((await client.message()).params).toMatchObject({
    subscription: all,
    result: {
      value: { err: null, signature, logs: [expect.stringContaining("invoke [1]"), expect.any(String)] },
    },
  });
  await client.silent();
});

test("a transaction whose program does not exist is sent to its signature only, because nothing ran", async () => {
  await client.call("logsSubscribe", "all", { commitment: "processed" });
  const wire = await setup.wire([new TransactionInstruction({ programId: new PublicKey(BOB), keys: [] })]);
  const signature = await setup.result("sendTransaction", wire, { encoding: "base64", skipPreflight: true });
  await client.silent();
  await client.call("signatureSubscribe", signature, { commitment: "processed" });
  expect((await client.message()).params.result.value).toEqual({ err: "ProgramAccountNotFound" });
});

test("advancing the clock a few slots notifies slot by slot", async () => {
  const { result: slots } = await client.call("slotSubscribe");
  const { result: roots } = await client.call("rootSubscribe");
  const before = await setup.result("getSlot", { commitment: "processed" });
  const told = async (count: number) => {
    const seen: Record<string, unknown[]> = { [slots]: [], [roots]: [] };
    for (let at = 0; at < count; at++) {
      const { params } = await client.message();
      seen[params.subscription]?.push(params.result);
    }
    return [seen[slots], seen[roots]];
  };
  const both = (numbers: number[]) => [
    numbers.map((slot) => ({ parent: slot - 1, root: slot - 32, slot })),
    numbers.map((slot) => slot - 32),
  ];
  await setup.server.clock.advance(800);
  expect(await told(4)).toEqual(both([before + 1, before + 2]));
  await setup.slots(1);
  expect(await told(2)).toEqual(both([before + 3]));
  await client.silent();
});

test("slots and roots are sent as the clock moves, and one long jump is one notification", async () => {
  const { result: slots } = await client.call("slotSubscribe");
  const { result: roots } = await client.call("rootSubscribe");
  const before = await setup.result("getSlot", { commitment: "processed" });
  await setup.server.clock.advance(24 * 3_600_000);
  const slot = before + 216_000;
  expect((await client.message()).params).toEqual({
    result: { parent: slot - 1, root: slot - 32, slot },
    subscription: slots,
  });
  expect((await client.message()).params).toEqual({ result: slot - 32, subscription: roots });
  await client.silent();
});

test("a repeated call returns the same subscription, and unsubscribing ends it", async () => {
  const { result: id } = await client.call("slotSubscribe");
  expect((await client.call("slotSubscribe")).result).toBe(id);
  expect(await client.call("slotUnsubscribe", id)).toMatchObject({ result: true });
  expect(await client.call("slotUnsubscribe", id)).toMatchObject({ error: { code: -32602 } });
  await setup.slots(1);
  await client.silent();
});

test("earlier account changes that become final are sent in order; logs are not", async () => {
  const signatures: string[] = [];
  const airdrop = async (lamports: number) => {
    signatures.push(await setup.result("requestAirdrop", BOB, lamports));
    await setup.slots(1);
  };
  await airdrop(SOL);
  await setup.slots(40);
  await airdrop(2 * SOL);
  await airdrop(3 * SOL);
  const config = { encoding: "base64", commitment: "finalized" };
  const { result: account } = await client.call("accountSubscribe", BOB, config);
  const system = "11111111111111111111111111111111";
  const { result: program } = await client.call("programSubscribe", system, config);
  const { result: logs } = await client.call("logsSubscribe", { mentions: [BOB] });
  await airdrop(4 * SOL);
  await setup.slots(40);
  const told = new Map<number, unknown[]>([account, program, logs].map((id) => [id, []]));
  const isDone = () =>
    told.get(account)?.length === 3 && told.get(program)?.length === 3 && told.get(logs)?.length === 1;
  while (!isDone()) {
    const { subscription, result } = (await client.message()).params;
    const { value } = result;
    // The System program also owns the faucet.
    if (value.pubkey !== undefined && value.pubkey !== BOB) continue;
    told.get(subscription)?.push(value.signature ?? (value.account ?? value).lamports);
  }
  expect(told.get(account)).toEqual([3 * SOL, 6 * SOL, 10 * SOL]);
  expect(told.get(program)).toEqual([3 * SOL, 6 * SOL, 10 * SOL]);
  expect(told.get(logs)).toEqual(signatures.slice(3));
  await setup.slots(40);
});

test("explicit and omitted defaults give the same subscription", async () => {
  const { result: id } = await client.call("accountSubscribe", BOB);
  for (const config of [null, {}, { encoding: null }, { commitment: "finalized" }, { later: 1 }])
    expect(await client.call("accountSubscribe", BOB, config)).toMatchObject({ result: id });
  for (const config of [{ commitment: "confirmed" }, { encoding: "base64" }])
    expect(await client.call("accountSubscribe", BOB, config)).not.toMatchObject({ result: id });
  expect(await client.call("programSubscribe", BOB)).not.toMatchObject({ result: id });
});

test("a slice is accepted but all data is sent, as by a node", async () => {
  const alice = setup.keypair("alice").publicKey.toBase58();
  const config = { encoding: "base64", commitment: "confirmed", dataSlice: { offset: 0, length: 1 } };
  const filters = [{ memcmp: { offset: 32, bytes: alice } }];
  await client.call("programSubscribe", TOKEN, { ...config, filters });
  await setup.server.fund(alice, { USDC: "0.000005" });
  const { data, space } = (await client.message()).params.result.value.account;
  expect(Buffer.from(data[0], "base64")).toHaveLength(space);
});

test("a WebSocket serves only subscriptions", async () => {
  for (const method of ["getHealth", "voteSubscribe"])
    expect(await client.call(method)).toMatchObject({ error: { code: -32601 } });
  for (const [method, argument, message] of [
    ["accountSubscribe", "abc", "address must be a base58-encoded 32-byte address"],
    ["signatureSubscribe", "abc", "signature must be a base58-encoded 64-byte signature"],
    ["logsSubscribe", { mentions: ["abc"] }, "filter.mentions[0] must be a base58-encoded 32-byte address"],
    ["logsSubscribe", { mentions: [BOB, USDC] }, "filter.mentions must have exactly one address"],
  ] as const) {
    expect((await client.call(method, argument)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  }
});

test("a ping has no answer, and invalid JSON leaves the connection open", async () => {
  client.socket.send('{"jsonrpc":"2.0","method":"ping"}');
  await client.silent();
  client.socket.send("{bad");
  expect(await client.message()).toMatchObject({ error: { code: -32700 }, id: null });
  await client.silent();
});

test("a subscription survives a restore and reports later changes", async () => {
  const snapshot = await setup.server.snapshot();
  await client.call("accountSubscribe", BOB, { encoding: "base64" });
  await setup.result("requestAirdrop", BOB, SOL);
  await setup.server.restore(snapshot);
  await setup.slots(32);
  await client.silent();
  await setup.result("requestAirdrop", BOB, 2 * SOL);
  await setup.slots(32);
  expect((await client.message()).params.result.value.lamports).toBe(2 * SOL);
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
