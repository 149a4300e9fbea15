import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  StakeAuthorizationLayout,
  StakeProgram,
  SystemProgram,
  TransactionInstruction,
} from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { associatedTokenAddress } from "intent-tx/solana";
import { beforeEach, expect, test } from "vitest";
import { USDC_MINT } from "../../../mock-server/src/fixtures/pools.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { RpcSetup } from "./setup.js";

const BASE64 = { encoding: "base64" };
const CONFIRMED = { commitment: "confirmed" };
const named = (index: number) => Keypair.fromSeed(new Uint8Array(32).fill(index));
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

test("if a transaction with a nonce does not run, only the nonce counts as loaded", async () => {
  const [nonce, authorizedPubkey] = [named(9), alice.publicKey];
  const about = { noncePubkey: nonce.publicKey, authorizedPubkey };
  const lamports = 2_000_000;
  const create = SystemProgram.createNonceAccount({ ...about, fromPubkey: alice.publicKey, lamports });
  const wire = await setup.wire(create.instructions, [alice, nonce]);
  await setup.result("sendTransaction", wire, BASE64);
  const address = nonce.publicKey.toBase58();
  const { value } = await setup.result("getAccountInfo", address, { ...CONFIRMED, encoding: "jsonParsed" });
  const missing = new TransactionInstruction({ programId: NOWHERE, keys: [] });
  const unrun = [SystemProgram.nonceAdvance(about), missing];
  const used = await setup.wire(unrun, [alice], value.data.parsed.info.blockhash);
  const simulated = await setup.result("simulateTransaction", used, { ...BASE64, ...CONFIRMED });
  expect(simulated.value).toMatchObject({ err: "ProgramAccountNotFound", loadedAccountsDataSize: 80 });
  const signature = await setup.result("sendTransaction", used, { ...BASE64, skipPreflight: true });
  const read = { ...CONFIRMED, maxSupportedTransactionVersion: 0 };
  expect((await setup.result("getTransaction", signature, read)).meta.costUnits).toBe(1329);
});

/** Sends a transaction that must succeed, and returns the landed transaction. */
async function landed(instructions: TransactionInstruction[], ...signers: Keypair[]) {
  const wire = await setup.wire(instructions, [alice, ...signers]);
  const config = { ...BASE64, preflightCommitment: "confirmed" };
  const signature = await setup.result("sendTransaction", wire, config);
  return setup.result("getTransaction", signature, {
    ...CONFIRMED,
    encoding: "jsonParsed",
    maxSupportedTransactionVersion: 0,
  });
}

const budget = (...data: number[]) =>
  new TransactionInstruction({
    programId: ComputeBudgetProgram.programId,
    keys: [],
    data: Buffer.from(data),
  });

test.each([
  ["of an unknown kind", [9]],
  ["of a removed kind", [0, 1, 0, 0, 0, 1, 0, 0, 0]],
  ["with truncated data", [2, 1]],
])("a compute-budget instruction %s is refused, with and without preflight", async (_, data) => {
  const wire = await setup.wire([transfer(), budget(...data)]);
  const refused = {
    code: -32602,
    message: "invalid transaction: Error processing Instruction 1: invalid instruction data",
  };
  expect((await setup.call("simulateTransaction", wire, BASE64)).error).toEqual(refused);
  expect((await setup.call("sendTransaction", wire, BASE64)).error).toEqual(refused);
  expect((await setup.call("sendTransaction", wire, { ...BASE64, skipPreflight: true })).error).toEqual(
    refused,
  );
});

test("two compute limits are refused without preflight too", async () => {
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1000 });
  const wire = await setup.wire([limit, limit, transfer()]);
  expect((await setup.call("sendTransaction", wire, { ...BASE64, skipPreflight: true })).error).toEqual({
    code: -32602,
    message: "invalid transaction: Transaction contains a duplicate instruction (1) that is not allowed",
  });
});

test("a transaction with an invalid heap size does not land and pays no fee", async () => {
  const before = await setup.result("getBalance", alice.publicKey.toBase58(), CONFIRMED);
  const wire = await setup.wire([ComputeBudgetProgram.requestHeapFrame({ bytes: 1000 }), transfer()]);
  const { value } = await setup.result("simulateTransaction", wire, { ...BASE64, innerInstructions: true });
  const err = { InstructionError: [0, "InvalidInstructionData"] };
  expect(value).toMatchObject({ err, fee: null, innerInstructions: null });
  const signature = await setup.result("sendTransaction", wire, { ...BASE64, skipPreflight: true });
  expect((await setup.result("getSignatureStatuses", [signature])).value).toEqual([null]);
  expect(await setup.result("getBalance", alice.publicKey.toBase58(), CONFIRMED)).toEqual(before);
});

