import {
  type Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { beforeEach, expect, test } from "vitest";
import { RpcSetup } from "./setup.js";

let setup: RpcSetup;
let connection: Connection;
let alice: Keypair;

beforeEach(async () => {
  setup = RpcSetup.open();
  connection = await setup.connect();
  alice = setup.keypair("alice");
});

async function transferOf(to: PublicKey, lamports: number): Promise<VersionedTransaction> {
  const { blockhash } = await connection.getLatestBlockhash();
  const instruction = SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: to, lamports });
  const message = new TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: blockhash,
    instructions: [instruction],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

test("two equal airdrops are confirmed and add up", async () => {
  const { publicKey } = Keypair.generate();
  const first = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL);
  const second = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL);
  expect(second).not.toBe(first);
  const latest = await connection.getLatestBlockhash();
  const confirmed = await connection.confirmTransaction({ signature: second, ...latest });
  expect(confirmed.value.err).toBeNull();
  expect(await connection.getBalance(publicKey)).toBe(2 * LAMPORTS_PER_SOL);
});

test("a signed transfer is simulated, sent and confirmed by both strategies", async () => {
  const bob = Keypair.generate().publicKey;
  const transaction = await transferOf(bob, LAMPORTS_PER_SOL);
  const simulated = await connection.simulateTransaction(transaction);
  expect(simulated.value).toMatchObject({ err: null, unitsConsumed: 150 });
  transaction.sign([alice]);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const latest = await connection.getLatestBlockhash();
  await connection.confirmTransaction({ signature, ...latest }, "confirmed");
  expect((await connection.confirmTransaction(signature, "confirmed")).value.err).toBeNull();
  expect(await connection.getBalance(bob)).toBe(LAMPORTS_PER_SOL);
  const { value } = await connection.getSignatureStatus(signature);
  expect(value).toMatchObject({ confirmationStatus: "confirmed", err: null });
});
