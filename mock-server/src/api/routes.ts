import { OPERATIONS, type Operation, type OperationName } from "intent-tx/contract";
import { Router } from "../http/router.js";
import { perText } from "../kernel/memo.js";

/** An endpoint that a path matched, with its path parameters, still percent-encoded. */
export interface Match {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  /** The parameters as their schema has them, once it has passed them. */
  checked?: Readonly<Record<string, unknown>>;
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

/** Paths of a method that are remembered at most, and how long each may be. */
const REMEMBERED = 256;
const LONGEST = 100;

const METHODS = ["GET", "POST", "DELETE"] as const;

/** Clients ask for the same paths again and again: to take one apart and to check it is a twentieth of a plain answer. */
const REMEMBERED_OF: ReadonlyMap<string, (path: string) => FoundEndpoint> = new Map(
  METHODS.map((method) => [method, perText(REMEMBERED, (path) => lookUp(method, path))]),
);

/** Looks up an endpoint of the contract. `path` has `/v1`. */
export function findEndpoint(method: string, path: string): FoundEndpoint {
  const remembered = path.length > LONGEST ? undefined : REMEMBERED_OF.get(method);
  return remembered ? remembered(path) : lookUp(method, path);
}

function lookUp(method: string, path: string): FoundEndpoint {
  const found = ROUTER.find(method, path.startsWith("/v1/") ? path.slice(3) : "");
  if (!found || "allow" in found) return found;
  const { name, operation } = found.route;
  return { match: { name, operation, params: found.params } };
}
