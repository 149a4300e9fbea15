import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { ed25519 } from "@noble/curves/ed25519";
import { createSolanaRpc } from "@solana/kit";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { MemoryJournal } from "intent-tx/solana";
import { connect, mobileWallet, pay } from "./payment.mjs";

/** Mobile Wallet Adapter's `transact` for a wallet that has this key and always approves. */
const walletApp = (secretKey) => (use) =>
  use({
    authorize: async ({ chain, identity }) => {
      assert.deepEqual([chain, identity], ["solana:devnet", { name: "Test" }]);
      return {
        accounts: [
          { address: Buffer.from(secretKey.slice(32)).toString("base64") },
        ],
        auth_token: "t",
      };
    },
    reauthorize: async ({ auth_token, identity }) => {
      assert.deepEqual([auth_token, identity], ["t", { name: "Test" }]);
      return {};
    },
    signTransactions: async ({ payloads }) => ({
      signed_payloads: payloads.map((payload) => {
        const bytes = Buffer.from(payload, "base64");
        bytes.set(ed25519.sign(bytes.subarray(65), secretKey.slice(0, 32)), 1);
        return bytes.toString("base64");
      }),
    }),
  });

test("a wallet app signs a payment, and the payment is made only once", async (t) => {
  const server = await createMockServer({ seed: 1 });
  await server.listen({ port: 0 });
  t.after(() => server.close());
  const transact = walletApp(bs58.decode(server.wallets.alice.secretKey));
  const session = await connect(transact, { name: "Test" }, "solana:devnet");
  const options = {
    client: new IntentTx({ apiKey: server.keys.pro, baseUrl: server.baseUrl }),
    connection: createSolanaRpc(server.rpc.live),
    signer: mobileWallet(transact, session),
    approve: ({ effects }) =>
      effects.spendAtMost.every(({ amount }) => amount <= 500_000_000n),
    journal: new MemoryJournal(),
    paymentId: "order-1",
  };
  const { signature, spent } = await pay("swap 0.5 SOL for USDC", options);
  assert.equal(spent[0].amount, 500_000_000n);
  assert.equal((await pay("swap 0.5 SOL for USDC", options)).signature, signature);
});
