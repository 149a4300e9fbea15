import {
  type AccountInfo,
  type Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type Logs,
  PublicKey,
  SendTransactionError,
  type SlotInfo,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RpcScene } from "./scene.js";

let scene: RpcScene;
let connection: Connection;
let alice: Keypair;

beforeEach(async () => {
  scene = new RpcScene();
  connection = await scene.connect();
  alice = scene.keypair("alice");
});

afterEach(async () => {
  await scene.close();
  expect(scene.failures).toEqual([]);
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

test("airdrops, twice the same, confirm and add up", async () => {
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

test("sendAndConfirmTransaction confirms a legacy transaction", async () => {
  const bob = Keypair.generate().publicKey;
  const transfer = SystemProgram.transfer({
    fromPubkey: alice.publicKey,
    toPubkey: bob,
    lamports: LAMPORTS_PER_SOL,
  });
  const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [alice]);
  const history = await connection.getSignaturesForAddress(bob);
  expect(history.map((entry) => entry.signature)).toEqual([signature]);
});

test("finalized is waited for until 32 slots have passed", async () => {
  const { publicKey } = Keypair.generate();
  const signature = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL);
  let finalized = false;
  const latest = await connection.getLatestBlockhash();
  const waiting = connection.confirmTransaction({ signature, ...latest }, "finalized").then((confirmed) => {
    finalized = true;
    return confirmed;
  });
  await vi.waitFor(async () => expect((await connection.getSignatureStatus(signature)).value).not.toBeNull());
  await scene.slots(31);
  await connection.getSlot();
  expect(finalized).toBe(false);
  await scene.slots(1);
  expect((await waiting).value.err).toBeNull();
});

test("a transfer that fails its preflight is a SendTransactionError with logs", async () => {
  const transaction = await transferOf(Keypair.generate().publicKey, 10_000 * LAMPORTS_PER_SOL);
  transaction.sign([alice]);
  const failed = connection.sendRawTransaction(transaction.serialize());
  await expect(failed).rejects.toBeInstanceOf(SendTransactionError);
  await expect(failed).rejects.toMatchObject({
    transactionMessage:
      "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
  });
  const error = (await failed.catch((thrown: unknown) => thrown)) as SendTransactionError;
  expect(error.logs?.at(-1)).toBe(
    "Program 11111111111111111111111111111111 failed: custom program error: 0x1",
  );
});

test("a failure sent without preflight lands and is reported by the confirmation", async () => {
  const transaction = await transferOf(Keypair.generate().publicKey, 10_000 * LAMPORTS_PER_SOL);
  transaction.sign([alice]);
  const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  const latest = await connection.getLatestBlockhash();
  const confirmed = await connection.confirmTransaction({ signature, ...latest });
  expect(confirmed.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
});

test("accounts, logs and slots are sent as they change", async () => {
  const { publicKey } = Keypair.generate();
  const seen: { account?: AccountInfo<Buffer>; logs?: Logs; slot?: SlotInfo } = {};
  const accounts = connection.onAccountChange(publicKey, (account) => {
    seen.account = account;
  });
  const logs = connection.onLogs(publicKey, (told) => {
    seen.logs = told;
  });
  const slots = connection.onSlotChange((slot) => {
    seen.slot = slot;
  });
  // A subscription is active once another response on the same connection has arrived; web3.js does not report this.
  await vi.waitFor(async () => {
    await scene.slots(1);
    expect(seen.slot).toBeDefined();
  });
  const signature = await connection.requestAirdrop(publicKey, LAMPORTS_PER_SOL);
  await vi.waitFor(() => expect(seen.logs).toBeDefined());
  expect(seen.logs).toMatchObject({ err: null, signature });
  expect(seen.account).toMatchObject({ lamports: LAMPORTS_PER_SOL, owner: SystemProgram.programId });
  expect(seen.slot?.root).toBe((seen.slot?.slot ?? 0) - 32);
  // web3.js reconnects forever while a subscription is left.
  await Promise.all([
    connection.removeAccountChangeListener(accounts),
    connection.removeOnLogsListener(logs),
    connection.removeSlotChangeListener(slots),
  ]);
});

test("a batch of parsed transactions comes back in its order", async () => {
  const wallets = [Keypair.generate(), Keypair.generate()].map(({ publicKey }) => publicKey);
  const signatures: string[] = [];
  for (const wallet of wallets) signatures.push(await connection.requestAirdrop(wallet, LAMPORTS_PER_SOL));
  const parsed = await connection.getParsedTransactions(signatures, { maxSupportedTransactionVersion: 0 });
  const destinations = parsed.map((transaction) => {
    const [instruction] = transaction!.transaction.message.instructions;
    return instruction && "parsed" in instruction ? instruction.parsed.info.destination : undefined;
  });
  expect(destinations).toEqual(wallets.map(String));
});

test("token accounts, mints and programs are returned parsed", async () => {
  const usdc = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
  const { value } = await connection.getParsedTokenAccountsByOwner(alice.publicKey, { mint: usdc });
  const [held] = value;
  expect(held?.account.data).toMatchObject({
    program: "spl-token",
    parsed: { type: "account", info: { owner: alice.publicKey.toBase58(), state: "initialized" } },
  });
  const balance = await connection.getTokenAccountBalance(held!.pubkey);
  const { info } = held!.account.data.parsed;
  expect(balance.value.uiAmountString).toBe(info.tokenAmount.uiAmountString);
  expect((await connection.getTokenSupply(usdc)).value.decimals).toBe(6);
  const mint = await connection.getParsedAccountInfo(usdc);
  expect(mint.value?.data).toMatchObject({ parsed: { type: "mint", info: { decimals: 6 } } });
  const raw = await connection.getTokenAccountsByOwner(alice.publicKey, { mint: usdc });
  expect(raw.value[0]?.account.data.length).toBe(165);
});

test("a client's initial cluster requests get answers of the right shape", async () => {
  const [version, genesis, epoch, schedule, rent] = await Promise.all([
    connection.getVersion(),
    connection.getGenesisHash(),
    connection.getEpochInfo(),
    connection.getEpochSchedule(),
    connection.getMinimumBalanceForRentExemption(165),
  ]);
  expect(version["solana-core"]).toBe("3.0.13");
  expect(genesis).toMatch(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/);
  expect(epoch.absoluteSlot).toBe(await connection.getSlot("confirmed"));
  expect(epoch.epoch).toBe(schedule.getEpoch(epoch.absoluteSlot));
  expect(rent).toBe(2_039_280);
  const transaction = await transferOf(alice.publicKey, 1);
  expect((await connection.getFeeForMessage(transaction.message)).value).toBe(5000);
  const time = await connection.getBlockTime(epoch.absoluteSlot);
  expect(Math.abs((time ?? 0) - scene.clock.now() / 1000)).toBeLessThan(1);
});
