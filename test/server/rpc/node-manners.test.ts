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
let setup: RpcSetup;
let alice: Keypair;

beforeEach(async () => {
  setup = await RpcSetup.open();
  alice = setup.keypair("alice");
});

const transfer = () =>
  SystemProgram.transfer({
    fromPubkey: alice.publicKey,
    toPubkey: named(40).publicKey,
    lamports: 1_000_000,
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
  const { value } = await setup.result("simulateTransaction", wire, BASE64);
  expect(value).toMatchObject({ err: { InstructionError: [0, "InvalidInstructionData"] }, fee: null });
  const signature = await setup.result("sendTransaction", wire, { ...BASE64, skipPreflight: true });
  expect((await setup.result("getSignatureStatuses", [signature])).value).toEqual([null]);
  expect(await setup.result("getBalance", alice.publicKey.toBase58(), CONFIRMED)).toEqual(before);
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
  const written = [alice.publicKey, stake.publicKey, named(40).publicKey].map((key) => key.toBase58());
  expect(writable.sort()).toEqual(written.sort());
});
