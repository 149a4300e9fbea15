import { OPERATIONS, type OperationName, SCOPES, type Scope } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { requireScope, requireScopeFor } from "../../mock-server/src/accounts/caller.js";
import { Office, refusalOf } from "./accounts-harness.js";

const NEEDS: Record<OperationName, Scope> = {
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
const names = Object.keys(OPERATIONS) as OperationName[];

describe("decision 13: the scope of each endpoint", () => {
  test.each(names.flatMap((name) => SCOPES.map((scope) => [name, scope] as const)))(
    "%s with %s",
    (name, scope) => {
      const caller = { keyId: "key_a", scopes: [scope] };
      const call = () => requireScopeFor(caller, name, { keyId: "key_b" });
      if (scope === NEEDS[name] || scope === "admin") expect(call).not.toThrow();
      else expect(refusalOf(call).details?.["required"]).toBe(NEEDS[name]);
    },
  );

  test("every key may revoke itself, and none without admin may rotate itself", () => {
    const office = new Office();
    const caller = office.newCaller({ scopes: ["read:prices"] });
    const params = { keyId: caller.keyId };
    expect(() => requireScopeFor(caller, "keys.revoke", params)).not.toThrow();
    expect(office.keys.revoke(caller, caller.keyId).status).toBe("revoked");
    expect(refusalOf(() => requireScopeFor(caller, "keys.rotate", params)).code).toBe("insufficient_scope");
    expect(refusalOf(() => requireScopeFor(caller, "keys.revoke", { keyId: "key_b" })).status).toBe(403);
  });
});

test("decision 12: a missing scope is 403 with what is required and what was granted", () => {
  const refusal = refusalOf(() =>
    requireScope({ scopes: ["read:prices", "write:intents"] }, "read:portfolio"),
  );
  expect(refusal).toMatchObject({
    status: 403,
    code: "insufficient_scope",
    details: { required: "read:portfolio", granted: ["read:prices", "write:intents"] },
  });
});
