import { invalidField, notFound, ServiceError } from "../kernel/errors.js";

/** The part of a route that the router uses. */
export interface Routed {
  readonly method: string;
  /** Path with `{name}` for a parameter. */
  readonly path: string;
}

/** Decoded parameters by name; undefined for invalid percent-encoding. */
export type PathParams = Readonly<Record<string, string | undefined>>;

/** A matched route with its parameters, or the path's methods if it lacks the requested one. */
export type RouteMatch<R> =
  | { readonly route: R; readonly params: PathParams }
  | { readonly allow: readonly string[] };

/** Undefined for invalid percent-encoding. */
function decodeSegment(segment: string): string | undefined {
  try {
    return segment.includes("%") ? decodeURIComponent(segment) : segment;
  } catch {
    return undefined;
  }
}

/** @throws {ServiceError} 400 for invalid percent-encoding */
export function decodedParams(params: PathParams): Readonly<Record<string, string>> {
  for (const name in params)
    if (params[name] === undefined) throw invalidField(name, "is not correctly percent-encoded");
  return params as Readonly<Record<string, string>>;
}

const isParameter = (segment: string) => segment.startsWith("{");

/** Finds routes by method and path. Routes for GET also serve HEAD. */
export class Router<R extends Routed> {
  /** Routes with fewer parameters first: `/transactions/build` must not be read as a wallet named "build". */
  readonly #paths: readonly { readonly segments: readonly string[]; readonly routes: readonly R[] }[];

  /** @param everywhere methods that every path has besides those of its routes */
  constructor(
    routes: readonly R[],
    private readonly everywhere: readonly string[] = [],
  ) {
    const parameters = (segments: readonly string[]) => segments.filter(isParameter).length;
    this.#paths = [...new Set(routes.map(({ path }) => path))]
      .map((path) => ({
        segments: path.slice(1).split("/"),
        routes: routes.filter((route) => route.path === path),
      }))
      .sort((one, other) => parameters(one.segments) - parameters(other.segments));
  }

  /** Undefined for an unknown path. */
  find(method: string, path: string): RouteMatch<R> | undefined {
    if (!path.startsWith("/")) return undefined;
    const parts = path.slice(1).split("/").map(decodeSegment);
    const found = this.#paths.find(
      ({ segments }) =>
        segments.length === parts.length &&
        segments.every((segment, at) => isParameter(segment) || segment === parts[at]),
    );
    if (!found) return undefined;
    const served = method === "HEAD" ? "GET" : method;
    const route = found.routes.find((one) => one.method === served);
    if (!route) {
      const methods = found.routes.flatMap((one) => (one.method === "GET" ? ["GET", "HEAD"] : [one.method]));
      return { allow: [...methods, ...this.everywhere] };
    }
    const params: Record<string, string | undefined> = {};
    found.segments.forEach((segment, at) => {
      if (isParameter(segment)) params[segment.slice(1, -1)] = parts[at];
    });
    return { route, params };
  }
}

export function methodNotAllowed(path: string, method: string, allow: readonly string[]): ServiceError {
  const methods = allow.join(", ");
  return new ServiceError("method_not_allowed", `${path} does not support ${method}; use ${methods}.`, {
    headers: { Allow: methods },
  });
}

export function noRoute(path: string, message: string): ServiceError {
  return notFound("route", path, message);
}
