import { createHash } from "node:crypto";
import { ApiKeySchema } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { redactSecrets } from "../../../mock-server/src/accounts/keys.js";
import { issueWorldKey, WORLD_KEYS } from "../../../mock-server/src/accounts/world-keys.js";
import { DAY, HOUR, Office, refusalOf } from "./harness.js";

// The contract suite covers each decision (test/contract/suite/keys.ts); these are further cases.

describe("decision 11: the Authorization header", () => {
  const office = new Office();
  const { key } = office.issue();

  test.each([
    ["an empty header", "  ", "missing"],
    ["no scheme", key, "malformed"],
    ["a scheme alone", "Bearer", "malformed"],
    ["two keys", `Bearer ${key}, Bearer ${key}`, "malformed"],
    ["a key of another service", "Bearer sk_live_abcdef", "malformed"],
    ["a prefix alone", "Bearer svc_live_", "malformed"],
    ["a prefix in capitals", `Bearer ${key.replace("svc", "SVC")}`, "malformed"],
    ["an unknown key", "Bearer svc_live_abcdef", "unknown"],
    ["the scheme in small letters", `bearer ${key}`, "ok"],
    ["the scheme in capitals, two spaces", `BEARER  ${key}`, "ok"],
  ])("%s", (_what, header, expected) => {
    const found = office.keys.authenticate(header);
    expect("refused" in found ? found.refused : "ok").toBe(expected);
  });
});

describe("secrets", () => {
  test("are kept as a hash only, and shown by create and rotate only", () => {
    const office = new Office();
    const { key, keyId } = office.issue();
    const rotated = office.keys.rotate(office.caller(key), keyId);
    const kept = JSON.stringify(office.state.snapshot());
    for (const secret of [key, rotated.key]) {
      expect(kept).not.toContain(secret.slice("svc_live_".length));
      expect(kept).toContain(createHash("sha256").update(secret).digest("base64"));
    }
    const record = office.keys.revoke(office.caller(rotated), keyId);
    expect(ApiKeySchema.safeParse(record).success).toBe(true);
    expect(JSON.stringify(record)).not.toContain("svc_live_");
  });

  test("are redacted in text, and not repeated in the error if given as an ID", () => {
    const office = new Office();
    const { key } = office.issue();
    expect(redactSecrets(`a ${key}, b`)).toBe("a svc_live_…, b");
    const refusal = refusalOf(() => office.keys.revoke(office.caller(key), key));
    expect(JSON.stringify([refusal.message, refusal.details])).not.toContain(key);
  });

  test("of the snapshot work after a restore, later ones do not", () => {
    const office = new Office();
    const before = office.issue();
    const snapshot = office.state.snapshot();
    const since = office.issue();
    expect(office.statusOf(since)).toBe("ok");
    office.state.restore(snapshot);
    expect([office.statusOf(before), office.statusOf(since)]).toEqual(["ok", "unknown"]);
  });
});

test("keys of a restored snapshot work, also if another key was used before", () => {
  const [office, other] = [new Office(), new Office({ seed: "2" })];
  const there = other.issue();
  expect(office.statusOf(office.issue())).toBe("ok");
  office.state.restore(other.state.snapshot());
  expect(office.statusOf(there)).toBe("ok");
});

describe("the end of a key", () => {
  test("a key that was rotated and then revoked counts as revoked, also after the overlap", async () => {
    const office = new Office();
    const admin = office.newCaller({ account: "acme" });
    const key = office.issue({ account: "acme" });
    office.keys.rotate(admin, key.keyId);
    office.keys.revoke(admin, key.keyId);
    for (const hours of [0, 23, 2]) {
      await office.clock.advance(hours * HOUR);
      expect(office.statusOf(key)).toBe("revoked");
    }
  });

  test("a key that is revoked and expired counts as revoked; revoking it again changes nothing", async () => {
    const office = new Office();
    const admin = office.newCaller({ account: "acme" });
    const key = office.issue({ account: "acme", expiresIn: HOUR });
    const first = office.keys.revoke(admin, key.keyId);
    const rows = office.state.snapshot();
    await office.clock.advance(2 * HOUR);
    expect(office.keys.revoke(admin, key.keyId)).toEqual(first);
    expect(office.state.snapshot()).toEqual(rows);
    expect(office.statusOf(key)).toBe("revoked");
  });

  test("a rotated key can expire within the overlap; after the overlap it counts as rotated", async () => {
    const office = new Office();
    const old = office.issue({ expiresIn: 2 * HOUR });
    const next = office.keys.rotate(office.caller(old), old.keyId);
    expect(next.overlapEndsAt).toBe("2026-01-16T10:20:30.000Z");
    await office.clock.advance(2 * HOUR);
    expect(office.statusOf(old)).toBe("expired");
    await office.clock.advance(22 * HOUR);
    expect(office.statusOf(old)).toBe("rotated");
  });

  test("a successor can be rotated, and each key keeps its own end, also after a restore", async () => {
    const office = new Office();
    const first = office.issue();
    const second = office.keys.rotate(office.caller(first), first.keyId);
    await office.clock.advance(HOUR);
    const third = office.keys.rotate(office.caller(second), second.keyId);
    expect(third.rotatedFrom).toBe(second.keyId);
    const [rows, reading] = [office.state.snapshot(), office.clock.reading()];
    await office.clock.advance(DAY);
    office.state.restore(structuredClone(rows));
    office.clock.restore(reading);
    const statuses = () => [first, second, third].map((key) => office.statusOf(key));
    await office.clock.advance(23 * HOUR);
    expect(statuses()).toEqual(["rotated", "ok", "ok"]);
    await office.clock.advance(HOUR);
    expect(statuses()).toEqual(["rotated", "rotated", "ok"]);
  });
});

const issue = ({ keys }: Office) =>
  Object.entries(WORLD_KEYS).map(([name, options]) => issueWorldKey(keys, name, options));

describe("the world's keys", () => {
  test("depend only on the seed, not on the start or earlier draws, and do not change later draws", () => {
    const [first, second] = [new Office(), new Office({ now: "2031-05-06T07:08:09Z" })];
    expect(issue(first)[0]).not.toEqual(issue(new Office({ seed: "2" }))[0]);
    const drawn = second.issue();
    const issued = issue(second);
    expect(issue(first)).toEqual(issued);
    const rows = (office: Office) => office.state.snapshot().keys?.filter(([id]) => id !== drawn.keyId);
    expect(rows(first)).toEqual(rows(second));
    expect(first.issue().key).toBe(drawn.key);
  });

  test("if issued again over a State that has them, change nothing, not even a revocation", () => {
    const office = new Office();
    const issued = issue(office);
    const [{ key, keyId }] = issued as [(typeof issued)[0]];
    office.keys.revoke(office.caller(key), keyId);
    const rows = office.state.snapshot();
    expect(issue(office)).toEqual(issued);
    expect(office.state.snapshot()).toEqual(rows);
    expect(office.statusOf({ key })).toBe("revoked");
  });
});
