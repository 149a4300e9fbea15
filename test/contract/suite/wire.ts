import { OPERATIONS, type OperationName } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import type { Setup, Target } from "./setup.js";

/** Calls every operation, and returns each name with its response. */
async function everyAnswer(setup: Setup): Promise<[OperationName, Awaited<ReturnType<Setup["get"]>>][]> {
  const intents = await setup.post("/intents", {
    walletAddress: setup.alice,
    command: "swap 1 SOL for USDC",
  });
  const { intentId } = (intents.json["data"] ?? intents.json) as { intentId: string };
  const created = await setup.post("/keys", { name: "wire", scopes: ["admin"] });
  const { keyId } = (created.json["data"] ?? created.json) as { keyId: string };
  return [
    ["intents.parse", intents],
    ["transactions.build", await setup.build(intentId)],
    ["transactions.list", await setup.get(`/transactions/${setup.alice}`)],
    ["portfolio.retrieve", await setup.get(`/portfolio/${setup.alice}?includeNFTs=true&includeStaked=true`)],
    ["prices.retrieve", await setup.get("/prices/SOL")],
    [
      "analytics.metrics",
      await setup.get("/analytics/metrics?startDate=2026-01-01&endDate=2026-01-02&granularity=week"),
    ],
    ["analytics.usage", await setup.get("/analytics/usage")],
    ["keys.create", created],
    ["keys.rotate", await setup.post(`/keys/${keyId}/rotate`)],
    ["keys.revoke", await setup.request("DELETE", `/keys/${keyId}`)],
  ];
}

