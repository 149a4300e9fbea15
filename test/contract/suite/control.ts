import { ErrorBodySchema } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { DIALECT_NAMES } from "./sdk.js";
import type { Setup, Target } from "./setup.js";

const FUND = { environment: "live", walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" };

/** Sends any request, valid or not, to the control plane. */
async function ask(setup: Setup, method: string, path: string, body?: string) {
  const headers = { "Content-Type": "application/json" };
  const response = await setup.parts.fetch(setup.parts.controlUrl + path, {
    method,
    ...(body !== undefined && { body, headers }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Checks that the control plane's errors have the contract's form, and that it lists every decision. */
export function controlSuite(target: Target): void {
  describe("control plane", () => {
    test.each([
      ["/clock/set", "{}", "now"],
      ["/clock/set", '{"now":true}', "now"],
      ["/clock/set", '{"now":"soon"}', "now"],
      ["/clock/set", '{"now":"2025-12-31"}', "now"],
      ["/clock/set", '{"now":1e400}', "now"],
      ["/clock/set", '{"now":9e15}', "now"],
      ["/clock/advance", "{}", "by"],
      ["/clock/advance", '{"by":"soon"}', "by"],
      ["/clock/advance", '{"by":"1w"}', "by"],
      ["/clock/advance", '{"by":1e300}', "by"],
      ["/clock/advance", '{"by":-1}', "by"],
      ["/keys", '{"tier":"free"}', "environment"],
      ["/clock/advance", '{"by":"99999999999d"}', "by"],
      ["/keys", '{"tier":"free","environment":"live","__proto__":{}}', "__proto__"],
      ["/fund", JSON.stringify({ ...FUND, tokens: { SOL: "1e3" } }), "tokens.SOL"],
      ["/fund", JSON.stringify({ ...FUND, tokens: { USDC: "18446744073709", usdc: "1" } }), "tokens.usdc"],
    ])("POST %s with %s is 400 and names the field", async (path, body, field) => {
      await using setup = await target.open();
      const { status, text } = await ask(setup, "POST", path, body);
      expect(status, text).toBe(400);
      const { error } = ErrorBodySchema.parse(JSON.parse(text));
      expect([error.code, error.field]).toEqual(["validation_error", field]);
    });

    test.each(DIALECT_NAMES)("GET /contract lists the dialect %s and every decision", async (dialect) => {
      await using setup = await target.open({ dialect });
      const contract = await setup.control<{ dialect: string; decisions: { number: number }[] }>(
        "GET",
        "/contract",
      );
      expect(contract.dialect).toBe(dialect);
      expect(contract.decisions.map(({ number }) => number)).toEqual(
        Array.from({ length: 53 }, (_, i) => i + 1),
      );
    });
  });
}
