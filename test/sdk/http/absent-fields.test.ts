import { describe, expect, test } from "vitest";
import { BUILT, clientWith, failure, INTENT, KEY_RECORD, WALLET } from "../harness.js";

const SECRET = "svc_live_new_secret";
const request = { walletAddress: WALLET, command: "swap 1 SOL for USDC" };

describe("a secret shown once is not lost because another field is invalid", () => {
  const odd = {
    "null instead of absent fields": { ...KEY_RECORD, key: SECRET, expiresAt: null, lastUsedAt: null },
    "no environment": { ...KEY_RECORD, key: SECRET, environment: undefined },
    "fields of other types": { ...KEY_RECORD, key: SECRET, createdAt: 1767225600, scopes: "admin", name: 7 },
    "only the secret and the key id": { keyId: KEY_RECORD.keyId, key: SECRET },
  };
  test.each(Object.entries(odd))("%s", async (_, json) => {
    const { client } = clientWith([{ status: 201, json }]);
    const created = await client.keys.create({ name: "n", scopes: ["admin"] });
    expect(created).toMatchObject({ keyId: KEY_RECORD.keyId, key: SECRET });
    expect(Object.values(created)).not.toContain(null);
    expect(await client.keys.rotate("key_1")).toMatchObject({ key: SECRET });
  });

  test("any object is taken, because the contract does not show the key's fields", async () => {
    const { client } = clientWith([{ json: { id: 7, secret: SECRET } }]);
    expect(await client.keys.rotate("key_1")).toEqual({ id: 7, secret: SECRET });
    expect(await client.keys.revoke("key_1")).toEqual({ id: 7, secret: SECRET });
  });
});

test("null in an optional response field means absent; in a required one it is an error", async () => {
  const { parameters } = INTENT;
  const answer = { ...INTENT, action: "transfer", route: null };
  const { client } = clientWith([
    { json: { ...answer, parameters: { ...parameters, outputToken: null, recipient: null } } },
    { json: { ...BUILT, simulation: null } },
    { json: { ...INTENT, confidence: null } },
  ]);
  const intent = await client.intents.parse(request);
  expect(intent.parameters).toStrictEqual({ inputToken: parameters.inputToken, amount: 1_000_000_000n });
  expect("route" in intent).toBe(false);
  const built = await client.transactions.build({ intentId: intent.intentId, walletAddress: WALLET });
  expect("simulation" in built).toBe(false);
  expect(await failure(client.intents.parse(request))).toMatchObject({ field: "confidence" });
});

test.each(["-5", "-18446744073709551615", '"-5"'])(
  "base units below zero are refused: %s",
  async (amount) => {
    const text = JSON.stringify(INTENT).replace('"amount":1000000000', `"amount":${amount}`);
    const { client } = clientWith([{ text }]);
    expect(await failure(client.intents.parse(request))).toMatchObject({
      name: "ResponseValidationError",
      field: "parameters.amount",
    });
  },
);
