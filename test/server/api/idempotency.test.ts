import { test as base, expect } from "vitest";
import { api, lab } from "../lab.js";

async function setup(options = {}) {
  const server = await lab({ contract: { idempotency: true }, ...options });
  const post = async (path: string, body: unknown, once: string, key?: string) => {
    const answer = await api(server, "POST", path, body, key, { "Idempotency-Key": once });
    return { ...answer, replayed: answer.headers.get("idempotent-replayed") };
  };
  return { server, post, walletAddress: server.wallets.alice.address };
}

const test = base.extend("world", () => setup());

test("one of several concurrent requests with one key is processed, and the others get its response", async () => {
  const { server, post, walletAddress } = await setup();
  const ask = () => post("/intents", { walletAddress, command: "swap 1 SOL for USDC" }, "one");
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.intentId)).size).toBe(1);
  expect(answers.map(({ replayed }) => replayed)).toEqual([null, "true", "true", "true"]);
  expect((await server.snapshot()).state.intents).toHaveLength(1);
});

test("a stored response keeps its request ID, in the header and in the body (decision 2)", async () => {
  const { post, walletAddress } = await setup();
  const ask = () => post("/intents", { walletAddress, command: "swap" }, "one");
  const [first, again] = [await ask(), await ask()];
  expect([again.status, again.replayed]).toEqual([422, "true"]);
  const ids = [again.headers.get("x-request-id"), again.body.meta.requestId];
  expect(ids).toEqual([first.body.meta.requestId, first.body.meta.requestId]);
});

test("responses are stored for a day, then dropped", async ({ world: { server, post, walletAddress } }) => {
  const ask = (key: string) => post("/intents", { walletAddress, command: "swap 1 SOL for USDC" }, key);
  const kept = async () => (await server.snapshot()).state.idempotency?.length;
  await ask("one");
  await server.clock.advance("1h");
  await ask("two");
  await server.clock.advance("23h");
  await ask("three");
  expect(await kept()).toBe(2);
  expect((await ask("two")).replayed).toBe("true");
  expect((await ask("one")).replayed).toBeNull();
});

test("another request under a key in use is a conflict", async ({ world: { post, walletAddress } }) => {
  const [first, other] = await Promise.all([
    post("/intents", { walletAddress, command: "swap 1 SOL for USDC" }, "one"),
    post("/intents", { walletAddress, command: "swap 2 SOL for USDC" }, "one"),
  ]);
  expect(first.status).toBe(200);
  expect(other).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } });
});

test("requests that waited for a response that is not stored are processed", async () => {
  const { server, post, walletAddress } = await setup({ limits: { free: { transactionsPerDay: 1 } } });
  const parse = (key: string) =>
    post("/intents", { walletAddress, command: "swap 1 SOL for USDC" }, key, server.keys.free);
  const build = async (key: string, intentId: string) =>
    post("/transactions/build", { intentId, walletAddress }, key, server.keys.free);
  const { intentId } = (await parse("a")).body;
  expect((await build("b", intentId)).status).toBe(200);
  const answers = await Promise.all([build("c", intentId), build("c", intentId)]);
  expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual([
    [429, null],
    [429, null],
  ]);
});

test("no two responses are sealed identically, even under a reused key", async () => {
  const { server, post, walletAddress } = await setup();
  const sealed = async () => {
    await post("/intents", { walletAddress, command: "swap 1 SOL for USDC" }, "one");
    const [[, { body }] = ["", { body: "" }]] = (await server.snapshot()).state.idempotency ?? [];
    return Buffer.from(body, "base64");
  };
  const first = await sealed();
  await server.clock.advance("24h");
  const second = await sealed();
  expect(second.subarray(0, 12)).not.toEqual(first.subarray(0, 12));
  // With the same nonce, the two sealed responses would begin with the same bytes.
  expect(second.subarray(12, 24)).not.toEqual(first.subarray(12, 24));
});

test.for(['{"command":"a","command":"b"}', '{"walletAddress":1,"x":{"a":[{"b":1,"\\u0062":2}]}}'])(
  "%s is refused: an object has two members of the same name",
  async (body, { world: { server } }) => {
    const headers = { Authorization: `Bearer ${server.keys.pro}`, "Content-Type": "application/json" };
    for (const url of [`${server.baseUrl}/intents`, `${server.controlUrl}/names`]) {
      const answer = await server.fetch(url, { method: "POST", headers, body });
      expect(answer.status).toBe(400);
      expect((await answer.json()).error.message).toMatch(/^(command|b) appears twice/);
    }
  },
);
