import { gzipSync } from "node:zlib";
import { ERROR_CODES } from "intent-tx/contract";
import { describe, expect } from "vitest";
import { type Setup, type Target, testOf } from "./setup.js";

const SPENT = { world: { accounts: { spent: { requestsUsed: 30 } } } } as const;
const useUpAnonymous = async (setup: Setup) => {
  for (let sent = 0; sent < 30; sent++) await setup.get("/prices/SOL", { key: null });
};

/** Decisions 14 and 15: the order of checks, and error codes. */
export function orderSuite(target: Target): void {
  const test = testOf(target);
  describe("order of checks", () => {
    test("decision 14: the anonymous window is checked before the route, and does not limit requests with a key", async () => {
      await using setup = await target.open();
      await useUpAnonymous(setup);
      (await setup.get("/nowhere", { key: null })).refusal(429, "rate_limit_exceeded");
      (await setup.request("PUT", "/intents", {}, { key: "svc_live_no" })).refusal(
        429,
        "rate_limit_exceeded",
      );
      (await setup.get("/nowhere")).refusal(404, "not_found");
    });

    test("decision 14: method and route come before the key, and before the rate limit", async () => {
      await using setup = await target.open(SPENT);
      for (const key of [null, "svc_live_no", "spent"]) {
        (await setup.get("/nowhere", { key })).refusal(404, "not_found");
        (await setup.request("PATCH", "/keys", {}, { key })).refusal(405, "method_not_allowed");
      }
    });

    test("decision 14: the rate limit comes before the scope, the scope before the media type", async () => {
      await using setup = await target.open({ ...SPENT, limits: { free: { requestsPerMinute: 2 } } });
      const { key } = await setup.issue({ tier: "free", scopes: ["read:prices"] });
      const form = { key, raw: "a=b", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
      (await setup.post("/intents", undefined, form)).refusal(403, "insufficient_scope");
      (await setup.post("/intents", undefined, form)).refusal(403, "insufficient_scope");
      (await setup.post("/intents", undefined, form)).refusal(429, "rate_limit_exceeded");
    });

    test("decision 14: media type, then size, then the content, then the state", async ({ setup }) => {
      const big = JSON.stringify({ intentId: "x".repeat(70_000) });
      const wrong = { raw: big, headers: { "Content-Type": "text/plain" } };
      (await setup.post("/transactions/build", undefined, wrong)).refusal(415, "unsupported_media_type");
      (await setup.post("/keys/key_none/rotate", undefined, wrong)).refusal(415, "unsupported_media_type");
      (await setup.post("/transactions/build", undefined, { raw: big })).refusal(413, "payload_too_large");
      const content = { intentId: "intent_none", walletAddress: "nobody" };
      (await setup.post("/transactions/build", content)).refusal(400, "validation_error");
      (await setup.build("intent_none")).refusal(404, "intent_not_found");
    });

    test("decision 14: an intent's account is checked first, then its age, its action and the daily quota", async () => {
      await using setup = await target.open({ limits: { free: { transactionsPerDay: 0 } } });
      const ask = { key: "free" };
      const query = await setup.parse("what is my SOL balance", {}, ask);
      const order = await setup.parse("send 0.1 SOL to bob.sol", {}, ask);
      (await setup.build(order.intentId)).refusal(404, "intent_not_found");
      (await setup.build(query.intentId, {}, ask)).refusal(422, "intent_not_buildable");
      (await setup.build(order.intentId, {}, ask)).refusal(429, "quota_exceeded");
      await setup.advance("10m");
      for (const { intentId } of [query, order])
        (await setup.build(intentId, {}, ask)).refusal(410, "intent_expired");
    });

    test("decision 15: a 405 lists the path's methods in Allow", async ({ setup }) => {
      const allow = async (method: string, path: string) => {
        const answer = await setup.request(method, path, method === "GET" ? undefined : {});
        answer.refusal(405, "method_not_allowed");
        return answer.header("allow");
      };
      expect(await allow("POST", "/prices/SOL")).toBe("GET, HEAD, OPTIONS");
      expect(await allow("GET", "/intents")).toBe("POST, OPTIONS");
      expect(await allow("PUT", "/keys/key_x")).toBe("DELETE, OPTIONS");
      // "build" is the endpoint, not a wallet: the path supports only the endpoint's methods.
      for (const method of ["GET", "DELETE"])
        expect(await allow(method, "/transactions/build")).toBe("POST, OPTIONS");
    });

    test("decision 15: 65,536 bytes are accepted and one more is 413, with and without a length", async () => {
      await using setup = await target.open();
      const body = (bytes: number) => {
        const frame = JSON.stringify({ walletAddress: "", command: "" }).length;
        return JSON.stringify({ walletAddress: "", command: "x".repeat(bytes - frame) });
      };
      const chunks = (text: string) =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            const bytes = new TextEncoder().encode(text);
            for (let at = 0; at < bytes.length; at += 20_000)
              controller.enqueue(bytes.subarray(at, at + 20_000));
            controller.close();
          },
        });
      for (const wrap of [(text: string) => text, chunks]) {
        (await setup.post("/intents", undefined, { raw: wrap(body(65_536)) })).refusal(
          400,
          "validation_error",
        );
        (await setup.post("/intents", undefined, { raw: wrap(body(65_537)) })).refusal(
          413,
          "payload_too_large",
        );
      }
      // The next request succeeds, although the client may need a new connection after the unread body.
      expect((await setup.get("/prices/SOL")).status).toBe(200);
    });

    test.for([
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "application/json-patch+json",
      "",
    ])("decision 15: a body sent as %j is 415", async (type, { setup }) => {
      const ask = { raw: new TextEncoder().encode("{}"), headers: { "Content-Type": type } };
      (await setup.post("/keys", undefined, ask)).refusal(415, "unsupported_media_type");
    });

    test("decision 15: a compressed body is 415 with the reason; identity encoding is accepted", async () => {
      await using setup = await target.open();
      const raw = gzipSync(JSON.stringify({ name: "k", scopes: ["admin"] }));
      const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
      const { message } = (await setup.post("/keys", undefined, { raw, headers })).refusal(
        415,
        "unsupported_media_type",
      );
      expect(message).toMatch(/Content-Encoding: gzip/);
      for (const encoding of ["identity", "Identity", ""]) {
        const plain = { headers: { "Content-Encoding": encoding } };
        expect((await setup.post("/keys", { name: "k", scopes: ["admin"] }, plain)).status).toBe(201);
      }
    });

    test("decision 15: application/json may have parameters and any case", async ({ setup }) => {
      for (const type of [
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=UTF-8",
      ]) {
        const ask = { headers: { "Content-Type": type } };
        expect((await setup.post("/keys", { name: "k", scopes: ["admin"] }, ask)).status).toBe(201);
      }
    });

    test("decision 15: each code has its status from the contract's table", async ({ setup }) => {
      for (const [status, code] of [
        [500, "internal_error"],
        [503, "service_unavailable"],
      ] as const) {
        const answer = await setup.get("/prices/SOL", { headers: { "Mock-Control": `status=${status}` } });
        answer.refusal(status, code);
        expect(ERROR_CODES[code].status).toBe(status);
      }
    });
  });
}
