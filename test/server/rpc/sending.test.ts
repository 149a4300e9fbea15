import {
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RpcScene } from "./scene.js";

const BASE64 = { encoding: "base64" };
const NOWHERE = new PublicKey(new Uint8Array(32).fill(7));
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

function transfer(lamports = 1_000_000_000, to = NOWHERE): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: to, lamports });
}

async function made(instructions = [transfer()], { sign = true, hash = "" } = {}): Promise<string> {
  const recentBlockhash = hash || (await scene.result("getLatestBlockhash")).value.blockhash;
  const message = new TransactionMessage({ payerKey: alice.publicKey, recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  if (sign) transaction.sign([alice]);
  return Buffer.from(transaction.serialize()).toString("base64");
}

test("a preflight that fails has a node's message", async () => {
  const refusal = async (wire: string, config = {}) =>
    (await scene.call("sendTransaction", wire, { ...BASE64, ...config })).error.message;
  const early = [await refusal(await made([transfer(10 ** 15)])), await refusal(await made([transfer(1)]))];
  const sent = await made();
  await scene.result("sendTransaction", sent, BASE64);
  expect([
    ...early,
    await refusal(await made([transfer()], { hash: NOWHERE.toBase58() })),
    await refusal(sent, { preflightCommitment: "processed" }),
  ]).toEqual(
    [
      "Error processing Instruction 0: custom program error: 0x1",
      "Transaction results in an account (1) with insufficient funds for rent",
      "Blockhash not found",
      "This transaction has already been processed",
    ].map((reason) => `Transaction simulation failed: ${reason}`),
  );
});

test("a transaction that is not signed is -32003, and without preflight it is never seen again", async () => {
  const wire = await made([transfer()], { sign: false });
  const refused = { code: -32003, message: "Transaction signature verification failure" };
  expect((await scene.call("sendTransaction", wire, BASE64)).error).toEqual(refused);
  const verified = await scene.call("simulateTransaction", wire, { ...BASE64, sigVerify: true });
  expect(verified.error).toEqual(refused);
  const signature = await scene.result("sendTransaction", wire, { ...BASE64, skipPreflight: true });
  expect((await scene.result("getSignatureStatuses", [signature])).value).toEqual([null]);
});

test("an airdrop of nothing has a signature that never lands", async () => {
  for (const lamports of [0, 1]) {
    const signature = await scene.result("requestAirdrop", NOWHERE.toBase58(), lamports);
    expect((await scene.result("getSignatureStatuses", [signature])).value).toEqual([null]);
  }
});

test("on a frozen clock, a preflight that fails for missing finality says how to continue", async () => {
  const fresh = Keypair.generate();
  await scene.result("requestAirdrop", fresh.publicKey.toBase58(), 2_000_000_000);
  const { blockhash } = (await scene.result("getLatestBlockhash")).value;
  const message = new TransactionMessage({
    payerKey: fresh.publicKey,
    recentBlockhash: blockhash,
    instructions: [
      SystemProgram.transfer({ fromPubkey: fresh.publicKey, toPubkey: NOWHERE, lamports: 1_000_000 }),
    ],
  });
  const transaction = new VersionedTransaction(message.compileToV0Message());
  transaction.sign([fresh]);
  const wire = Buffer.from(transaction.serialize()).toString("base64");
  const { error } = await scene.call("sendTransaction", wire, BASE64);
  expect(error).toMatchObject({ code: -32002, data: { err: "AccountNotFound" } });
  expect(error.message).toContain('advance it by 12.8 s, or pass preflightCommitment "confirmed"');
  await scene.slots(32);
  expect((await scene.call("sendTransaction", wire, BASE64)).error).toBeUndefined();
});
