import { describe, expect, test } from "vitest";
import { issueWorldKeys } from "../../mock-server/src/accounts/world-keys.js";
import { Office } from "./accounts-harness.js";

describe("the world's keys", () => {
  test("are four admin keys, each of an account of its own", () => {
    const office = new Office();
    const { keys, keyIds, accounts } = issueWorldKeys(office.keys);
    const seen = Object.entries(keys).map(([name, key]) => {
      const { tier, environment, scopes, keyId, account } = office.caller(key);
      expect(keyId).toBe(keyIds[name as keyof typeof keyIds]);
      expect(account).toBe(accounts[name as keyof typeof accounts]);
      return [name, tier, environment, ...scopes];
    });
    expect(seen).toEqual([
      ["free", "free", "live", "admin"],
      ["pro", "pro", "live", "admin"],
      ["enterprise", "enterprise", "live", "admin"],
      ["test", "free", "test", "admin"],
    ]);
    expect(new Set(Object.values(accounts)).size).toBe(4);
  });

  test("are the seed's alone: neither the start nor earlier draws change them", () => {
    const first = new Office();
    const second = new Office({ now: "2031-05-06T07:08:09Z" });
    second.issue();
    const keys = issueWorldKeys(first.keys);
    expect(issueWorldKeys(second.keys)).toEqual(keys);
    const rowOf = (office: Office) =>
      office.state.snapshot().keys?.find(([id]) => id === keys.keyIds.pro) ?? "no row";
    expect(rowOf(first)).toEqual(rowOf(second));
    expect(issueWorldKeys(new Office({ seed: "2" }).keys).keys.pro).not.toBe(keys.keys.pro);
  });

  test("draw from no counter that later keys use", () => {
    const [with4, without] = [new Office(), new Office()];
    issueWorldKeys(with4.keys);
    expect(with4.issue()).toEqual(without.issue());
  });

  test("told again over a State that has them, change nothing, a revocation included", () => {
    const office = new Office();
    const keys = issueWorldKeys(office.keys);
    office.keys.revoke(office.caller(keys.keys.free), keys.keyIds.free);
    const rows = office.state.snapshot();
    expect(issueWorldKeys(office.keys)).toEqual(keys);
    expect(office.state.snapshot()).toEqual(rows);
    expect(office.standing({ key: keys.keys.free })).toBe("revoked");
  });
});
