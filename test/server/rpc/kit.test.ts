import {
  address,
  airdropFactory,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcFromTransport,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { beforeEach, expect, test } from "vitest";
import { failureOf, lab } from "../lab.js";
import { RpcSetup } from "./setup.js";

const BOB = address("US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx");
const SYSTEM = address("11111111111111111111111111111111");
let setup: RpcSetup;

beforeEach(() => {
  setup = RpcSetup.open();
});

async function connect() {
  const url = await setup.listen();
  const rpc = createSolanaRpc(url);
  const rpcSubscriptions = createSolanaRpcSubscriptions(url.replace("http", "ws"));
  const signer = await createKeyPairSignerFromBytes(setup.keypair("alice").secretKey);
  const transfer = async (amount: bigint) => {
    const { value } = await rpc.getLatestBlockhash().send();
    const data = new Uint8Array(12);
    const view = new DataView(data.buffer);
    view.setUint32(0, 2, true);
    view.setBigUint64(4, amount, true);
    const instruction = {
      programAddress: SYSTEM,
      accounts: [
        { address: signer.address, role: 3 },
        { address: BOB, role: 1 },
      ],
      data,
    };
    const transaction = await pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(signer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(value, message),
      (message) => appendTransactionMessageInstruction(instruction, message),
      (message) => signTransactionMessageWithSigners(message),
    );
    assertIsTransactionWithBlockhashLifetime(transaction);
    return transaction;
  };
  return { rpc, rpcSubscriptions, transfer };
}

test("kit airdrops, sends, confirms and reads", async () => {
  const { rpc, rpcSubscriptions, transfer } = await connect();
  const airdrop = airdropFactory({ rpc, rpcSubscriptions } as Parameters<typeof airdropFactory>[0]);
  await airdrop({ commitment: "confirmed", lamports: lamports(2_000_000_000n), recipientAddress: BOB });
  const transaction = await transfer(1_000_000_000n);
  const send = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
  await send(transaction, { commitment: "confirmed" });
  expect((await rpc.getBalance(BOB).send()).value).toBe(3_000_000_000n);
  const { value } = await rpc.getAccountInfo(BOB, { encoding: "base64" }).send();
  expect(value?.space).toBe(0n);
  const signature = getSignatureFromTransaction(transaction);
  const landed = await rpc
    .getTransaction(signature, {
      commitment: "confirmed",
      maxSupportedTransactionVersion: 0,
      encoding: "jsonParsed",
    })
    .send();
  expect(landed?.meta?.fee).toBe(5000n);
});

test("kit reaches a server that has no socket, on either network", async () => {
  const server = await lab();
  const signer = await createKeyPairSignerFromBytes(setup.keypair("alice").secretKey);
  const [live, other] = [server.rpcTransport(), server.rpcTransport("test")];
  const rpc = createSolanaRpcFromTransport(live);
  const { value: before } = await rpc.getBalance(signer.address).send();
  await rpc.requestAirdrop(signer.address, lamports(5_000_000_001n)).send();
  const { value: after } = await rpc.getBalance(signer.address, { commitment: "processed" }).send();
  expect(after - before).toBe(5_000_000_001n);
  const { value: untouched } = await createSolanaRpcFromTransport(other).getBalance(signer.address).send();
  expect(untouched).toBe(before);
  // Integers too large for a JavaScript number are exact in requests and in responses.
  const payload = { jsonrpc: "2.0", id: 1, method: "getBlock", params: [18_446_744_073_709_551_613n] };
  expect(await live({ payload })).toMatchObject({
    error: { message: "Block not available for slot 18446744073709551613" },
  });
  const account = { ...payload, method: "getAccountInfo", params: [signer.address, { encoding: "base64" }] };
  expect(await live({ payload: account })).toMatchObject({
    result: { value: { rentEpoch: 18_446_744_073_709_551_615n } },
  });
  server.requests.expectCalls([{ rpcMethod: "requestAirdrop", times: 1 }]);
  const padded = { jsonrpc: "2.0", id: 1, method: "getSlot", params: ["x".repeat(60_000)] };
  expect(await failureOf(live({ payload: padded }))).toMatchObject({ context: { statusCode: 413 } });
});
