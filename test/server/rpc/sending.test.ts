import { Keypair, PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import { beforeEach, expect, test } from "vitest";
import { RpcSetup } from "./setup.js";

const BASE64 = { encoding: "base64" };
const NOWHERE = new PublicKey(new Uint8Array(32).fill(7));
let setup: RpcSetup;
let alice: Keypair;

beforeEach(async () => {
  setup = await RpcSetup.open();
  alice = setup.keypair("alice");
});

function transfer(lamports = 1_000_000_000, to = NOWHERE, from = alice): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });
}

test("a preflight that fails has a node's message", async () => {
  const refusal = async (wire: string, config = {}) =>
    (await setup.call("sendTransaction", wire, { ...BASE64, ...config })).error.message;
  const refusalOf = async (instruction: TransactionInstruction) => refusal(await setup.wire([instruction]));
  const early = [await refusalOf(transfer(10 ** 15)), await refusalOf(transfer(1))];
  const sent = await setup.wire([transfer()]);
  await setup.result("sendTransaction", sent, BASE64);
  expect([
    ...early,
    await refusal(await setup.wire([transfer()], [alice], NOWHERE.toBase58())),
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
  const signed = Buffer.from(await setup.wire([transfer()]), "base64");
  const wire = signed.fill(0, 1, 65).toString("base64");
  const refused = { code: -32003, message: "Transaction signature verification failure" };
  expect((await setup.call("sendTransaction", wire, BASE64)).error).toEqual(refused);
  const verified = await setup.call("simulateTransaction", wire, { ...BASE64, sigVerify: true });
  expect(verified.error).toEqual(refused);
  const signature = await setup.result("sendTransaction", wire, { ...BASE64, skipPreflight: true });
  expect((await setup.result("getSignatureStatuses", [signature])).value).toEqual([null]);
});

test("an airdrop of 0 or 1 lamports returns a signature but never lands", async () => {
  for (const lamports of [0, 1]) {
    const signature = await setup.result("requestAirdrop", NOWHERE.toBase58(), lamports);
    expect((await setup.result("getSignatureStatuses", [signature])).value).toEqual([null]);
  }
});

test("on a frozen clock, a preflight that fails for missing finality says how to continue", async () => {
  const fresh = Keypair.generate();
  await setup.result("requestAirdrop", fresh.publicKey.toBase58(), 2_000_000_000);
  const wire = await setup.wire([transfer(1_000_000, NOWHERE, fresh)], [fresh]);
  const { error } = await setup.call("sendTransaction", wire, BASE64);
  expect(error).toMatchObject({ code: -32002, data: { err: "AccountNotFound" } });
  expect(error.message).toContain('advance it by 12.8 s, or pass preflightCommitment "confirmed"');
  await setup.slots(32);
  expect((await setup.call("sendTransaction", wire, BASE64)).error).toBeUndefined();
});

test("a transaction with trailing bytes never lands, although a send returns its signature", async () => {
  const wire = Buffer.from(await setup.wire([transfer()]), "base64");
  const longer = Buffer.concat([wire, Buffer.from([0])]).toString("base64");
  const signature = await setup.result("sendTransaction", longer, { ...BASE64, skipPreflight: true });
  await setup.slots(2);
  expect((await setup.result("getSignatureStatuses", [signature])).value).toEqual([null]);
  expect(await setup.result("sendTransaction", wire.toString("base64"), BASE64)).toBe(signature);
});

test("a transaction of a durable nonce must be signed as well", async () => {
  const nonce = Keypair.fromSeed(new Uint8Array(32).fill(9));
  const wire = await setup.wire(
    SystemProgram.createNonceAccount({
      fromPubkey: alice.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: alice.publicKey,
      lamports: 2_000_000,
    }).instructions,
    [alice, nonce],
  );
  // Only the signature of the second signer is invalid.
  const forged = Buffer.from(wire, "base64").fill(7, 65, 129).toString("base64");
  const refused = { code: -32003, message: "Transaction signature verification failure" };
  expect((await setup.call("sendTransaction", forged, BASE64)).error).toEqual(refused);
  await setup.result("sendTransaction", forged, { ...BASE64, skipPreflight: true });
  const config = { commitment: "processed" };
  const account = async () =>
    (await setup.result("getAccountInfo", nonce.publicKey.toBase58(), config)).value;
  expect(await account()).toBeNull();
  await setup.result("sendTransaction", wire, BASE64);
  expect(await account()).not.toBeNull();
});
