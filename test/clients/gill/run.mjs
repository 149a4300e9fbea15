import {
  address,
  createKeyPairSignerFromBytes,
  createSolanaClient,
  createSolanaRpcSubscriptions,
  createTransaction,
  generateKeyPairSigner,
  getBase58Encoder,
  getMinimumBalanceForRentExemption,
  lamports,
  sendAndConfirmTransactionFactory,
  signTransactionMessageWithSigners,
} from "gill";
import { getAddMemoInstruction, getTransferSolInstruction } from "gill/programs";
import { buildCreateTokenTransaction, TOKEN_PROGRAM_ADDRESS } from "gill/programs/token";
import { expect, RPC_URL, SECRET, Steps, USDC, WS_URL } from "../steps.mjs";

const steps = new Steps("gill");
const step = (name, run) => steps.step(name, run);
// On localhost, `createSolanaClient` uses port 8900 for WebSockets, whatever the RPC port.
const { rpc } = createSolanaClient({ urlOrMoniker: RPC_URL });
const rpcSubscriptions = createSolanaRpcSubscriptions(WS_URL);
const factory = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
const sendAndConfirmTransaction = (transaction) => factory(transaction, { commitment: "confirmed" });
const alice = await createKeyPairSignerFromBytes(getBase58Encoder().encode(SECRET));
const receiver = await generateKeyPairSigner();
const latest = async () => (await rpc.getLatestBlockhash({ commitment: "confirmed" }).send()).value;

await step("reads", async () => {
  expect((await rpc.getBalance(alice.address).send()).value > 0n, "a balance");
  expect((await rpc.getSupply().send()).value.total > 0n, "a supply");
  expect((await rpc.getEpochInfo().send()).slotsInEpoch > 0n, "an epoch");
  const { value } = await rpc.getAccountInfo(address(USDC), { encoding: "jsonParsed" }).send();
  expect(value.data.parsed.type === "mint", "a mint in words");
  expect(getMinimumBalanceForRentExemption(0n) > 0n, "rent");
});
await step("transfer with a memo", async () => {
  const transaction = createTransaction({
    feePayer: alice,
    version: "legacy",
    instructions: [
      getTransferSolInstruction({
        source: alice,
        destination: receiver.address,
        amount: lamports(1_000_000_000n),
      }),
      getAddMemoInstruction({ memo: "gill" }),
    ],
    latestBlockhash: await latest(),
  });
  await sendAndConfirmTransaction(await signTransactionMessageWithSigners(transaction));
  expect(
    (await rpc.getBalance(receiver.address, { commitment: "confirmed" }).send()).value === 1_000_000_000n,
    "received",
  );
});
await step("create a token with Token-2022 metadata", async () => {
  const mint = await generateKeyPairSigner();
  const { TOKEN_2022_PROGRAM_ADDRESS } = await import("gill/programs/token");
  const transaction = await buildCreateTokenTransaction({
    feePayer: alice,
    version: "legacy",
    mint,
    decimals: 6,
    metadata: { isMutable: true, name: "Coin", symbol: "CN", uri: "https://example.com/coin.json" },
    tokenProgram: TOKEN_2022_PROGRAM_ADDRESS,
    latestBlockhash: await latest(),
  });
  await sendAndConfirmTransaction(await signTransactionMessageWithSigners(transaction));
  const { value } = await rpc
    .getAccountInfo(mint.address, { encoding: "jsonParsed", commitment: "confirmed" })
    .send();
  expect(
    value.data.parsed.info.extensions.some((one) => one.extension === "tokenMetadata"),
    "its metadata",
  );
});
await step("token accounts", async () => {
  const { value } = await rpc
    .getTokenAccountsByOwner(alice.address, { programId: TOKEN_PROGRAM_ADDRESS }, { encoding: "jsonParsed" })
    .send();
  expect(value.length > 0, "token accounts");
});
await step("slot notifications", async () => {
  const abort = new AbortController();
  for await (const { slot } of await rpcSubscriptions
    .slotNotifications()
    .subscribe({ abortSignal: abort.signal })) {
    expect(slot > 0n, "a slot");
    abort.abort();
    break;
  }
});
steps.end();
