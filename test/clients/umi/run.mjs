import {
  base58,
  createSignerFromKeypair,
  generateSigner,
  publicKey,
  signerIdentity,
  sol,
  transactionBuilder,
} from "@metaplex-foundation/umi";
import { createUmi } from "@metaplex-foundation/umi-bundle-defaults";
import { eventually, expect, RPC_URL, SECRET, Steps, USDC } from "../steps.mjs";

const steps = new Steps("umi");
const step = (name, run) => steps.step(name, run);
const umi = createUmi(RPC_URL, { commitment: "confirmed" });
const keypair = umi.eddsa.createKeypairFromSecretKey(base58.serialize(SECRET));
umi.use(signerIdentity(createSignerFromKeypair(umi, keypair)));
const receiver = generateSigner(umi);
const SYSTEM = publicKey("11111111111111111111111111111111");

await step("reads", async () => {
  expect((await umi.rpc.getBalance(umi.identity.publicKey)).basisPoints > 0n, "a balance");
  expect((await umi.rpc.getAccount(publicKey(USDC))).exists, "an account");
  expect((await umi.rpc.getAccounts([publicKey(USDC), receiver.publicKey])).length === 2, "accounts");
  expect((await umi.rpc.getSlot()) > 0, "a slot");
  expect((await umi.rpc.getRent(165)).basisPoints > 0n, "rent");
  expect((await umi.rpc.getGenesisHash()).length > 0, "a genesis hash");
});
await step("airdrop", () => umi.rpc.airdrop(receiver.publicKey, sol(1)));
const sent = await step("transfer", () => {
  const data = new Uint8Array(12);
  new DataView(data.buffer).setUint32(0, 2, true);
  new DataView(data.buffer).setBigUint64(4, 1_000_000n, true);
  const keys = [umi.identity.publicKey, receiver.publicKey].map((pubkey, at) => ({
    pubkey,
    isSigner: at === 0,
    isWritable: true,
  }));
  return transactionBuilder()
    .add({ instruction: { programId: SYSTEM, keys, data }, signers: [umi.identity], bytesCreatedOnChain: 0 })
    .sendAndConfirm(umi);
});
await step("the transaction", async () => {
  const found = await eventually(() => umi.rpc.getTransaction(sent.signature, { commitment: "confirmed" }));
  expect(found.meta.err === null, "it succeeded");
  expect((await umi.rpc.getSignatureStatuses([sent.signature]))[0].error === null, "its status");
});
await step("program accounts", async () => {
  const program = publicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
  const found = await umi.rpc.getProgramAccounts(program, {
    filters: [{ memcmp: { offset: 32, bytes: base58.serialize(umi.identity.publicKey) } }],
  });
  expect(found.length > 0, "accounts of the owner");
});
steps.end();
