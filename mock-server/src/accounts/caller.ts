import { type Environment, OPERATIONS, type OperationName, type Scope, type Tier } from "intent-tx/contract";
import { ServiceError } from "../kernel/service-error.js";

/** Who makes a request: a key that was found good, and the account behind it. */
export interface Caller {
  readonly account: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
}

/**
 * Lets a caller pass that holds `scope`, or `admin`, which covers all (decision 13).
 *
 * @throws ServiceError `insufficient_scope` (decision 12)
 */
export function requireScope(caller: Pick<Caller, "scopes">, scope: Scope): void {
  if (caller.scopes.includes(scope) || caller.scopes.includes("admin")) return;
  throw new ServiceError(
    "insufficient_scope",
    `This key lacks the scope ${scope}; use a key that holds it.`,
    {
      details: { required: scope, granted: [...caller.scopes] },
    },
  );
}

/**
 * Lets a caller pass that may call an operation.
 *
 * A key may revoke itself whatever its scopes: whoever holds a leaked key must be able to stop it. Rotating stays with
 * `admin`, since a thief could outlive the revocation through a successor.
 *
 * @throws ServiceError `insufficient_scope` (decision 12)
 */
export function requireScopeFor(
  caller: Pick<Caller, "scopes" | "keyId">,
  operation: OperationName,
  params: Readonly<Record<string, string>> = {},
): void {
  if (operation === "keys.revoke" && params["keyId"] === caller.keyId) return;
  requireScope(caller, OPERATIONS[operation].scope);
}
