import { Keys } from "../accounts/keys.js";
import { Limits } from "../accounts/limits.js";
import { Metrics } from "../accounts/metrics.js";
import type { LimitsOption } from "../accounts/tier-limits.js";
import { Usage } from "../accounts/usage.js";
import { issueWorldKey, issueWorldKeys } from "../accounts/world-keys.js";
import type { AccountOption } from "../world/option.js";
import type { WorldBase } from "./world-base.js";

/** Makes the services of accounts and opens the accounts that a World begins with, each with a key. */
export function composeAccounts(
  { state, clock, random }: WorldBase,
  options: {
    readonly limits?: LimitsOption;
    readonly accounts: Readonly<Record<string, AccountOption>>;
  },
) {
  const keys = new Keys({ state, clock, random });
  const limits = new Limits({
    state,
    clock,
    ...(options.limits !== undefined && { limits: options.limits }),
  });
  const metrics = new Metrics({ state });
  const usage = new Usage({ state, clock, limits, metrics });

  const issued = issueWorldKeys(keys);
  const secrets: Record<string, string> = { ...issued.keys };
  const keyIds: Record<string, string> = { ...issued.keyIds };
  for (const [name, account] of Object.entries(options.accounts)) {
    const { tier = "free", environment = "live", requestsUsed = 0 } = account;
    const named = issueWorldKey(keys, name, { tier, environment, account: name });
    const caller = { account: named.account, environment, tier };
    if (requestsUsed > 0) {
      limits.spend(caller, requestsUsed);
      usage.requestAnswered(caller, requestsUsed);
    }
    secrets[name] = named.key;
    keyIds[name] = named.keyId;
  }
  return { keys, limits, metrics, usage, secrets, keyIds };
}
