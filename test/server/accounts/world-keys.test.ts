import { describe, expect, test } from "vitest";
import { issueWorldKey, WORLD_KEYS } from "../../../mock-server/src/accounts/world-keys.js";
import { Office } from "./harness.js";

const issue = ({ keys }: Office) =>
  Object.entries(WORLD_KEYS).map(([name, options]) => issueWorldKey(keys, name, options));

describe("the world's keys", () => {
  test("are four admin keys, each of a separate account", () => {
    const office = new Office();
    const issued = issue(office);
    const callers = issued.map(({ key, keyId, account }) => {
      const caller = office.caller(key);
      expect([caller.keyId, caller.account]).toEqual([keyId, account]);
      return [caller.keyName, caller.tier, caller.environment, ...caller.scopes];
    });
    expect(callers).toEqual([
      ["free", "free", "live", "admin"],
      ["pro", "pro", "live", "admin"],
      ["enterprise", "enterprise", "live", "admin"],
      ["test", "free", "test", "admin"],
    ]);
    expect(new Set(issued.map(({ account }) => account)).size).toBe(4);
  });

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
