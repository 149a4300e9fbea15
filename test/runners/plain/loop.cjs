// The main flow in an app without other dependencies, as CommonJS; loop.mjs runs it as ESM.
exports.loop = async ({ createMockServer }, { IntentTx }, { decodeTransaction, verifyTransaction }) => {
  const server = await createMockServer({ seed: 1 });
  const client = new IntentTx(server.clientOptions("enterprise"));
  const walletAddress = server.wallets.alice.address;
  const intent = await client.intents.parse({ walletAddress, command: "swap 0.5 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  verifyTransaction(built, intent, { walletAddress });
  const { feePayer } = decodeTransaction(built);
  if (feePayer !== walletAddress) throw new Error(`the wallet is not the fee payer: ${feePayer}`);
  const { data } = await client.transactions.list(walletAddress, { limit: 1 });
  if (!Array.isArray(data)) throw new Error("the history is not a list");
  await server.close();
};

if (require.main === module)
  exports.loop(require("@intent-tx/mock-server"), require("intent-tx"), require("intent-tx/solana"));