test.each([
  ["ed25519", 1, 3428],
  ["secp256k1", 2, 14_408],
  ["secp256r1", 3, 15_428],
] as const)("%s signatures cost as many units as on a validator", async (program, count, cost) => {
  const verify = { programId: new PublicKey(PROGRAMS[program]), keys: [], data: Buffer.of(count) };
  const wire = await setup.wire([new TransactionInstruction(verify)]);
  const signature = await setup.result("sendTransaction", wire, { ...BASE64, skipPreflight: true });
  const config = { ...CONFIRMED, maxSupportedTransactionVersion: 0 };
  const { meta } = await setup.result("getTransaction", signature, config);
  expect([meta.costUnits, meta.fee]).toEqual([cost, 5000 * (1 + count)]);
});

test("a token balance of 0 has a null uiAmount once its transaction is in a block", async () => {
  const [mint, owner] = [new PublicKey(USDC_MINT), named(41).publicKey];
  const account = new PublicKey(associatedTokenAddress(owner.toBase58(), USDC_MINT, PROGRAM_IDS.token));
  const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  const create = new TransactionInstruction({
    programId: new PublicKey(PROGRAM_IDS.associatedToken),
    keys: [
      { pubkey: alice.publicKey, isSigner: true, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
      ...[owner, mint, SystemProgram.programId, new PublicKey(PROGRAM_IDS.token)].map(reads),
    ],
    data: Buffer.from([1]),
  });
  const nothing = { amount: "0", decimals: 6, uiAmountString: "0" };
  const { value } = await setup.result("simulateTransaction", await setup.wire([create]), BASE64);
  expect(value.postTokenBalances[0].uiTokenAmount).toEqual({ ...nothing, uiAmount: 0 });
  const { slot, meta } = await landed([create]);
  expect(meta.postTokenBalances[0].uiTokenAmount).toEqual({ ...nothing, uiAmount: null });
  for (const transactionDetails of ["full", "accounts"]) {
    const config = { ...CONFIRMED, transactionDetails, maxSupportedTransactionVersion: 0 };
    const { transactions } = await setup.result("getBlock", slot, config);
    expect(transactions.at(-1).meta).toMatchObject({ postTokenBalances: meta.postTokenBalances });
  }
});

test("sysvars, built-in programs and called programs are never reported as writable", async () => {
  const stake = named(42);
  const made = StakeProgram.createAccount({
    fromPubkey: alice.publicKey,
    stakePubkey: stake.publicKey,
    lamports: 2_000_000_000,
    authorized: { staker: alice.publicKey, withdrawer: alice.publicKey },
  });
  await landed(made.instructions, stake);
  // web3.js requests write access to the clock sysvar.
  const authorize = StakeProgram.authorize({
    stakePubkey: stake.publicKey,
    authorizedPubkey: alice.publicKey,
    newAuthorizedPubkey: stake.publicKey,
    stakeAuthorizationType: StakeAuthorizationLayout.Staker,
  }).instructions;
  const memo = new TransactionInstruction({
    programId: new PublicKey(PROGRAMS.memo),
    keys: [],
    data: Buffer.from("written"),
  });
  // The memo program is writable in one instruction, and called in the next.
  const lent = transfer();
  lent.keys.push({ pubkey: memo.programId, isSigner: false, isWritable: true });
  const { transaction } = await landed([...authorize, lent, memo]);
  const writable = transaction.message.accountKeys.flatMap((key: { writable: boolean; pubkey: string }) =>
    key.writable ? [key.pubkey] : [],
  );
  const written = [alice.publicKey, stake.publicKey, NOWHERE].map((key) => key.toBase58());
  expect(writable.sort()).toEqual(written.sort());
});

test("a memo keeps a byte order mark, also in the history", async () => {
  const text = "\ufeffhi";
  const memo = { programId: new PublicKey(PROGRAMS.memo), keys: [], data: Buffer.from(text) };
  const { transaction } = await landed([new TransactionInstruction(memo)]);
  expect(transaction.message.instructions).toMatchObject([{ program: "spl-memo", parsed: text }]);
  const [line] = await setup.result("getSignaturesForAddress", alice.publicKey.toBase58(), CONFIRMED);
  expect(line.memo).toBe(`[5] ${text}`);
});
