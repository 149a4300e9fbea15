import { IntentTx } from "intent-tx";
import nock from "nock";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BUILT, failure, INTENT, KEY, KEY_RECORD, PRICE, WALLET } from "../harness.js";

// Requests through the global fetch, intercepted by nock.

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
  nock.cleanAll();
});
afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

const HOST = "https://api.nock.example";
const client = () =>
  new IntentTx({
    apiKey: KEY,
    baseUrl: `${HOST}/v1`,
    clock: { now: () => Date.now(), sleep: async () => {} },
  });
const service = () =>
  nock(`${HOST}/v1`, { reqheaders: { authorization: `Bearer ${KEY}`, accept: "application/json" } });

test("the loop of an app: parse, build, revoke", async () => {
  const command = { walletAddress: WALLET, command: "swap 1 SOL for USDC", slippage: 100 };
  service().post("/intents", command).matchHeader("content-type", "application/json").reply(200, INTENT);
  service()
    .post("/transactions/build", { intentId: INTENT.intentId, walletAddress: WALLET })
    .reply(200, BUILT);
  service().delete(`/keys/${KEY_RECORD.keyId}`).reply(204);
  const { intentId } = await client().intents.parse(command);
  expect((await client().transactions.build({ intentId, walletAddress: WALLET })).expectedOutput.fee).toBe(
    5042n,
  );
  expect(await client().keys.revoke(KEY_RECORD.keyId)).toBeUndefined();
});

test("an error on the wire is a ConnectionError, after the attempts that its operation allows", async () => {
  service().get("/prices/SOL").times(2).replyWithError("socket hang up");
  service().get("/prices/SOL").reply(200, PRICE);
  expect(await client().prices.retrieve("SOL")).toEqual(PRICE);
  service().post("/keys/key_1/rotate").replyWithError("socket hang up");
  expect(await failure(client().keys.rotate("key_1"))).toMatchObject({
    name: "ConnectionError",
    attempts: 1,
  });
});
