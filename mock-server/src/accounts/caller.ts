import { type Environment, OPERATIONS, type OperationName, type Scope, type Tier } from "intent-tx/contract";
import { ServiceError } from "../kernel/errors.js";

/** The valid API key of a request, and the key's account. */
export interface Caller {
  readonly account: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
}

/**
 * Requires an operation's scope, or `admin`, which covers all scopes (decision 13).
 *
 * A key can always revoke itself, so that the owner of a leaked key can stop it. Rotating requires `admin`, because a
 * thief could keep access through the new key.
 *
 * @throws ServiceError `insufficient_scope` (decision 12)
 */
export function requireScopeFor(
  { scopes, keyId }: Pick<Caller, "scopes" | "keyId">,
  operation: OperationName,
  params: Readonly<Record<string, string>> = {},
): void {
  if (operation === "keys.revoke" && params["keyId"] === keyId) return;
  const { scope } = OPERATIONS[operation];
  if (scopes.includes(scope) || scopes.includes("admin")) return;
  throw new ServiceError("insufficient_scope", `This key lacks the scope ${scope}; use a key that has it.`, {
    details: { required: scope, granted: [...scopes] },
  });
}
