import { describe, expect } from "vitest";
import { type Setup, type Target, testOf } from "./setup.js";

const ORIGIN = { Origin: "https://app.example" };

/** Posts a body that must be refused, and returns the field that the error names. */
async function refusedField(setup: Setup, path: string, raw: BodyInit): Promise<string | undefined> {
  return (await setup.post(path, undefined, { raw })).refusedField;
}

/** HTTP behaviour and decision 50: requests from clients, proxies and attackers are answered in the contract's form. */
export function mannersSuite(target: Target): void {
  const test = testOf(target);
  describe("HTTP behaviour", () => {
    test("decision 50: a preflight is answered without a key, with the path's methods", async ({ setup }) => {
      const asked = {
        ...ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
      };
      const answer = await setup.request("OPTIONS", "/intents", undefined, { key: null, headers: asked });
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect(answer.header("access-control-allow-methods")).toBe("POST, OPTIONS");
      expect(answer.header("access-control-allow-headers")).toBe("authorization,content-type");
      expect(answer.header("allow")).toBe("POST, OPTIONS");
    });

    test("decision 50: the control plane allows no origin", async ({ setup }) => {
      const { controlUrl, fetch } = setup.parts;
      for (const [method, path] of [
        ["GET", "/health"],
        ["OPTIONS", "/clock/advance"],
        ["GET", "/nowhere"],
      ] as const) {
        const response = await fetch(controlUrl + path, { method, headers: ORIGIN });
        expect(response.headers.has("access-control-allow-origin"), `${method} ${path}`).toBe(false);
        expect(response.headers.has("access-control-allow-methods")).toBe(false);
        await response.text();
      }
    });

    test.each([
      ["/analytics/metrics?startDate=2026-01-01&startDate=2026-01-02&endDate=2026-01-03", "startDate"],
      ["/portfolio/{alice}?includeNFTs=true&includeNFTs=true", "includeNFTs"],
      ["/transactions/{alice}?limit=1&limit=2", "limit"],
      ["/transactions/{alice}?type=swap&type=swap", "type"],
    ])("a query parameter given twice is 400 on that field: %s", async (path, field) => {
      await using setup = await target.open();
      const answer = await setup.get(path.replace("{alice}", setup.alice));
      expect(answer.refusedField).toBe(field);
    });

    test("decision 31: an operation without a body accepts {}, and refuses fields and other media types", async () => {
      await using setup = await target.open();
      const { keyId } = await setup.issue({ tier: "pro" });
      const path = `/keys/${keyId}/rotate`;
      expect((await setup.post(path, { a: 1 })).refusedField).toBe("a");
      (await setup.post(path, undefined, { raw: "a=1", headers: { "Content-Type": "text/plain" } })).refusal(
        415,
        "unsupported_media_type",
      );
      const made = (await setup.post("/keys", { name: "ci", scopes: ["read:prices"] })).as<"keys.create">();
      expect((await setup.post(`/keys/${made.keyId}/rotate`, {})).status).toBe(201);
    });

    test("percent-encoding is read in paths and queries, and broken encoding is 400 on the parameter", async () => {
      await using setup = await target.open();
      expect((await setup.price("S%4FL")).symbol).toBe("SOL");
      expect((await setup.get("/pric%65s/SOL")).status).toBe(200);
      expect((await setup.get(`/portfolio/${setup.alice}?include%4EFTs=true`)).json).toHaveProperty("nfts");
      for (const broken of ["%", "%4", "%zz", "%ff", "%E0%A4%A", "%C0%80"]) {
        expect((await setup.get(`/prices/${broken}`)).refusedField, broken).toBe("tokenMint");
        const wallet = await setup.get(`/portfolio/${broken}`);
        expect(wallet.refusedField, broken).toBe("walletAddress");
      }
      (await setup.get("/prices/SOL%2Fextra")).refusal(404, "token_not_found");
      (await setup.get("/prices/SOL/extra")).refusal(404, "not_found");
      (await setup.get("/prices/%00")).refusal(404, "token_not_found");
    });

    test("paths must match the contract: no trailing slash, other case or empty parameter", async () => {
      await using setup = await target.open();
      for (const path of [
        "",
        "/",
        "/prices",
        "/Prices/SOL",
        "/prices/SOL/",
        "//prices/SOL",
        "/__proto__",
        "/constructor",
      ]) {
        (await setup.get(path)).refusal(404, "not_found");
      }
      expect((await setup.get("/prices/")).status).toBe(400);
      for (const name of ["__proto__", "constructor", "toString"]) {
        (await setup.get(`/prices/${name}`)).refusal(404, "token_not_found");
        (await setup.request("DELETE", `/keys/${name}`)).refusal(404, "key_not_found");
        (await setup.build(name)).refusal(404, "intent_not_found");
      }
    });

    test.for(["/intents", "/transactions/build", "/keys"])(
      "a non-object body of POST %s is 400 on body",
      async (path, { setup }) => {
        for (const raw of [
          "",
          " ",
          "null",
          "[]",
          "[{}]",
          "1",
          "1e400",
          '"text"',
          "true",
          "{",
          "{}{}",
          "undefined",
          "\u0000",
          "[".repeat(30_000),
          '{"a":'.repeat(9_000),
        ]) {
          expect(await refusedField(setup, path, raw), raw.slice(0, 20)).toBe("body");
        }
        expect(await refusedField(setup, path, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).toBe("body");
        expect(await refusedField(setup, path, new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toBe("body");
      },
    );

    test("names from Object.prototype are unknown fields like any other", async ({ setup }) => {
      const fields = `"walletAddress":"${setup.alice}","command":"swap 1 SOL for USDC"`;
      for (const name of ["__proto__", "constructor", "prototype", "toString"]) {
        expect(await refusedField(setup, "/intents", `{${fields},"${name}":{"slippage":1}}`)).toBe(name);
      }
      expect(await refusedField(setup, "/intents", `{"__proto__":{${fields}}}`)).toMatch(
        /walletAddress|__proto__/,
      );
      expect(({} as { slippage?: number }).slippage).toBeUndefined();
    });

    test("invalid UTF-8 is 400 on body, and never repaired", async ({ setup }) => {
      for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf0, 0x9f]]) {
        const raw = Buffer.concat([
          Buffer.from('{"scopes":["admin"],"name":"'),
          Buffer.from(bytes),
          Buffer.from('"}'),
        ]);
        expect(await refusedField(setup, "/keys", raw)).toBe("body");
      }
    });

    test.for(["1e400", "-1e400", "1e308", "9007199254740993", "123456789012345678901234567890", "5e-324"])(
      "the number %s is 400 on its field",
      async (number, { setup }) => {
        const fields = `"walletAddress":"${setup.alice}","command":"swap 1 SOL for USDC"`;
        for (const name of ["slippage", "priorityFee"]) {
          expect(await refusedField(setup, "/intents", `{${fields},"${name}":${number}}`)).toBe(name);
        }
        const answer = await setup.get(`/transactions/${setup.alice}?limit=${number}`);
        expect(answer.refusedField).toBe("limit");
      },
    );

    test.for([{}, [], [[]], true, 5, null, "x", { toString: 1 }].map((value) => ({ value })))(
      "the value $value is 400 on its field",
      async ({ value }, { setup }) => {
        const wallet = { walletAddress: value, command: "swap 1 SOL for USDC" };
        expect((await setup.post("/intents", wallet)).refusedField).toBe("walletAddress");
        const simulate = { intentId: "i", walletAddress: setup.alice, simulate: value };
        if (value === true) return;
        expect((await setup.post("/transactions/build", simulate)).refusedField).toBe("simulate");
      },
    );

    test("a deeply nested value is 400 on its field", async ({ setup }) => {
      const deep = "[".repeat(20_000) + "]".repeat(20_000);
      expect(await refusedField(setup, "/keys", `{"name":"k","scopes":${deep}}`)).toBe("scopes");
      expect(await refusedField(setup, "/keys", `{"name":${deep},"scopes":["admin"]}`)).toBe("name");
    });

    test("lone surrogates, control characters and long texts in a command are 400 or 422", async () => {
      await using setup = await target.open();
      for (const command of [
        "\\ud800 swap 1 SOL for USDC",
        "swap\\u0000 1 SOL for USDC",
        "\\u202e swap 1 SOL",
        "💥".repeat(250),
      ]) {
        const raw = `{"walletAddress":"${setup.alice}","command":"${command}"}`;
        const { status } = await setup.post("/intents", undefined, { raw });
        expect([400, 422]).toContain(status);
      }
    });

    test("a GET ignores Content-Type, and every response is JSON with no-store", async ({ setup }) => {
      const answer = await setup.get("/prices/SOL", {
        headers: { "Content-Type": "text/plain", Accept: "text/html" },
      });
      expect(answer.status).toBe(200);
      expect(answer.header("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.header("cache-control")).toBe("no-store");
      expect(answer.header("date")).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
    });
  });
}
