import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { associatedTokenAddress } from "intent-tx/solana";
import { afterEach, beforeEach, expect, test } from "vitest";
import { USDC_MINT } from "../../../mock-server/src/world/pools.js";
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

/** Creates the USDC account of an unknown wallet. */
function makesTokenAccount(): TransactionInstruction {
  const mint = new PublicKey(USDC_MINT);
  const owner = NOWHERE;
  const account = new PublicKey(associatedTokenAddress(owner.toBase58(), mint.toBase58(), PROGRAM_IDS.token));
  const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  return new TransactionInstruction({
    programId: new PublicKey(PROGRAM_IDS.associatedToken),
    keys: [
      { pubkey: alice.publicKey, isSigner: true, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
      ...[owner, mint, SystemProgram.programId, new PublicKey(PROGRAM_IDS.token)].map(reads),
    ],
    data: Buffer.from([1]),
  });
}

const OLD_HASH = NOWHERE.toBase58();
const SIMULATED = [
  "accounts",
  "err",
  "fee",
  "innerInstructions",
  "loadedAccountsDataSize",
  "loadedAddresses",
  "logs",
  "postBalances",
  "postTokenBalances",
  "preBalances",
  "preTokenBalances",
  "replacementBlockhash",
  "returnData",
  "unitsConsumed",
];

test("a simulation has every key, and nothing of it is kept", async () => {
  const { value } = await scene.result("simulateTransaction", await made(), BASE64);
  expect(Object.keys(value)).toEqual(SIMULATED);
  expect(value).toMatchObject({
    err: null,
    fee: 5000,
    innerInstructions: null,
    accounts: null,
    unitsConsumed: 150,
  });
  expect(value.postBalances[0]).toBe(value.preBalances[0] - 1_000_005_000);
  expect((await scene.result("getBalance", NOWHERE.toBase58())).value).toBe(0);
});

test("requested accounts are returned in their resulting state", async () => {
  const accounts = { addresses: [NOWHERE.toBase58(), alice.publicKey.toBase58()], encoding: "base64" };
  const config = { ...BASE64, accounts, innerInstructions: true };
  const { value } = await scene.result("simulateTransaction", await made(), config);
  expect(value.accounts[0]).toMatchObject({ lamports: 1_000_000_000, data: ["", "base64"] });
  expect(value.accounts[1].lamports).toBe(value.postBalances[0]);
  expect(value.innerInstructions).toEqual([]);
  const many = { ...accounts, addresses: Array(4).fill(NOWHERE.toBase58()) };
  const { error } = await scene.call("simulateTransaction", await made(), { ...BASE64, accounts: many });
  expect(error).toEqual({ code: -32602, message: "Too many accounts provided; max 3" });
});

test("inner calls of a simulation are returned on request", async () => {
  const wire = await made([makesTokenAccount()]);
  const told = async (config: object) =>
    (await scene.result("simulateTransaction", wire, { ...BASE64, ...config })).value.innerInstructions;
  expect(await told({})).toBeNull();
  const [{ index, instructions }] = await told({ innerInstructions: true });
  expect(index).toBe(0);
  const types = instructions.map((each: { parsed: { type: string } }) => each.parsed.type);
  expect(types).toContain("createAccount");
});

test("an unused address named by the transaction is an empty account, any other one null", async () => {
  const stranger = new PublicKey(new Uint8Array(32).fill(8));
  const accounts = { encoding: "base64", addresses: [NOWHERE.toBase58(), stranger.toBase58()] };
  const wire = await made([makesTokenAccount()]);
  const { value } = await scene.result("simulateTransaction", wire, { ...BASE64, accounts });
  expect(value.accounts).toEqual([
    expect.objectContaining({ data: ["", "base64"], lamports: 0, owner: PROGRAM_IDS.system, space: 0 }),
    null,
  ]);
});

test("a transaction that did not run has no inner calls", async () => {
  const wire = await made([new TransactionInstruction({ programId: NOWHERE, keys: [] })]);
  const { value } = await scene.result("simulateTransaction", wire, { ...BASE64, innerInstructions: true });
  expect(value).toMatchObject({ err: "ProgramAccountNotFound", innerInstructions: null });
  const refused = await made([transfer(9_000_000_000_000_000)]);
  const ran = await scene.result("simulateTransaction", refused, { ...BASE64, innerInstructions: true });
  expect(ran.value.innerInstructions).toEqual([]);
});

test("an unknown blockhash fails a simulation unless it is replaced", async () => {
  const wire = await made([transfer()], { hash: OLD_HASH, sign: false });
  const { value } = await scene.result("simulateTransaction", wire, BASE64);
  expect(value).toMatchObject({ err: "BlockhashNotFound", logs: [], fee: null, unitsConsumed: 0 });
  const replaced = await scene.result("simulateTransaction", wire, {
    ...BASE64,
    replaceRecentBlockhash: true,
  });
  expect(replaced.value.err).toBeNull();
  const latest = await scene.result("getLatestBlockhash");
  expect(replaced.value.replacementBlockhash).toEqual(latest.value);
  const { error } = await scene.call("simulateTransaction", wire, {
    ...BASE64,
    replaceRecentBlockhash: true,
    sigVerify: true,
  });
  expect(error.message).toBe("sigVerify may not be used with replaceRecentBlockhash");
});

test("a failing preflight is -32002 with what the simulation did, without balances", async () => {
  const { error } = await scene.call("sendTransaction", await made([transfer(10 ** 15)]), BASE64);
  expect(error).toMatchObject({
    code: -32002,
    message: "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
  });
  expect(Object.keys(error.data).sort()).toEqual(SIMULATED);
  expect(error.data).toMatchObject({
    err: { InstructionError: [0, { Custom: 1 }] },
    preBalances: null,
    loadedAddresses: null,
  });
  const rent = await scene.call("sendTransaction", await made([transfer(1)]), BASE64);
  expect(rent.error.message).toBe(
    "Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent",
  );
  expect(rent.error.data.err).toEqual({ InsufficientFundsForRent: { account_index: 1 } });
});

test("a resent transaction, or one with an unknown blockhash, is refused with a node's message", async () => {
  const wire = await made();
  const signature = await scene.result("sendTransaction", wire, BASE64);
  // The default preflight runs on the finalized bank, which does not have it yet.
  expect(await scene.result("sendTransaction", wire, BASE64)).toBe(signature);
  const again = await scene.call("sendTransaction", wire, { ...BASE64, preflightCommitment: "processed" });
  expect(again.error).toMatchObject({
    code: -32002,
    message: "Transaction simulation failed: This transaction has already been processed",
  });
  const old = await scene.call("sendTransaction", await made([transfer()], { hash: OLD_HASH }), BASE64);
  expect(old.error.message).toBe("Transaction simulation failed: Blockhash not found");
  expect(await scene.result("sendTransaction", wire, { ...BASE64, skipPreflight: true })).toBe(signature);
  expect((await scene.result("getBalance", NOWHERE.toBase58(), { commitment: "confirmed" })).value).toBe(
    1_000_000_000,
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
