import {
  Authorized,
  Keypair,
  LAMPORTS_PER_SOL,
  Lockup,
  PublicKey,
  StakeProgram,
  type Transaction,
} from "@solana/web3.js";
import { expect, test } from "vitest";
import { clientOf, connectionOf, keypairOf, lab, rpc, sendSigned } from "../lab.js";

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

test("stake from the world's start is deactivated, and withdrawn an epoch after that", async () => {
  const server = await lab({ world: { wallets: { alice: { SOL: 10, staked: [{ SOL: 3 }] } } } });
  const alice = keypairOf(server.wallets.alice);
  const { staked } = await clientOf(server).portfolio.retrieve(alice.publicKey.toBase58(), {
    includeStaked: true,
  });
  const stakePubkey = new PublicKey(staked?.[0]?.stakeAccount ?? "");
  const authorizedPubkey = alice.publicKey;
  const sent = async (transaction: Transaction) => (await sendSigned(server, transaction)).error;
  expect(await sent(StakeProgram.deactivate({ stakePubkey, authorizedPubkey }))).toBeUndefined();
  await server.clock.advance(EPOCH);
  const lamports = 3 * LAMPORTS_PER_SOL;
  const all = { stakePubkey, authorizedPubkey, toPubkey: authorizedPubkey, lamports };
  expect(await sent(StakeProgram.withdraw(all))).toBeUndefined();
});
