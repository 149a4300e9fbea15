import { createHash } from "node:crypto";
import bs58 from "bs58";
import { ApiKeySchema, CreateKeyRequestSchema, IssuedKeySchema, type Scope } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../mock-server/src/accounts/key-secret.js";
import { HOUR, Office, refusalOf, START } from "./accounts-harness.js";

describe("decision 11: why a key is refused", () => {
  const office = new Office();
  const key = office.issue();
  const reason = (header: string | undefined) => {
    const found = office.keys.authenticate(header);
    return "refused" in found ? found.refused : "ok";
  };

  test.each([
    ["no header", undefined, "missing"],
    ["an empty header", "  ", "missing"],
    ["another scheme", `Basic ${key.key}`, "malformed"],
    ["no scheme", key.key, "malformed"],
    ["a scheme alone", "Bearer", "malformed"],
    ["two keys", `Bearer ${key.key}, Bearer ${key.key}`, "malformed"],
    ["a key of another service", "Bearer sk_live_abcdef", "malformed"],
    ["a third environment", "Bearer svc_prod_abcdef", "malformed"],
    ["a prefix alone", "Bearer svc_live_", "malformed"],
    ["a prefix in capitals", `Bearer ${key.key.replace("svc", "SVC")}`, "malformed"],
    ["a key nobody was given", "Bearer svc_live_abcdef", "unknown"],
    ["a key one character off", `Bearer ${key.key}1`, "unknown"],
    ["a key under the other prefix", `Bearer ${key.key.replace("live", "test")}`, "unknown"],
    ["the key", `Bearer ${key.key}`, "ok"],
    ["the scheme in small letters", `bearer ${key.key}`, "ok"],
    ["the scheme in capitals, two spaces", `BEARER  ${key.key}`, "ok"],
  ])("%s", (_what, header, expected) => {
    expect(reason(header)).toBe(expected);
  });

  test("a key works until its expiry, and not at it", async () => {
    const office = new Office();
    const key = office.issue({ expiresIn: HOUR });
    await office.clock.advance(HOUR - 1);
    expect(office.standing(key)).toBe("ok");
    await office.clock.advance(1);
    expect(office.standing(key)).toBe("expired");
  });

  test("a revoked key is refused at once, and reads revoked even after its expiry", async () => {
    const office = new Office();
    const key = office.issue({ expiresIn: HOUR });
    office.keys.revoke(office.caller(key), key.keyId);
    expect(office.standing(key)).toBe("revoked");
    await office.clock.advance(2 * HOUR);
    expect(office.standing(key)).toBe("revoked");
  });
});

describe("secrets", () => {
  test("are a prefix and 256 bits, and differ from key to key and seed to seed", () => {
    const office = new Office();
    const made = [office.issue(), office.issue(), office.issue({ environment: "test" })];
    expect(made[0]!.key).toMatch(/^svc_live_[1-9A-HJ-NP-Za-km-z]+$/);
    expect(made[2]!.key).toMatch(/^svc_test_/);
    for (const { key } of made) expect(bs58.decode(key.slice("svc_live_".length))).toHaveLength(32);
    const other = new Office({ seed: "2" }).issue();
    expect(new Set([...made, other].map(({ key }) => key)).size).toBe(4);
    expect(new Office().issue()).toEqual(made[0]);
  });

  test("are kept as a hash alone", () => {
    const office = new Office();
    const { key, keyId } = office.issue();
    const rotated = office.keys.rotate(office.caller(key), keyId);
    const kept = JSON.stringify(office.state.snapshot());
    for (const secret of [key, rotated.key]) {
      expect(kept).not.toContain(secret.slice("svc_live_".length));
      expect(kept).toContain(createHash("sha256").update(secret).digest("base64"));
    }
  });

  test("are left out of text, and out of the answer to a secret given as an id", () => {
    const office = new Office();
    const { key } = office.issue();
    expect(redactSecrets(`a ${key}, b`)).toBe("a svc_live_…, b");
    const refusal = refusalOf(() => office.keys.revoke(office.caller(key), key));
    expect(JSON.stringify([refusal.message, refusal.details])).not.toContain(key);
  });

  test("are found again after a restore, and those made since are not", () => {
    const office = new Office();
    const before = office.issue();
    const snapshot = office.state.snapshot();
    const since = office.issue();
    expect(office.standing(since)).toBe("ok");
    office.state.restore(snapshot);
    expect([office.standing(before), office.standing(since)]).toEqual(["ok", "unknown"]);
    const other = new Office({ seed: "2" });
    other.caller(other.issue());
    other.state.restore(snapshot);
    expect(other.standing(before)).toBe("ok");
  });
});

describe("decision 19: the body of create key", () => {
  const good = { name: "ci", scopes: ["read:prices"] };
  test.each([
    ["no name", { scopes: ["admin"] }, "name"],
    ["an empty name", { ...good, name: "" }, "name"],
    ["a name of 65 characters", { ...good, name: "x".repeat(65) }, "name"],
    ["no scopes", { name: "ci" }, "scopes"],
    ["empty scopes", { ...good, scopes: [] }, "scopes"],
    ["a scope twice", { ...good, scopes: ["admin", "admin"] }, "scopes"],
    ["an unknown scope", { ...good, scopes: ["root"] }, "scopes"],
    ["expiresAt null", { ...good, expiresAt: null }, "expiresAt"],
  ])("refuses %s", (_what, body, field) => {
    const read = CreateKeyRequestSchema.safeParse(body);
    expect(read.error?.issues[0]?.path[0]).toBe(field);
  });

  test.each([
    ["past", "2026-01-15T10:20:29.999Z"],
    ["present", START],
  ])("refuses an expiresAt in the %s, naming the field", (_when, expiresAt) => {
    const office = new Office();
    const caller = office.newCaller();
    const refusal = refusalOf(() => office.keys.create(caller, { name: "ci", scopes: ["admin"], expiresAt }));
    expect(refusal).toMatchObject({ status: 400, code: "validation_error", field: "expiresAt" });
    expect(office.state.size("keys")).toBe(1);
  });

  test("takes names of 1 and of 64 characters", () => {
    for (const name of ["x", "x".repeat(64)]) {
      expect(CreateKeyRequestSchema.safeParse({ ...good, name }).success).toBe(true);
    }
  });
});

