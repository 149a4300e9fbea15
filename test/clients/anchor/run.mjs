import anchor from "@coral-xyz/anchor";
import { expect, RPC_URL, SECRET, Steps, WS_URL } from "../steps.mjs";
import { counterSteps } from "./counter.mjs";

const { AnchorProvider, utils, Wallet, web3 } = anchor;
const steps = new Steps("anchor");
const step = (name, run) => steps.step(name, run);
const alice = web3.Keypair.fromSecretKey(utils.bytes.bs58.decode(SECRET));
const connection = new web3.Connection(RPC_URL, { commitment: "confirmed", wsEndpoint: WS_URL });
const provider = new AnchorProvider(connection, new Wallet(alice), { commitment: "confirmed" });

await step("the provider sends and confirms", async () => {
  const receiver = web3.Keypair.generate().publicKey;
  const lamports = 1_000_000_000;
  const transaction = new web3.Transaction().add(
    web3.SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: receiver, lamports }),
  );
  await provider.simulate(transaction);
  await provider.sendAndConfirm(transaction);
  expect((await connection.getBalance(receiver)) === lamports, "received");
});
await step("the provider sends several", async () => {
  const one = () => ({
    tx: new web3.Transaction().add(
      web3.SystemProgram.transfer({
        fromPubkey: alice.publicKey,
        toPubkey: web3.Keypair.generate().publicKey,
        lamports: 1_000_000,
      }),
    ),
  });
  expect((await provider.sendAll([one(), one()])).length === 2, "two signatures");
});
await counterSteps(step, provider);
steps.end();