/** Decisions 1, 27, 31, 35, 39 and 40: the form of requests and answers. */
export function wireSuite(target: Target): void {
  describe("wire", () => {
    test("decisions 1 and 40: a payload is the body itself, an error { error, meta }, with the contract's fields only", async () => {
      await using setup = await target.open();
      const answers = await everyAnswer(setup);
      expect(answers.map(([name]) => name).sort()).toEqual(Object.keys(OPERATIONS).sort());
      for (const [name, { status, json }] of answers) {
        expect(status, name).toBe(OPERATIONS[name].status);
        expect(Object.hasOwn(json, "meta"), name).toBe(false);
        expect(Object.hasOwn(json, "data"), name).toBe(name === "transactions.list");
        const checked = OPERATIONS[name].response.safeParse(json);
        expect(checked.success ? [] : checked.error.issues, name).toEqual([]);
      }
      expect(Object.keys((await setup.get("/nowhere")).json)).toEqual(["error", "meta"]);
    });

    test("decision 1: with the envelope every payload is { data, meta }, a list { data, pagination, meta }", async () => {
      await using setup = await target.open({ dialect: "enveloped" });
      for (const [name, { json, headers }] of await everyAnswer(setup)) {
        const keys = name === "transactions.list" ? ["data", "pagination", "meta"] : ["data", "meta"];
        expect(Object.keys(json), name).toEqual(keys);
        const meta = json["meta"] as { requestId: string; timestamp: string };
        expect(meta, name).toEqual({
          requestId: headers.get("x-request-id"),
          timestamp: "2026-01-01T00:00:00.000Z",
        });
        const payload =
          name === "transactions.list"
            ? { data: json["data"], pagination: json["pagination"] }
            : json["data"];
        expect(OPERATIONS[name].response.safeParse(payload).success, name).toBe(true);
      }
    });

    test("decision 27: base units over 2^53 are exact on the wire", async () => {
      await using setup = await target.open();
      const command = "swap 123456789012.34567 BONK for SOL";
      const { text } = await setup.post("/intents", { walletAddress: setup.alice, command });
      expect(text).toContain('"amount":12345678901234567');
      expect(text).toContain('"inAmount":"12345678901234567"');
    });

    test("decision 31: an unknown field in a body is refused by name, in a query it is ignored", async () => {
      await using setup = await target.open();
      const body = { walletAddress: setup.alice, command: "swap 1 SOL for USDC", slipage: 50 };
      expect((await setup.post("/intents", body)).refusedField).toBe("slipage");
      const key = { name: "k", scopes: ["admin"], environment: "test" };
      expect((await setup.post("/keys", key)).refusedField).toBe("environment");
      const plain = (await setup.get("/prices/SOL")).text;
      expect((await setup.get("/prices/SOL?slipage=50&limit=x&limit=y")).text).toBe(plain);
      expect((await setup.get(`/transactions/${setup.alice}?sort=asc&sort=desc`)).status).toBe(200);
    });

    test("decision 35: an Idempotency-Key changes nothing by default", async () => {
      await using setup = await target.open();
      const ask = { headers: { "Idempotency-Key": "one" } };
      const [first, second] = [
        await setup.post("/keys", { name: "k", scopes: ["admin"] }, ask),
        await setup.post("/keys", { name: "k", scopes: ["admin"] }, ask),
      ];
      expect(first.as<"keys.create">().keyId).not.toBe(second.as<"keys.create">().keyId);
      expect(second.headers.has("idempotent-replayed")).toBe(false);
    });

    test("decision 35: when enabled, the same request gets the same response for 24 h, and a different one is 409", async () => {
      await using setup = await target.open({ contract: { idempotency: true } });
      const create = (name: string) =>
        setup.post("/keys", { name, scopes: ["admin"] }, { headers: { "Idempotency-Key": "one" } });
      const first = await create("k");
      const again = await create("k");
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(first.headers.has("idempotent-replayed")).toBe(false);
      expect(again.header("idempotent-replayed")).toBe("true");
      (await create("other")).refusal(409, "idempotency_conflict");
      await setup.advance("24h");
      const later = await create("k");
      expect(later.headers.has("idempotent-replayed")).toBe(false);
      expect(later.as<"keys.create">().keyId).not.toBe(first.as<"keys.create">().keyId);
    });

    test("decision 39: validation errors carry field and reason, not-found codes resource and id", async () => {
      await using setup = await target.open();
      const invalid = (await setup.get("/transactions/nobody")).refusal(400, "validation_error");
      expect(invalid.field).toBe("walletAddress");
      expect(invalid.details).toEqual({
        field: "walletAddress",
        reason: "must be a base58-encoded 32-byte address",
      });
      const found = async (answer: Promise<Awaited<ReturnType<Setup["get"]>>>, code: string) =>
        (await answer).refusal(404, code).details;
      const stranger = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
      expect(await found(setup.get(`/portfolio/${stranger}`), "wallet_not_found")).toEqual({
        resource: "wallet",
        id: stranger,
      });
      expect(await found(setup.get("/prices/NOPE"), "token_not_found")).toEqual({
        resource: "token",
        id: "NOPE",
      });
      expect(await found(setup.build("intent_none"), "intent_not_found")).toEqual({
        resource: "intent",
        id: "intent_none",
      });
      expect(await found(setup.request("DELETE", "/keys/key_none"), "key_not_found")).toEqual({
        resource: "key",
        id: "key_none",
      });
      expect(await found(setup.get("/nowhere"), "not_found")).toEqual({
        resource: "route",
        id: "/v1/nowhere",
      });
      const { intentId } = await setup.parse("swap 900000 SOL for USDC");
      const failed = (await setup.build(intentId)).refusal(400, "simulation_failed");
      expect(Object.keys(failed.details).sort()).toEqual(["logs", "reason"]);
    });

    test("decision 39: the strict-minimal dialect sends no details, field, meta or optional header", async () => {
      await using setup = await target.open({
        dialect: "strict-minimal",
        world: { accounts: { used: { requestsUsed: 30 } } },
      });
      const answers = [
        await setup.get("/transactions/nobody"),
        await setup.get("/prices/SOL", { key: null }),
        await setup.get("/prices/SOL", { key: "used" }),
        await setup.post("/intents", { walletAddress: setup.alice, command: "buy some SOL" }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 401, 429, 422]);
      for (const { json, headers } of answers) {
        expect(Object.keys(json)).toEqual(["error"]);
        expect(Object.keys(json["error"] as object)).toEqual(["code", "message"]);
        for (const name of ["x-request-id", "retry-after", "www-authenticate"])
          expect(headers.has(name), name).toBe(false);
        expect(headers.has("x-ratelimit-reset")).toBe(true);
      }
    });
  });
}