describe("decisions 20 and 21: the key record", () => {
  test("a created key is answered with its secret, in the contract's shape, and works", async () => {
    const office = new Office();
    const scopes: Scope[] = ["read:prices", "write:intents"];
    const body = { name: "ci", scopes, expiresAt: "2026-02-01T01:00:00+01:00" };
    const made = office.keys.create(office.newCaller(), body);
    expect(IssuedKeySchema.parse(made)).toEqual({
      keyId: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
      key: expect.stringMatching(/^svc_live_/),
      name: "ci",
      scopes,
      environment: "live",
      status: "active",
      createdAt: START,
      expiresAt: "2026-02-01T00:00:00.000Z",
    });
    expect(office.caller(made)).toMatchObject({ keyId: made.keyId, keyName: "ci", scopes });
    await office.clock.set(Date.parse("2026-02-01T00:00:00Z"));
    expect(office.standing(made)).toBe("expired");
  });

  test("lastUsedAt is the moment of the last use, and absent before the first", async () => {
    const office = new Office();
    const key = office.issue();
    expect(key).not.toHaveProperty("lastUsedAt");
    office.keys.used(key.keyId);
    await office.clock.advance(1500);
    office.keys.used(key.keyId);
    const record = office.keys.revoke(office.caller(key), key.keyId);
    expect(record.lastUsedAt).toBe("2026-01-15T10:20:31.500Z");
  });

  test("no record but those of create and rotate holds a secret", () => {
    const office = new Office();
    const key = office.issue();
    const record = office.keys.revoke(office.caller(key), key.keyId);
    expect(ApiKeySchema.safeParse(record).success).toBe(true);
    expect(JSON.stringify(record)).not.toContain("svc_live_");
  });
});

describe("decision 22: revoke", () => {
  test("answers the record as revoked, again and again, and never moves the moment", async () => {
    const office = new Office();
    const admin = office.newCaller({ account: "acme" });
    const key = office.issue({ account: "acme" });
    const first = office.keys.revoke(admin, key.keyId);
    expect(first.status).toBe("revoked");
    const rows = office.state.snapshot();
    await office.clock.advance(HOUR);
    expect(office.keys.revoke(admin, key.keyId)).toEqual(first);
    expect(office.state.snapshot()).toEqual(rows);
  });

  test("an expired key becomes revoked", async () => {
    const office = new Office();
    const admin = office.newCaller({ account: "acme" });
    const key = office.issue({ account: "acme", expiresIn: 1000 });
    await office.clock.advance(1000);
    expect(office.standing(key)).toBe("expired");
    expect(office.keys.revoke(admin, key.keyId).status).toBe("revoked");
    expect(office.standing(key)).toBe("revoked");
  });

  test("a rotating key ends at once, and its successor goes on", () => {
    const office = new Office();
    const key = office.issue();
    const caller = office.caller(key);
    const next = office.keys.rotate(caller, key.keyId);
    expect(office.keys.revoke(caller, key.keyId).status).toBe("revoked");
    expect([office.standing(key), office.standing(next)]).toEqual(["revoked", "ok"]);
  });
});

describe("decision 24: environment and account", () => {
  test("a new key has account and environment of the key that made it", () => {
    const office = new Office();
    for (const environment of ["live", "test"] as const) {
      const caller = office.newCaller({ account: "acme", environment });
      const made = office.keys.create(caller, { name: "made", scopes: ["read:prices"] });
      expect(made.environment).toBe(environment);
      expect(made.key).toMatch(new RegExp(`^svc_${environment}_`));
      expect(office.caller(made)).toMatchObject({ account: "acme", environment });
    }
  });

  test.each(["revoke", "rotate"] as const)("%s finds no key of another account or environment", (move) => {
    const office = new Office();
    const caller = office.newCaller({ account: "acme" });
    const foreign = office.issue({ account: "other" });
    const testKey = office.issue({ account: "acme", environment: "test" });
    for (const id of [foreign.keyId, testKey.keyId, "key_0000000000000000", "__proto__"]) {
      const refusal = refusalOf(() => office.keys[move](caller, id));
      expect(refusal).toMatchObject({
        status: 404,
        code: "key_not_found",
        details: { resource: "key", id },
      });
    }
    expect([office.standing(foreign), office.standing(testKey)]).toEqual(["ok", "ok"]);
  });
});

describe("accounts", () => {
  test("without a name each is a new one; a known name is the same; another tier is refused", () => {
    const { keys } = new Office();
    const made = keys.openAccount({ tier: "pro" });
    expect(made).toMatch(/^acct_[0-9A-Za-z]{16}$/);
    expect(keys.openAccount({ tier: "pro" })).not.toBe(made);
    expect(keys.openAccount({ tier: "free", account: "acme" })).toBe("acme");
    expect(keys.openAccount({ tier: "free", account: "acme" })).toBe("acme");
    const refusal = refusalOf(() => keys.openAccount({ tier: "pro", account: "acme" }));
    expect(refusal).toMatchObject({ code: "validation_error", field: "tier" });
  });
});
