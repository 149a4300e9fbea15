import * as token from "@solana/spl-token";
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NonceAccount,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { eventually, expect, listen, RPC_URL, SECRET, Steps, subscribed, USDC, WS_URL } from "../steps.mjs";

const connection = new Connection(RPC_URL, { commitment: "confirmed", wsEndpoint: WS_URL });
const alice = Keypair.fromSecretKey(bs58.decode(SECRET));
const steps = new Steps("web3.js");
const step = (name, run) => steps.step(name, run);
const receiver = Keypair.generate().publicKey;
const transfer = (lamports) =>
  SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: receiver, lamports });

/** Methods that are called without parameters. */
const METHODS =
  "getVersion getGenesisHash getSlot getBlockHeight getEpochInfo getEpochSchedule " +
  "getFirstAvailableBlock getMinimumLedgerSlot getTransactionCount getSupply getLargestAccounts " +
  "getVoteAccounts getSlotLeader getLeaderSchedule getBlockProduction getInflationGovernor " +
  "getInflationRate getStakeMinimumDelegation getClusterNodes getLatestBlockhash " +
  "getLatestBlockhashAndContext getRecentPrioritizationFees";
for (const [name, ...args] of [
  ...METHODS.split(" ").map((name) => [name]),
  ["getRecentPerformanceSamples", 1],
  ["getBalance", alice.publicKey],
  ["getBalanceAndContext", alice.publicKey],
  ["getAccountInfo", alice.publicKey],
  ["getAccountInfoAndContext", alice.publicKey],
  ["getParsedAccountInfo", new PublicKey(USDC)],
  ["getMultipleAccountsInfo", [alice.publicKey, receiver]],
  ["getMultipleParsedAccounts", [alice.publicKey, new PublicKey(USDC)]],
  ["getMinimumBalanceForRentExemption", 165],
  ["getTokenSupply", new PublicKey(USDC)],
  ["getTokenLargestAccounts", new PublicKey(USDC)],
  ["getTokenAccountsByOwner", alice.publicKey, { mint: new PublicKey(USDC) }],
  ["getParsedTokenAccountsByOwner", alice.publicKey, { programId: token.TOKEN_PROGRAM_ID }],
  ["getProgramAccounts", token.TOKEN_PROGRAM_ID, { dataSlice: { offset: 0, length: 0 } }],
  ["getParsedProgramAccounts", token.TOKEN_PROGRAM_ID, { filters: [{ dataSize: 165 }] }],
]) {
  await step(name, () => connection[name](...args));
}
await step("getSlotLeaders", async () => connection.getSlotLeaders(await connection.getSlot(), 3));
await step("getInflationReward of a future epoch is refused", async () => {
  const refused = await connection.getInflationReward([alice.publicKey], 1_000_000).then(
    () => false,
    () => true,
  );
  expect(refused, "refused");
});

await step("requestAirdrop and confirm", async () => {
  const signature = await connection.requestAirdrop(receiver, LAMPORTS_PER_SOL);
  const latest = await connection.getLatestBlockhash();
  await connection.confirmTransaction({ signature, ...latest });
});
const signature = await step("sendAndConfirmTransaction", () =>
  sendAndConfirmTransaction(connection, new Transaction().add(transfer(LAMPORTS_PER_SOL)), [alice]),
);
await step("version 0 with a price", async () => {
  const latest = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: latest.blockhash,
    instructions: [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1000 }), transfer(5000)],
  }).compileToV0Message();
  expect((await connection.getFeeForMessage(message)).value > 5000, "a fee with its price");
  const transaction = new VersionedTransaction(message);
  transaction.sign([alice]);
  expect((await connection.simulateTransaction(transaction)).value.err === null, "simulated");
  const sent = await connection.sendTransaction(transaction);
  await connection.confirmTransaction({ signature: sent, ...latest });
  expect((await connection.isBlockhashValid(latest.blockhash)).value, "a blockhash that is good");
});
await step("getSignatureStatus", async () => {
  expect((await connection.getSignatureStatus(signature)).value?.err === null, "a status");
  expect((await connection.getSignatureStatuses([signature])).value.length === 1, "statuses");
});
const landed = await step("getTransaction", () =>
  eventually(() => connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })),
);
await step("getParsedTransaction", async () => {
  const [parsed] = await connection.getParsedTransactions([signature], { maxSupportedTransactionVersion: 0 });
  expect(parsed.transaction.message.instructions[0].parsed.type === "transfer", "an instruction in words");
});
await step("getSignaturesForAddress", async () => {
  expect((await connection.getSignaturesForAddress(receiver)).length >= 1, "signatures");
});
await step("blocks", async () => {
  const { slot } = landed;
  const config = { maxSupportedTransactionVersion: 0 };
  expect((await connection.getBlock(slot, config)).transactions.length > 0, "a block");
  expect((await connection.getParsedBlock(slot, config)).transactions.length > 0, "a block in words");
  expect((await connection.getBlockSignatures(slot)).signatures.includes(signature), "its signatures");
  expect((await connection.getBlocks(slot, slot)).length === 1, "blocks");
  expect((await connection.getBlockTime(slot)) > 1_500_000_000, "its time");
});

