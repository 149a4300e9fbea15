/**
 * @jest-environment ./environment.js
 */
const { createMockServer } = require("@intent-tx/mock-server");
const { Connection, Keypair } = require("@solana/web3.js");
const bs58 = require("bs58").default;
const { IntentTx } = require("intent-tx");
const { signAndSend } = require("intent-tx/solana");

test("a page orders, signs and confirms", async () => {
  const server = await createMockServer({ seed: 1 });
  const client = new IntentTx({ ...server.clientOptions("test"), dangerouslyAllowBrowser: true });
  const { address: walletAddress, secretKey } = server.wallets.alice;
  const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  const signer = Keypair.fromSecretKey(bs58.decode(secretKey));
  const connection = new Connection(server.rpc.test, { fetch: server.fetch });
  const landed = await signAndSend({ intent, built, signer, connection, clock: server.clock });
  document.body.textContent = landed.confirmationStatus;
  expect(document.body.textContent).toBe("confirmed");
  await server.close();
});
