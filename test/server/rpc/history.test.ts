import {
  type Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RpcScene } from "./scene.js";

const BOB = new PublicKey(new Uint8Array(32).fill(7)).toBase58();
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const CONFIRMED = { commitment: "confirmed" };
const VERSIONED = { ...CONFIRMED, maxSupportedTransactionVersion: 0 };
let scene: RpcScene;
let alice: Keypair;

beforeEach(() => {
  scene = new RpcScene();
  alice = scene.keypair("alice");
});
afterEach(async () => {
  await scene.close();
  expect(scene.failures).toEqual([]);
});

async function memoTransfer(...memos: string[]): Promise<string> {
  const transfer = SystemProgram.transfer({
    fromPubkey: alice.publicKey,
    toPubkey: new PublicKey(BOB),
    lamports: 1_000_000_000,
  });
  const notes = memos.map(
    (text) => new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(text) }),
  );
  const { blockhash } = (await scene.result("getLatestBlockhash")).value;
  const message = new TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer, ...notes],
  });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([alice]);
  const wire = Buffer.from(transaction.serialize()).toString("base64");
  return scene.result("sendTransaction", wire, { encoding: "base64" });
}

test("history is finalized by default", async () => {
  const signature = await scene.result("requestAirdrop", BOB, 1_000_000_000);
  expect(await scene.result("getSignaturesForAddress", BOB)).toEqual([]);
  expect(await scene.result("getTransaction", signature)).toBeNull();
  const [entry] = await scene.result("getSignaturesForAddress", BOB, CONFIRMED);
  expect(entry).toMatchObject({ signature, err: null, memo: null, confirmationStatus: "confirmed" });
  await scene.slots(32);
  expect(await scene.result("getSignaturesForAddress", BOB)).toMatchObject([
    { signature, confirmationStatus: "finalized" },
  ]);
  expect((await scene.result("getSignatureStatuses", [signature])).value).toMatchObject([
    { confirmations: null, confirmationStatus: "finalized", status: { Ok: null } },
  ]);
});

test("history does not support processed", async () => {
  for (const method of ["getSignaturesForAddress", "getTransaction"]) {
    const argument = method === "getTransaction" ? "1".repeat(64) : BOB;
    const { error } = await scene.call(method, argument, { commitment: "processed" });
    expect(error).toEqual({ code: -32602, message: "Method does not support commitment below `confirmed`" });
  }
});

test("pages of history follow one another", async () => {
  const signatures: string[] = [];
  for (let number = 0; number < 5; number++) signatures.unshift(await memoTransfer(`${number}`));
  const page = async (config: object): Promise<string[]> =>
    (await scene.result("getSignaturesForAddress", BOB, { ...CONFIRMED, ...config })).map(
      (entry: { signature: string }) => entry.signature,
    );
  expect(await page({})).toEqual(signatures);
  expect(await page({ limit: 2 })).toEqual(signatures.slice(0, 2));
  expect(await page({ limit: 2, before: signatures[1] })).toEqual(signatures.slice(2, 4));
  expect(await page({ until: signatures[3] })).toEqual(signatures.slice(0, 3));
  expect(await page({ before: "1".repeat(64) })).toEqual([]);
  for (const limit of [0, 1001]) {
    const { error } = await scene.call("getSignaturesForAddress", BOB, { limit });
    expect(error.message).toBe("Invalid limit; max 1000");
  }
});

test("memos include their length in bytes", async () => {
  await memoTransfer("héllo", "two");
  const [entry] = await scene.result("getSignaturesForAddress", BOB, CONFIRMED);
  expect(entry.memo).toBe("[6] héllo; [3] two");
});

test("a version that the client does not read is -32015", async () => {
  const signature = await memoTransfer("v0");
  expect((await scene.call("getTransaction", signature, CONFIRMED)).error.code).toBe(-32015);
  expect((await scene.result("getTransaction", signature, VERSIONED)).version).toBe(0);
  const legacy = await scene.result("requestAirdrop", BOB, 1_000_000_000);
  expect(await scene.result("getTransaction", legacy, CONFIRMED)).not.toHaveProperty("version");
  expect((await scene.result("getTransaction", legacy, VERSIONED)).version).toBe("legacy");
});

test("a transaction is returned as raw message and parsed", async () => {
  const signature = await memoTransfer("hi");
  const json = await scene.result("getTransaction", signature, VERSIONED);
  expect(json.transaction.message.header).toEqual({
    numReadonlySignedAccounts: 0,
    numReadonlyUnsignedAccounts: 2,
    numRequiredSignatures: 1,
  });
  expect(json.transaction.message.instructions[0]).toEqual({
    accounts: [0, 1],
    data: "3Bxs3zzLZLuLQEYX",
    programIdIndex: 2,
    stackHeight: 1,
  });
  expect(json.meta).toMatchObject({
    err: null,
    fee: 5000,
    loadedAddresses: { readonly: [], writable: [] },
    status: { Ok: null },
  });
  const parsed = await scene.result("getTransaction", signature, { ...VERSIONED, encoding: "jsonParsed" });
  const source = alice.publicKey.toBase58();
  expect(parsed.transaction.message.accountKeys[0]).toEqual({
    pubkey: source,
    signer: true,
    source: "transaction",
    writable: true,
  });
  expect(parsed.transaction.message.instructions).toEqual([
    {
      parsed: { type: "transfer", info: { destination: BOB, lamports: 1_000_000_000, source } },
      program: "system",
      programId: "11111111111111111111111111111111",
      stackHeight: 1,
    },
    { parsed: "hi", program: "spl-memo", programId: MEMO.toBase58(), stackHeight: 1 },
  ]);
  expect(parsed.meta).not.toHaveProperty("loadedAddresses");
  const [wire, encoding] = (
    await scene.result("getTransaction", signature, { ...VERSIONED, encoding: "base64" })
  ).transaction;
  expect(encoding).toBe("base64");
  const [first] = VersionedTransaction.deserialize(Buffer.from(wire, "base64")).signatures;
  expect(Buffer.from(first!).length).toBe(64);
});

test("lists the lowest price of each of the newest 150 slots, also for an account", async () => {
  await memoTransfer("x");
  const slot = await scene.result("getSlot", CONFIRMED);
  for (const params of [[], [[BOB]]]) {
    const fees = await scene.result("getRecentPrioritizationFees", ...params);
    expect(fees.length).toBeLessThanOrEqual(150);
    expect(fees.at(-1)).toEqual({ slot, prioritizationFee: 0 });
  }
});
