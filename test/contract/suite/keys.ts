import { describe, expect, test } from "vitest";
import type { Ask, Setup, Target } from "./setup.js";

const create = (setup: Setup, body: Record<string, unknown> = {}, ask?: Ask) =>
  setup.post("/keys", { name: "made", scopes: ["admin"], ...body }, ask);
const made = async (setup: Setup, body?: Record<string, unknown>, ask?: Ask) =>
  (await create(setup, body, ask)).as<"keys.create">();
export const rotate = (setup: Setup, keyId: string, ask?: Ask) =>
  setup.post(`/keys/${keyId}/rotate`, undefined, ask);
export const revoke = (setup: Setup, keyId: string, ask?: Ask) =>
  setup.request("DELETE", `/keys/${keyId}`, undefined, ask);

/** Decisions 11 and 19 to 24: keys and their lifecycle. */
export function keysSuite(target: Target): void {
  describe("keys", () => {
    test("decision 11: a key that does not work is 401 with WWW-Authenticate and the reason", async () => {
      await using setup = await target.open({ limits: "off" });
      const reason = async (ask: Ask) => {
        const answer = await setup.get("/prices/SOL", ask);
        expect(answer.header("www-authenticate")).toBe("Bearer");
        return answer.refusal(401, "unauthorized").details["reason"];
      };
      expect(await reason({ key: null })).toBe("missing");
      expect(await reason({ key: null, headers: { Authorization: "Basic YTpi" } })).toBe("malformed");
      expect(await reason({ key: "svc_prod_abc" })).toBe("malformed");
      expect(await reason({ key: `${setup.key("pro")}x` })).toBe("unknown");
      expect(await reason({ key: setup.key("pro").replace("live", "test") })).toBe("unknown");
      const [ending, revoked, rotated] = [
        await made(setup, { expiresAt: "2026-01-02T00:00:00Z" }),
        await made(setup),
        await made(setup),
      ];
      await revoke(setup, revoked.keyId);
      await rotate(setup, rotated.keyId);
      expect(await reason({ key: revoked.key })).toBe("revoked");
      await setup.advance(86_399_999);
      for (const { key } of [ending, rotated])
        expect((await setup.get("/prices/SOL", { key })).status).toBe(200);
      await setup.advance(1);
      expect(await reason({ key: ending.key })).toBe("expired");
      expect(await reason({ key: rotated.key })).toBe("rotated");
    });

    test.each([
      ["name", { name: undefined }],
      ["name", { name: "" }],
      ["name", { name: "x".repeat(65) }],
      ["name", { name: 7 }],
      ["scopes", { scopes: undefined }],
      ["scopes", { scopes: [] }],
      ["scopes", { scopes: ["admin", "admin"] }],
      ["scopes", { scopes: "admin" }],
      ["scopes", { scopes: ["root"] }],
      ["expiresAt", { expiresAt: "2026-01-01T00:00:00Z" }],
      ["expiresAt", { expiresAt: "soon" }],
      ["expiresAt", { expiresAt: null }],
    ])("decision 19: create key refuses %s in %j", async (field, body) => {
      await using setup = await target.open();
      const { field: named } = (await create(setup, body)).refusal(400, "validation_error");
      expect(named).toBe(field);
    });

    test("decision 19: names of 1 and 64 characters and a future expiresAt are accepted, null never is", async () => {
      await using setup = await target.open();
      for (const name of ["x", "x".repeat(64)]) expect((await create(setup, { name })).status).toBe(201);
      expect((await made(setup, { expiresAt: "2026-01-01T00:00:00.001Z" })).expiresAt).toBe(
        "2026-01-01T00:00:00.001Z",
      );
      const body = { walletAddress: setup.alice, command: "swap 1 SOL for USDC" };
      for (const field of ["slippage", "priorityFee"]) {
        const answer = await setup.post("/intents", { ...body, [field]: null });
        expect(answer.refusedField).toBe(field);
      }
      expect((await setup.build("i", { simulate: null })).refusedField).toBe("simulate");
    });

    test("decision 20: creating answers 201 with a secret that works and is never shown again", async () => {
      await using setup = await target.open();
      const answer = await create(setup, { scopes: ["read:prices"] });
      expect(answer.status).toBe(201);
      const { key, keyId } = answer.as<"keys.create">();
      expect((await setup.get("/prices/SOL", { key })).status).toBe(200);
      expect((await revoke(setup, keyId)).text).not.toContain(key);
    });

    test("decision 21: the record has exactly the key's fields that apply", async () => {
      await using setup = await target.open();
      const { key, ...record } = await made(setup, {
        name: "ci",
        scopes: ["read:prices", "admin"],
        expiresAt: "2026-06-01T00:00:00+02:00",
      });
      expect(key).toMatch(/^svc_live_[1-9A-HJ-NP-Za-km-z]{42,44}$/);
      expect(record.keyId).toMatch(/^key_[A-Za-z0-9]{16}$/);
      expect(record).toEqual({
        keyId: record.keyId,
        name: "ci",
        scopes: ["read:prices", "admin"],
        environment: "live",
        status: "active",
        createdAt: "2026-01-01T00:00:00.000Z",
        expiresAt: "2026-05-31T22:00:00.000Z",
      });
      await setup.advance("1h");
      await setup.get("/prices/SOL", { key });
      await rotate(setup, record.keyId);
      await setup.advance("1h");
      const revoked = (await revoke(setup, record.keyId)).as<"keys.revoke">();
      expect(revoked).toEqual({
        ...record,
        status: "revoked",
        lastUsedAt: "2026-01-01T01:00:00.000Z",
        overlapEndsAt: "2026-01-02T01:00:00.000Z",
      });
    });

    test("decision 22: revoking takes effect at once and answers 200 with the record, also when repeated", async () => {
      await using setup = await target.open();
      const { key, keyId } = await made(setup);
      const ended = await made(setup, { expiresAt: "2026-01-01T00:00:01Z" });
      const first = await revoke(setup, keyId);
      expect([first.status, first.json["status"]]).toEqual([200, "revoked"]);
      expect((await setup.get("/prices/SOL", { key })).status).toBe(401);
      await setup.advance("1h");
      expect((await revoke(setup, keyId)).text).toBe(first.text);
      expect((await revoke(setup, ended.keyId)).as<"keys.revoke">().status).toBe("revoked");
    });

    test("decision 23: rotating answers 201 with a successor; the old key works for 24 h more", async () => {
      await using setup = await target.open();
      const old = await made(setup, {
        name: "ci",
        scopes: ["read:prices"],
        expiresAt: "2026-01-11T00:00:00Z",
      });
      await setup.advance("48h");
      const answer = await rotate(setup, old.keyId);
      expect(answer.status).toBe(201);
      const next = answer.as<"keys.rotate">();
      expect(next).toEqual({
        keyId: next.keyId,
        key: next.key,
        name: "ci",
        scopes: ["read:prices"],
        environment: "live",
        status: "active",
        createdAt: "2026-01-03T00:00:00.000Z",
        // The same ten days of validity, from now.
        expiresAt: "2026-01-13T00:00:00.000Z",
        rotatedFrom: old.keyId,
        overlapEndsAt: "2026-01-04T00:00:00.000Z",
      });
      expect(next.key).not.toBe(old.key);
      for (const { key } of [old, next]) expect((await setup.get("/prices/SOL", { key })).status).toBe(200);
      (await rotate(setup, old.keyId)).refusal(409, "key_not_rotatable");
      await setup.advance("24h");
      expect((await setup.get("/prices/SOL", { key: old.key })).status).toBe(401);
      expect((await setup.get("/prices/SOL", { key: next.key })).status).toBe(200);
      (await rotate(setup, old.keyId)).refusal(409, "key_not_rotatable");
    });

    test("decision 23: a revoked or an expired key cannot be rotated", async () => {
      await using setup = await target.open();
      const [revoked, ended] = [await made(setup), await made(setup, { expiresAt: "2026-01-01T00:01:00Z" })];
      await revoke(setup, revoked.keyId);
      await setup.advance("1m");
      for (const { keyId } of [revoked, ended])
        (await rotate(setup, keyId)).refusal(409, "key_not_rotatable");
      const forever = (await rotate(setup, (await made(setup)).keyId)).as<"keys.rotate">();
      expect(forever).not.toHaveProperty("expiresAt");
    });

    test("decision 24: keys stay in their environment, and other accounts' keys do not exist", async () => {
      await using setup = await target.open();
      const { key: live, account } = await setup.issue({ tier: "pro", account: "acme" });
      const { key: tested } = await setup.issue({ tier: "pro", account, environment: "test" });
      const [ofLive, ofTest] = [await made(setup, {}, { key: live }), await made(setup, {}, { key: tested })];
      expect([ofLive.environment, ofTest.environment]).toEqual(["live", "test"]);
      expect([ofLive.key.slice(0, 9), ofTest.key.slice(0, 9)]).toEqual(["svc_live_", "svc_test_"]);
      for (const [key, keyId] of [
        [tested, ofLive.keyId],
        [live, ofTest.keyId],
        ["pro", ofLive.keyId],
      ] as const) {
        (await revoke(setup, keyId, { key })).refusal(404, "key_not_found");
        (await rotate(setup, keyId, { key })).refusal(404, "key_not_found");
      }
      const held = async (key: string) => BigInt((await setup.portfolio(setup.bob, "", { key })).solBalance);
      const [onLive, onTest] = [await held(ofLive.key), await held(ofTest.key)];
      await setup.fund(setup.bob, { SOL: 7 }, "test");
      expect(await held(ofLive.key)).toBe(onLive);
      expect(await held(ofTest.key)).toBe(onTest + 7_000_000_000n);
    });
  });
}
