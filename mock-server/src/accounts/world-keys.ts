import type { Environment, Tier } from "intent-tx/contract";
import type { Keys } from "./keys.js";

/** The keys that every World has from its start. */
export const WORLD_KEYS = {
  free: { tier: "free", environment: "live" },
  pro: { tier: "pro", environment: "live" },
  enterprise: { tier: "enterprise", environment: "live" },
  test: { tier: "free", environment: "test" },
} as const satisfies Record<string, { readonly tier: Tier; readonly environment: Environment }>;

/** Name of one of the world's keys. */
export type WorldKeyName = keyof typeof WORLD_KEYS;

/** The world's keys, their ids and their accounts, each by the key's name. */
export interface IssuedWorldKeys {
  readonly keys: Readonly<Record<WorldKeyName, string>>;
  readonly keyIds: Readonly<Record<WorldKeyName, string>>;
  readonly accounts: Readonly<Record<WorldKeyName, string>>;
}

/** Fixed, so that two worlds of one seed agree whenever they were started. */
const CREATED_AT = Date.parse("2026-01-01T00:00:00.000Z");

/**
 * Issues an `admin` key that belongs to an account of its own: same seed and name, same key, whatever was drawn before.
 * Where State has it already (a restored one), it stays as it is, and its secret is told again.
 */
export function issueWorldKey(
  keys: Keys,
  name: string,
  options: { readonly tier: Tier; readonly environment: Environment; readonly account?: string },
): { readonly key: string; readonly keyId: string; readonly account: string } {
  const { tier, environment } = options;
  const secret = { purpose: `world:${name}` };
  const account = keys.openAccount(
    options.account === undefined ? { tier, secret } : { tier, account: options.account },
  );
  const { record } = keys.issue({
    account,
    environment,
    scopes: ["admin"],
    name,
    createdAt: CREATED_AT,
    secret,
  });
  return { key: record.key, keyId: record.keyId, account };
}

/** Issues the four keys of every World. */
export function issueWorldKeys(keys: Keys): IssuedWorldKeys {
  const issued = {
    free: issueWorldKey(keys, "free", WORLD_KEYS.free),
    pro: issueWorldKey(keys, "pro", WORLD_KEYS.pro),
    enterprise: issueWorldKey(keys, "enterprise", WORLD_KEYS.enterprise),
    test: issueWorldKey(keys, "test", WORLD_KEYS.test),
  };
  const { free, pro, enterprise, test } = issued;
  return {
    keys: { free: free.key, pro: pro.key, enterprise: enterprise.key, test: test.key },
    keyIds: { free: free.keyId, pro: pro.keyId, enterprise: enterprise.keyId, test: test.keyId },
    accounts: { free: free.account, pro: pro.account, enterprise: enterprise.account, test: test.account },
  };
}
