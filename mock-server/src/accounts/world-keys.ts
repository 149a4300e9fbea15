import type { Environment, Tier } from "intent-tx/contract";
import type { Keys } from "./keys.js";

export const WORLD_KEYS = {
  free: { tier: "free", environment: "live" },
  pro: { tier: "pro", environment: "live" },
  enterprise: { tier: "enterprise", environment: "live" },
  test: { tier: "free", environment: "test" },
} as const satisfies Record<string, WorldKeyOptions>;

export interface WorldKeyOptions {
  readonly tier: Tier;
  readonly environment: Environment;
  /** The key's account. Default: a new account. */
  readonly account?: string;
}

/**
 * Creation time of world keys. It is fixed, so that worlds with the same seed are equal no matter when they are
 * started.
 */
const CREATED_AT = Date.parse("2026-01-01T00:00:00.000Z");

/**
 * Issues an `admin` key of the World. The same seed and name give the same key, regardless of earlier random draws. If
 * a restored State already has the key, it stays unchanged.
 */
export function issueWorldKey(
  keys: Keys,
  name: string,
  { environment, ...owner }: WorldKeyOptions,
): { readonly key: string; readonly keyId: string } {
  const draws = `world:${name}`;
  const account = keys.openAccount({ ...owner, draws });
  const issue = { account, environment, scopes: ["admin"], name, createdAt: CREATED_AT, draws } as const;
  const { key, keyId } = keys.issue(issue);
  return { key, keyId };
}
