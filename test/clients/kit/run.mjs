import {
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget";
import { getAddMemoInstruction } from "@solana-program/memo";
import { getCreateAccountInstruction, getTransferSolInstruction } from "@solana-program/system";
import * as token from "@solana-program/token";
import * as token2022 from "@solana-program/token-2022";
import { eventually, expect, RPC_URL, SECRET, Steps, USDC, WS_URL } from "../steps.mjs";

const steps = new Steps("kit");
const step = (name, run) => steps.step(name, run);
const rpc = createSolanaRpc(RPC_URL);
const rpcSubscriptions = createSolanaRpcSubscriptions(WS_URL);
const alice = await createKeyPairSignerFromBytes(getBase58Encoder().encode(SECRET));
const receiver = (await generateKeyPairSigner()).address;
const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
const commitment = "confirmed";
const MEMO = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

async function signed(instructions, version = 0) {
  const { value: latest } = await rpc.getLatestBlockhash({ commitment }).send();
  const message = pipe(
    createTransactionMessage({ version }),
    (one) => setTransactionMessageFeePayerSigner(alice, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(latest, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  assertIsTransactionWithBlockhashLifetime(transaction);
  return transaction;
}
async function send(instructions, version) {
  const transaction = await signed(instructions, version);
  await sendAndConfirm(transaction, { commitment });
  return getSignatureFromTransaction(transaction);
}
const transfer = (amount) =>
  getTransferSolInstruction({ source: alice, destination: receiver, amount: lamports(amount) });

/** Methods that are called without parameters. */
const METHODS =
  "getBlockHeight getBlockProduction getClusterNodes getEpochInfo getEpochSchedule " +
  "getFirstAvailableBlock getGenesisHash getHealth getHighestSnapshotSlot getIdentity " +
  "getInflationGovernor getInflationRate getLargestAccounts getLatestBlockhash getLeaderSchedule " +
  "getMaxRetransmitSlot getMaxShredInsertSlot getRecentPrioritizationFees getSlot getSlotLeader " +
  "getStakeMinimumDelegation getSupply getTransactionCount getVersion getVoteAccounts minimumLedgerSlot";
for (const [name, ...args] of [
  ...METHODS.split(" ").map((name) => [name]),
  ["getBlockCommitment", 1n],
  ["getMinimumBalanceForRentExemption", 165n],
  ["getRecentPerformanceSamples", 1],
  ["getBalance", alice.address],
  ["getAccountInfo", alice.address, { encoding: "base64" }],
  ["getAccountInfo", address(USDC), { encoding: "base64+zstd" }],
  ["getMultipleAccounts", [alice.address, receiver], { encoding: "base64" }],
  ["getTokenSupply", address(USDC)],
  ["getTokenLargestAccounts", address(USDC)],
  ["getTokenAccountsByOwner", alice.address, { mint: address(USDC) }, { encoding: "jsonParsed" }],
  [
    "getTokenAccountsByDelegate",
    alice.address,
    { programId: token.TOKEN_PROGRAM_ADDRESS },
    { encoding: "base64" },
  ],
  ["getProgramAccounts", token.TOKEN_PROGRAM_ADDRESS, { encoding: "base64", filters: [{ dataSize: 165n }] }],
]) {
  await step(`${name} ${args[1]?.encoding ?? ""}`, () => rpc[name](...args).send());
}

await step("airdrop", () =>
  airdropFactory({ rpc, rpcSubscriptions })({
    commitment,
    recipientAddress: receiver,
    lamports: lamports(1_000_000_000n),
  }),
);
for (const version of ["legacy", 0]) {
  await step(`transfer, version ${version}`, () =>
    send(
      [
        getSetComputeUnitLimitInstruction({ units: 50_000 }),
        getSetComputeUnitPriceInstruction({ microLamports: 1000n }),
        transfer(1_000_000n),
        // The newest package's own memo program is not deployed on any cluster yet.
        getAddMemoInstruction({ memo: "kit" }, { programAddress: MEMO }),
      ],
      version,
    ),
  );
}
await step("simulate", async () => {
  const wire = getBase64EncodedWireTransaction(await signed([transfer(2_000_000n)]));
  const { value } = await rpc.simulateTransaction(wire, { encoding: "base64", commitment }).send();
  expect(value.err === null && value.unitsConsumed > 0n, "a simulation");
});
await step("history", async () => {
  const newest = await eventually(async () => {
    const signatures = await rpc.getSignaturesForAddress(receiver, { commitment }).send();
    return signatures[0];
  });
  const config = { commitment, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 };
  const found = await eventually(() => rpc.getTransaction(newest.signature, config).send());
  expect(found.meta.err === null, "a transaction");
  const block = await rpc.getBlock(found.slot, { ...config, rewards: false }).send();
  expect(block.transactions.length > 0, "its block");
  expect((await rpc.getBlocks(found.slot, found.slot, { commitment }).send()).length === 1, "blocks");
  expect((await rpc.getBlockTime(found.slot).send()) > 0n, "its time");
});
await step("token: mint and hold", async () => {
  const mint = await generateKeyPairSigner();
  const space = BigInt(token.getMintSize());
  const rent = await rpc.getMinimumBalanceForRentExemption(space).send();
  const programAddress = token.TOKEN_PROGRAM_ADDRESS;
  await send([
    getCreateAccountInstruction({ payer: alice, newAccount: mint, lamports: rent, space, programAddress }),
    token.getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority: alice.address }),
  ]);
  const owner = { mint: mint.address, owner: alice.address, tokenProgram: programAddress };
  const [ata] = await token.findAssociatedTokenPda(owner);
  await send([
    await token.getCreateAssociatedTokenIdempotentInstructionAsync({ payer: alice, ...owner }),
    token.getMintToInstruction({ mint: mint.address, token: ata, mintAuthority: alice, amount: 1_500_000n }),
  ]);
  const { value } = await rpc.getTokenAccountBalance(ata, { commitment }).send();
  expect(value.uiAmountString === "1.5", "the balance in words");
  expect((await token.fetchMint(rpc, mint.address, { commitment })).data.supply === 1_500_000n, "the supply");
});
await step("Token-2022: a mint with a permanent delegate", async () => {
  const mint = await generateKeyPairSigner();
  const delegate = token2022.extension("PermanentDelegate", { delegate: alice.address });
  const space = BigInt(token2022.getMintSize([delegate]));
  const rent = await rpc.getMinimumBalanceForRentExemption(space).send();
  await send([
    getCreateAccountInstruction({
      payer: alice,
      newAccount: mint,
      lamports: rent,
      space,
      programAddress: token2022.TOKEN_2022_PROGRAM_ADDRESS,
    }),
    ...token2022.getPreInitializeInstructionsForMintExtensions(mint.address, [delegate]),
    token2022.getInitializeMint2Instruction({
      mint: mint.address,
      decimals: 6,
      mintAuthority: alice.address,
    }),
  ]);
  const found = await token2022.fetchMint(rpc, mint.address, { commitment });
  expect(found.data.decimals === 6, "the mint");
});
await step("a failed transaction reports the reason", async () => {
  const error = await send([transfer(9_000_000_000_000_000n)]).catch((thrown) => thrown);
  expect(/simulation/i.test(error.message), `an error: ${error.message}`);
});
await step("account notifications", async () => {
  const abort = new AbortController();
  const notifications = await rpcSubscriptions
    .accountNotifications(receiver, { commitment, encoding: "base64" })
    .subscribe({ abortSignal: abort.signal });
  void send([transfer(3_000_000n)]);
  for await (const { value } of notifications) {
    expect(value.lamports > 0n, "the account");
    abort.abort();
    break;
  }
});
steps.end();
