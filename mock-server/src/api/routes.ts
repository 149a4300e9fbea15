import { OPERATIONS, type Operation, type OperationName } from "intent-tx/contract";
import { Router } from "../http/router.js";

/** An endpoint that a path matched, with its path parameters, still percent-encoded. */
export interface Match {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** Result of a lookup by method and path: an endpoint, the methods that the path has, or nothing. */
export type FoundEndpoint = { readonly match: Match } | { readonly allow: readonly string[] } | undefined;

const ROUTER = new Router(
  (Object.entries(OPERATIONS) as [OperationName, Operation][]).map(([name, operation]) => {
    const { method, path } = operation;
    return { name, operation, method, path };
  }),
  ["OPTIONS"],
);

/** Looks up an endpoint of the contract. `path` is what follows `/v1`. */
export function findEndpoint(method: string, path: string): FoundEndpoint {
  const found = ROUTER.find(method, path);
  if (!found || "allow" in found) return found;
  const { name, operation } = found.route;
  return { match: { name, operation, params: found.params } };
}