await step("spl-token: mint, account, transfer, approve, burn, close", async () => {
  const mint = await token.createMint(connection, alice, alice.publicKey, alice.publicKey, 6);
  const from = await token.getOrCreateAssociatedTokenAccount(connection, alice, mint, alice.publicKey);
  await token.mintTo(connection, alice, mint, from.address, alice, 1_000_000n);
  const to = await token.createAssociatedTokenAccountIdempotent(connection, alice, mint, receiver);
  await token.transferChecked(connection, alice, from.address, mint, to, alice, 400_000n, 6);
  expect((await token.getAccount(connection, to)).amount === 400_000n, "the amount");
  await token.approveChecked(connection, alice, mint, from.address, receiver, alice, 5n, 6);
  await token.burnChecked(connection, alice, from.address, mint, alice, 600_000n, 6);
  await token.closeAccount(connection, alice, from.address, alice.publicKey, alice);
  const balance = await connection.getTokenAccountBalance(to);
  expect(balance.value.uiAmountString === "0.4", "the balance in words");
  expect((await token.getMint(connection, mint)).supply === 400_000n, "the supply");
});
await step("spl-token: Token-2022 with a fee", async () => {
  const program = token.TOKEN_2022_PROGRAM_ID;
  const mint = Keypair.generate();
  const length = token.getMintLen([token.ExtensionType.TransferFeeConfig]);
  const lamports = await connection.getMinimumBalanceForRentExemption(length);
  const made = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: alice.publicKey,
      newAccountPubkey: mint.publicKey,
      space: length,
      lamports,
      programId: program,
    }),
    token.createInitializeTransferFeeConfigInstruction(
      mint.publicKey,
      alice.publicKey,
      alice.publicKey,
      50,
      5000n,
      program,
    ),
    token.createInitializeMintInstruction(mint.publicKey, 6, alice.publicKey, null, program),
  );
  await sendAndConfirmTransaction(connection, made, [alice, mint]);
  const parsed = await connection.getParsedAccountInfo(mint.publicKey);
  expect(parsed.value.data.parsed.info.extensions[0].extension === "transferFeeConfig", "its extension");
});
await step("a lookup table is made and read", async () => {
  // A block of the last slots but one: the newest is not in the SlotHashes sysvar yet, and a slot can have no block.
  const slot = await connection.getSlot();
  const recentSlot = (await connection.getBlocks(Math.max(0, slot - 20), slot)).at(-2);
  const [create, address] = AddressLookupTableProgram.createLookupTable({
    authority: alice.publicKey,
    payer: alice.publicKey,
    recentSlot,
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    payer: alice.publicKey,
    authority: alice.publicKey,
    lookupTable: address,
    addresses: [receiver],
  });
  await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [alice]);
  const { value } = await connection.getAddressLookupTable(address);
  expect(value.state.addresses[0].equals(receiver), "its address");
});
await step("a nonce is made and read", async () => {
  const nonce = Keypair.generate();
  const made = SystemProgram.createNonceAccount({
    fromPubkey: alice.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: alice.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(80),
  });
  await sendAndConfirmTransaction(connection, new Transaction().add(made), [alice, nonce]);
  const account = await connection.getAccountInfo(nonce.publicKey);
  expect(
    NonceAccount.fromAccountData(account.data).authorizedPubkey.equals(alice.publicKey),
    "its authority",
  );
  expect((await connection.getNonce(nonce.publicKey)) !== null, "a nonce");
});
await step("subscriptions", async () => {
  const transaction = new Transaction({
    ...(await connection.getLatestBlockhash()),
    feePayer: alice.publicKey,
  });
  transaction.add(transfer(7000)).sign(alice);
  const sent = bs58.encode(transaction.signature);
  const account = listen((resolve) => connection.onAccountChange(receiver, resolve));
  const logs = listen((resolve) => connection.onLogs(receiver, resolve));
  const signature = listen((resolve) => connection.onSignature(sent, resolve));
  await subscribed(connection);
  await connection.sendRawTransaction(transaction.serialize());
  expect((await signature.notified).err === null, "landed");
  expect((await logs.notified).signature === sent, "the logs of this transaction");
  expect((await account.notified).lamports > 0, "the account");
  await connection.removeAccountChangeListener(account.id);
  await connection.removeOnLogsListener(logs.id);
});
await step("a failed transaction reports the reason", async () => {
  const error = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(9e17)), [
    alice,
  ]).catch((thrown) => thrown);
  expect(
    error.logs?.some((line) => line.includes("insufficient lamports")),
    `its logs: ${error.message}`,
  );
});
steps.end();
