// Plain jsdom, without fetch, TextEncoder or WebCrypto. Everything that needs no network still works.
const { IntentTx, parseUnits, UnsafeTransactionError } = require("intent-tx");
const { isAddress } = require("intent-tx/contract");
const { verifyAndSign, verifyTransaction } = require("intent-tx/solana");
const { built, intent, secretKey, walletAddress } = require("./order.json");

const revived = {
  ...intent,
  parameters: { ...intent.parameters, amount: BigInt(intent.parameters.amount) },
};

test("jsdom lacks fetch and TextEncoder", () => {
  expect([typeof TextEncoder, typeof fetch, typeof document]).toEqual(["undefined", "undefined", "object"]);
});

test("a transaction is verified and signed", async () => {
  expect(isAddress(walletAddress)).toBe(true);
  expect(parseUnits("1.5", 9)).toBe(1_500_000_000n);
  const { fee } = verifyTransaction(built, revived, { walletAddress });
  expect(fee > 0n).toBe(true);
  expect(() => verifyTransaction(built, revived, { walletAddress, maxFee: 1 })).toThrow(
    UnsafeTransactionError,
  );
  const signer = { publicKey: walletAddress, secretKey: Uint8Array.from(secretKey) };
  const bytes = await verifyAndSign({ intent: revived, built, signer });
  expect(Buffer.from(bytes.subarray(65)).equals(Buffer.from(built, "base64").subarray(65))).toBe(true);
  const adapter = {
    publicKey: walletAddress,
    signTransaction: async (transaction) => {
      transaction.sign([signer]);
      return transaction;
    },
  };
  expect(await verifyAndSign({ intent: revived, built, signer: adapter })).toEqual(bytes);
});

test("a client can be created, and its error lists the missing globals", async () => {
  const options = {
    apiKey: "svc_test_0123456789abcdef",
    baseUrl: "http://127.0.0.1:4010/v1",
    dangerouslyAllowBrowser: true,
  };
  for (const fetch of [undefined, async () => undefined]) {
    const client = new IntentTx({ ...options, fetch });
    await expect(client.prices.retrieve("SOL")).rejects.toMatchObject({
      name: "ConfigurationError",
      message: expect.stringMatching(/^This runtime has no .*Request, Response\. /),
      attempts: 0,
    });
  }
});
