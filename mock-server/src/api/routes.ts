import { OPERATIONS, type Operation, type OperationName } from "intent-tx/contract";

/** An endpoint that a path matched, with its path parameters, still percent-encoded. */
export interface Match {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** What a method and a path lead to. */
export type Found = { readonly match: Match } | { readonly allow: readonly string[] } | undefined;

interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly segments: readonly string[];
}

const ROUTES: readonly Route[] = (Object.entries(OPERATIONS) as [OperationName, Operation][]).map(
  ([name, operation]) => ({ name, operation, segments: operation.path.slice(1).split("/") }),
);

function decode(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function paramsOf(route: Route, segments: readonly string[]): Record<string, string> | undefined {
  if (route.segments.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, wanted] of route.segments.entries()) {
    const given = segments[index] ?? "";
    if (wanted.startsWith("{")) params[wanted.slice(1, -1)] = given;
    else if (decode(given) !== wanted) return undefined;
  }
  return params;
}

function methodsOf(operation: Operation): string[] {
  return operation.method === "GET" ? ["GET", "HEAD"] : [operation.method];
}

/**
 * Looks up an endpoint. `path` is what follows `/v1`.
 *
 * A path that only endpoints of other methods have answers those methods (405); one that none has, nothing (404).
 */
export function findRoute(method: string, path: string): Found {
  if (!path.startsWith("/")) return undefined;
  const segments = path.slice(1).split("/");
  const allow: string[] = [];
  for (const { name, operation, segments: wanted } of ROUTES) {
    const params = paramsOf({ name, operation, segments: wanted }, segments);
    if (!params) continue;
    const methods = methodsOf(operation);
    if (methods.includes(method)) return { match: { name, operation, params } };
    allow.push(...methods);
  }
  if (allow.length === 0) return undefined;
  return { allow: [...new Set([...allow, "OPTIONS"])] };
}

/** A path parameter in clear, or undefined when its percent-encoding is broken. */
export const decodeParam = decode;
