import anchor from "@coral-xyz/anchor";
import { expect, RPC_URL, SECRET, Steps, WS_URL } from "../steps.mjs";
import { counterSteps } from "./counter.mjs";

const { AnchorProvider, BN, BorshCoder, EventParser, Program, utils, Wallet, web3 } = anchor;
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
// Needs no custom program: this IDL describes the instructions of the System program.
const IDL = {
  address: "11111111111111111111111111111111",
  metadata: { name: "system", version: "0.1.0", spec: "0.1.0" },
  instructions: [
    {
      name: "transfer",
      discriminator: [2, 0, 0, 0],
      accounts: [
        { name: "from", writable: true, signer: true },
        { name: "to", writable: true },
      ],
      args: [{ name: "lamports", type: "u64" }],
    },
  ],
  accounts: [{ name: "Nonce", discriminator: [1, 0, 0, 0, 1, 0, 0, 0] }],
  types: [
    {
      name: "Nonce",
      type: {
        kind: "struct",
        fields: [
          { name: "authority", type: "pubkey" },
          { name: "nonce", type: "pubkey" },
          { name: "fee", type: "u64" },
        ],
      },
    },
  ],
};
await step("a program by its IDL", async () => {
  const program = new Program(IDL, provider);
  const to = web3.Keypair.generate().publicKey;
  const methods = program.methods.transfer(new BN(2_000_000)).accounts({ from: alice.publicKey, to });
  await methods.simulate();
  await methods.rpc({ commitment: "confirmed" });
  expect((await connection.getBalance(to)) === 2_000_000, "received");
});
await step("accounts by their IDL", async () => {
  const nonce = web3.Keypair.generate();
  const made = web3.SystemProgram.createNonceAccount({
    fromPubkey: alice.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: alice.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(80),
  });
  await provider.sendAndConfirm(new web3.Transaction().add(made), [nonce]);
  const program = new Program(IDL, provider);
  const read = await program.account.nonce.fetch(nonce.publicKey, "confirmed");
  expect(read.authority.equals(alice.publicKey), "the authority");
  const coder = new BorshCoder(IDL);
  expect(new EventParser(program.programId, coder) !== undefined, "a parser of events");
});
await counterSteps(step, provider);
steps.end();
