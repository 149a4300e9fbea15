import { OPERATIONS, type OperationName, SCOPES, type Scope } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import type { Answer } from "./answer.js";
import { revoke, rotate } from "./keys.js";
import type { Ask, Setup, Target } from "./setup.js";

/** Calls an operation with input that changes nothing, even if the key's scopes allow the call. */
function callOf(setup: Setup, name: OperationName, ask: Ask): Promise<Answer> {
  const { method, path } = OPERATIONS[name];
  const filled = path
    .replace("{walletAddress}", setup.alice)
    .replace("{tokenMint}", "SOL")
    .replace("{keyId}", "key_none");
  return setup.request(method, filled, method === "POST" && !path.includes("rotate") ? {} : undefined, ask);
}

/** Decisions 12 and 13: scopes of keys. */
export function scopesSuite(target: Target): void {
  describe("scopes", () => {
    test("decision 12: a missing scope is 403 with the required and granted scopes", async () => {
      await using setup = await target.open();
      const { key } = await setup.issue({ tier: "pro", scopes: ["read:prices", "write:intents"] });
      const { details } = (await setup.get(`/portfolio/${setup.alice}`, { key })).refusal(
        403,
        "insufficient_scope",
      );
      expect(details).toEqual({ required: "read:portfolio", granted: ["read:prices", "write:intents"] });
    });

    test("decision 13: each endpoint requires only its own scope, and admin covers all", async () => {
      await using setup = await target.open({ limits: "off" });
      const wanted: Record<OperationName, Scope> = {
        "intents.parse": "write:intents",
        "transactions.build": "write:transactions",
        "transactions.list": "read:transactions",
        "portfolio.retrieve": "read:portfolio",
        "prices.retrieve": "read:prices",
        "analytics.metrics": "admin",
        "analytics.usage": "admin",
        "keys.create": "admin",
        "keys.revoke": "admin",
        "keys.rotate": "admin",
      };
      for (const scope of SCOPES) {
        const { key } = await setup.issue({ tier: "enterprise", scopes: [scope] });
        for (const name of Object.keys(OPERATIONS) as OperationName[]) {
          const { status } = await callOf(setup, name, { key });
          expect(status === 403, `${scope} on ${name}`).toBe(scope !== "admin" && scope !== wanted[name]);
        }
      }
    });

    test("decision 13: every key may revoke itself, but not another key, and not rotate itself", async () => {
      await using setup = await target.open();
      const { key, keyId, account } = await setup.issue({ tier: "free", scopes: ["read:prices"] });
      const other = await setup.issue({ tier: "free", scopes: ["read:prices"], account });
      (await revoke(setup, other.keyId, { key })).refusal(403, "insufficient_scope");
      (await rotate(setup, keyId, { key })).refusal(403, "insufficient_scope");
      const encoded = keyId.replace("_", "%5F");
      expect((await revoke(setup, encoded, { key })).as<"keys.revoke">().status).toBe("revoked");
      expect((await setup.get("/prices/SOL", { key })).status).toBe(401);
    });
  });
}
