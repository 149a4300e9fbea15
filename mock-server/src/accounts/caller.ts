import { type Environment, OPERATIONS, type OperationName, type Scope, type Tier } from "intent-tx/contract";
import { ServiceError } from "../kernel/errors.js";

/** The caller of a request: a valid key, and the account behind it. */
export interface Caller {
  readonly account: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
}

/**
 * Requires a caller to have an operation's scope, or `admin`, which covers all (decision 13).
 *
 * A key may revoke itself whatever its scopes, so that its owner can stop a leaked key with it. Rotating needs `admin`,
 * since a thief could survive the revocation through a successor.
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
