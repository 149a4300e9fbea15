import {
  Authorized,
  Keypair,
  LAMPORTS_PER_SOL,
  Lockup,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
} from "@solana/web3.js";
import { expect, test } from "vitest";
import { clientOf, connectionOf, keypairOf, lab, rpc, sendSigned, statusOf } from "../lab.js";

/** A server where alice has a nonce account, and functions that use the account. */
async function setup() {
  const server = await lab();
  const connection = connectionOf(server);
  const [alice, bob] = [keypairOf(server.wallets.alice), keypairOf(server.wallets.bob)];
  const nonce = Keypair.fromSeed(new Uint8Array(32).fill(9));
  const run = async (transaction: Transaction, ...signers: Keypair[]) => {
    const { result, error } = await sendSigned(server, transaction, ...signers);
    return { signature: result as string, error };
  };
  const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH);
  const made = await run(
    SystemProgram.createNonceAccount({
      fromPubkey: alice.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: alice.publicKey,
      lamports,
    }),
    nonce,
  );
  expect(made.error).toBeUndefined();
  const value = async () => {
    const account = await connection.getAccountInfo(nonce.publicKey);
    return NonceAccount.fromAccountData(account!.data).nonce;
  };
  const transfer = (amount: number) =>
    SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob.publicKey, lamports: amount });
  const advance = () =>
    SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: alice.publicKey });
  const held = (nonceValue: string, ...instructions: ReturnType<typeof transfer>[]) => {
    const transaction = new Transaction({
      nonceInfo: { nonce: nonceValue, nonceInstruction: advance() },
    } as never);
    transaction.add(...instructions);
    return transaction;
  };
  return { server, connection, alice, bob, nonce, run, value, transfer, advance, held };
}

test("a transaction on a durable nonce lands days later, once", async () => {
  const { server, run, value, transfer, held } = await setup();
  const before = await value();
  const transaction = held(before, transfer(1_000_000));
  await server.clock.advance("72h");
  const { signature, error } = await run(transaction);
  expect(error).toBeUndefined();
  expect(await statusOf(server, signature)).toMatchObject({ err: null });
  const after = await value();
  expect(after).not.toBe(before);
  // The nonce value is used up: it is no longer accepted as a blockhash.
  const again = await run(held(before, transfer(2_000_000)));
  expect(again.error).toMatchObject({ code: -32002, data: { err: "BlockhashNotFound" } });
  expect((await run(held(after, transfer(2_000_000)))).error).toBeUndefined();
  expect(await value()).not.toBe(after);
});

test("a restored server has the nonce of the snapshot", async () => {
  const { server, run, value, transfer, held } = await setup();
  const before = await value();
  const snapshot = await server.snapshot();
  expect((await run(held(before, transfer(1_000_000)))).error).toBeUndefined();
  const used = await value();
  await server.restore(snapshot);
  expect(await value()).toBe(before);
  expect((await run(held(before, transfer(1_000_000)))).error).toBeUndefined();
  expect(await value()).toBe(used);
});

/** An epoch of 432,000 slots of 400 ms. */
const EPOCH = "48h";

test("stake is created, delegated, active an epoch later, deactivated, and withdrawn an epoch after that", async () => {
  const server = await lab();
  const connection = connectionOf(server);
  const alice = keypairOf(server.wallets.alice);
  const stake = Keypair.fromSeed(new Uint8Array(32).fill(5));
  const run = async (transaction: Transaction, ...signers: Keypair[]) => {
    const { error } = await sendSigned(server, transaction, ...signers);
    return error?.data.err ?? error;
  };
  const shown = async () => {
    const { staked } = await clientOf(server).portfolio.retrieve(alice.publicKey.toBase58(), {
      includeStaked: true,
    });
    return staked?.map(({ stakeAccount, status }) => [stakeAccount, status]);
  };
  const owned = await rpc(server, "getProgramAccounts", [
    "Vote111111111111111111111111111111111111111",
    { encoding: "base64" },
  ]);
  const vote = new PublicKey(owned.result[0].pubkey);
  const [stakePubkey, authorizedPubkey] = [stake.publicKey, alice.publicKey];
  const lamports = 3 * LAMPORTS_PER_SOL;
  const authorized = new Authorized(authorizedPubkey, authorizedPubkey);
  const created = StakeProgram.createAccount({
    fromPubkey: authorizedPubkey,
    stakePubkey,
    authorized,
    lockup: Lockup.default,
    lamports,
  });
  expect(await run(created, stake)).toBeUndefined();
  expect(await shown()).toEqual([[stakePubkey.toBase58(), "inactive"]]);
  expect(
    await run(StakeProgram.delegate({ stakePubkey, authorizedPubkey, votePubkey: vote })),
  ).toBeUndefined();
  expect(await shown()).toEqual([[stakePubkey.toBase58(), "activating"]]);
  await server.clock.advance(EPOCH);
  expect(await shown()).toEqual([[stakePubkey.toBase58(), "active"]]);

  const withdraw = () =>
    StakeProgram.withdraw({ stakePubkey, authorizedPubkey, toPubkey: authorizedPubkey, lamports });
  expect(await run(withdraw())).toMatchObject({ InstructionError: [0, "InsufficientFunds"] });
  expect(await run(StakeProgram.deactivate({ stakePubkey, authorizedPubkey }))).toBeUndefined();
  expect(await shown()).toEqual([[stakePubkey.toBase58(), "deactivating"]]);
  expect(await run(withdraw())).toMatchObject({ InstructionError: [0, "InsufficientFunds"] });
  await server.clock.advance(EPOCH);
  expect(await shown()).toEqual([[stakePubkey.toBase58(), "inactive"]]);
  const before = await connection.getBalance(authorizedPubkey);
  expect(await run(withdraw())).toBeUndefined();
  expect(await connection.getBalance(authorizedPubkey)).toBe(before + lamports - 5000);
  expect(await connection.getAccountInfo(stakePubkey)).toBeNull();
});
