import { IssuedKeySchema } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, Office, refusalOf, START } from "./accounts-harness.js";

describe("decision 23: rotate", () => {
  test("the successor has name, scopes and environment of the old key, and names it and its end", () => {
    const office = new Office();
    const old = office.issue({ name: "ci", scopes: ["admin", "read:prices"], environment: "test" });
    const next = office.keys.rotate(office.caller(old), old.keyId);
    expect(IssuedKeySchema.parse(next)).toEqual({
      keyId: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^svc_test_/),
      name: "ci",
      scopes: ["admin", "read:prices"],
      environment: "test",
      status: "active",
      createdAt: START,
      rotatedFrom: old.keyId,
      overlapEndsAt: "2026-01-16T10:20:30.000Z",
    });
    expect(next.keyId).not.toBe(old.keyId);
    expect(next.key).not.toBe(old.key);
    expect(office.caller(next).account).toBe(office.caller(old).account);
  });

  test("the old key works for 24 hours, then its reason is rotated and its status expired", async () => {
    const office = new Office();
    const old = office.issue();
    const next = office.keys.rotate(office.caller(old), old.keyId);
    await office.clock.advance(DAY - 1);
    expect([office.standing(old), office.standing(next)]).toEqual(["ok", "ok"]);
    const conflict = refusalOf(() => office.keys.rotate(office.caller(next), old.keyId));
    expect(conflict.message).toContain("is rotating");
    await office.clock.advance(1);
    expect([office.standing(old), office.standing(next)]).toEqual(["rotated", "ok"]);
    expect(refusalOf(() => office.keys.rotate(office.caller(next), old.keyId)).message).toContain(
      "is expired",
    );
  });

  test("a revoked old key shows when its overlap would have ended, and stays revoked after it", async () => {
    const office = new Office();
    const old = office.issue();
    const next = office.keys.rotate(office.caller(old), old.keyId);
    const record = office.keys.revoke(office.caller(next), old.keyId);
    expect(record.overlapEndsAt).toBe(next.overlapEndsAt);
    await office.clock.advance(DAY);
    expect(office.standing(old)).toBe("revoked");
  });

  test("the successor of a key that expires has the same length of life from now", async () => {
    const office = new Office();
    const old = office.issue({ expiresIn: 90 * DAY });
    await office.clock.advance(30 * DAY);
    const next = office.keys.rotate(office.caller(old), old.keyId);
    expect(Date.parse(next.expiresAt ?? "") - office.clock.now()).toBe(90 * DAY);
    await office.clock.advance(90 * DAY - 1);
    expect(office.standing(next)).toBe("ok");
    await office.clock.advance(1);
    expect(office.standing(next)).toBe("expired");
  });

  test("the old key's own expiry ends it within the overlap; after the overlap it reads rotated", async () => {
    const office = new Office();
    const old = office.issue({ expiresIn: 2 * HOUR });
    const next = office.keys.rotate(office.caller(old), old.keyId);
    expect(next.overlapEndsAt).toBe("2026-01-16T10:20:30.000Z");
    await office.clock.advance(2 * HOUR);
    expect(office.standing(old)).toBe("expired");
    await office.clock.advance(22 * HOUR);
    expect(office.standing(old)).toBe("rotated");
  });

  test("a rotating, a revoked and an expired key cannot be rotated, and nothing is made", async () => {
    const office = new Office();
    const admin = office.newCaller({ account: "acme" });
    const key = (expiresIn?: number) =>
      office.issue({ account: "acme", ...(expiresIn !== undefined && { expiresIn }) }).keyId;
    const [rotating, revoked, expired] = [key(), key(), key(1)];
    office.keys.rotate(admin, rotating);
    office.keys.revoke(admin, revoked);
    await office.clock.advance(1);
    const before = office.state.size("keys");
    for (const id of [rotating, revoked, expired]) {
      const refusal = refusalOf(() => office.keys.rotate(admin, id));
      expect(refusal).toMatchObject({ status: 409, code: "key_not_rotatable" });
    }
    expect(office.state.size("keys")).toBe(before);
  });

  test("a successor can itself be rotated, and each key keeps its own end", async () => {
    const office = new Office();
    const first = office.issue();
    const second = office.keys.rotate(office.caller(first), first.keyId);
    await office.clock.advance(HOUR);
    const third = office.keys.rotate(office.caller(second), second.keyId);
    expect(third.rotatedFrom).toBe(second.keyId);
    await office.clock.advance(23 * HOUR);
    const standing = () => [first, second, third].map((key) => office.standing(key));
    expect(standing()).toEqual(["rotated", "ok", "ok"]);
    await office.clock.advance(HOUR);
    expect(standing()).toEqual(["rotated", "rotated", "ok"]);
    const record = office.keys.revoke(office.caller(third), second.keyId);
    expect(record).toMatchObject({ rotatedFrom: first.keyId, overlapEndsAt: third.overlapEndsAt });
  });

  test("the overlap survives a snapshot and a restore", async () => {
    const office = new Office();
    const old = office.issue();
    office.keys.rotate(office.caller(old), old.keyId);
    const [rows, reading] = [office.state.snapshot(), office.clock.reading()];
    await office.clock.advance(DAY);
    expect(office.standing(old)).toBe("rotated");
    office.state.restore(structuredClone(rows));
    office.clock.restore(reading);
    expect(office.standing(old)).toBe("ok");
    await office.clock.advance(DAY);
    expect(office.standing(old)).toBe("rotated");
  });
});

test("decision 7: old and new key of a rotation draw on one budget", () => {
  const office = new Office();
  const old = office.issue();
  const next = office.keys.rotate(office.caller(old), old.keyId);
  for (let request = 0; request < 30; request++) office.limits.admit(office.caller(request % 2 ? old : next));
  expect(office.limits.admit(office.caller(old)).allowed).toBe(false);
  expect(office.limits.admit(office.caller(next)).allowed).toBe(false);
});
