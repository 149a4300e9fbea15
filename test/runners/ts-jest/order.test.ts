import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { Connection, Keypair, type VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx, isApiError, UnsafeTransactionError } from "intent-tx";
import { signAndSend, type TransactionSigner, verifyTransaction } from "intent-tx/solana";

let server: MockServer;
beforeAll(async () => {
  server = await createMockServer({ seed: 1 });
});
afterAll(() => server.close());

async function order(signer: TransactionSigner) {
  const client = new IntentTx(server.clientOptions());
  const { address: walletAddress } = server.wallets.alice;
  const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
  expect(() => verifyTransaction(built, intent, { walletAddress, slippageBps: 1 })).toThrow(
    UnsafeTransactionError,
  );
  const connection = new Connection(server.rpc.live, { fetch: server.fetch as typeof fetch });
  return signAndSend({ intent, built, signer, connection, clock: server.clock });
}

test("a keypair and a wallet adapter sign", async () => {
  const keypair = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
  const adapter = {
    publicKey: keypair.publicKey,
    signTransaction: async (transaction: VersionedTransaction) => {
      transaction.sign([keypair]);
      return transaction;
    },
  };
  for (const signer of [keypair, adapter])
    await expect(order(signer)).resolves.toMatchObject({ confirmationStatus: "confirmed" });
});

// The project is compiled without strictNullChecks, and resolves the packages as `node10` does.
test("the code of an error narrows its details", async () => {
  const client = new IntentTx(server.clientOptions());
  const { address: walletAddress } = server.wallets.alice;
  const error: unknown = await client.intents
    .parse({ walletAddress, command: "swap 1 SOL for USDCC" })
    .catch((refused: unknown) => refused);
  const suggestions =
    isApiError(error) && error.code === "parsing_error" ? error.details?.suggestions : undefined;
  expect(suggestions).toEqual(expect.arrayContaining([expect.any(String)]));
});
