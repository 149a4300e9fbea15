const { createMockServer } = require("@intent-tx/mock-server");
const { Connection, Keypair } = require("@solana/web3.js");
const bs58 = require("bs58").default;
const { IntentTx } = require("intent-tx");
const { signAndSend } = require("intent-tx/solana");

let server;
beforeEach(async () => {
  server = await createMockServer({ seed: 1 });
});
afterEach(() => server.close());

async function order() {
  const client = new IntentTx(server.clientOptions());
  const { address: walletAddress } = server.wallets.alice;
  const intent = await client.intents.parse({
    walletAddress,
    command: "swap 0.1 SOL for USDC",
  });
  const built = await client.transactions.build({
    intentId: intent.intentId,
    walletAddress,
  });
  const connection = new Connection(server.rpc.live, { fetch: server.fetch });
  return { intent, built, connection, clock: server.clock };
}

test("a keypair signs", async () => {
  const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
  const landed = await signAndSend({ ...(await order()), signer });
  expect(landed.confirmationStatus).toBe("confirmed");
});

test("a wallet adapter signs", async () => {
  const keypair = Keypair.fromSecretKey(
    bs58.decode(server.wallets.alice.secretKey),
  );
  const signTransaction = jest.fn(async (transaction) => {
    transaction.sign([keypair]);
    return transaction;
  });
  const signer = { publicKey: keypair.publicKey, signTransaction };
  await expect(signAndSend({ ...(await order()), signer })).resolves.toHaveProperty(
    "signature",
  );
  expect(signTransaction).toHaveBeenCalledTimes(1);
});
