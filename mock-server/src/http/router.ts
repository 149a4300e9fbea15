import { ServiceError } from "../kernel/service-error.js";

/** The part of a route that the router reads. */
export interface Routed {
  readonly method: string;
  /** Path with `{name}` for a parameter. */
  readonly path: string;
}

/**
 * The match of a method and a path: a route with its parameters, still percent-encoded, or the methods that
 * the path allows; undefined for an unknown path.
 */
export type Found<R> =
  | { readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }
  | undefined;

/** A segment in clear, or undefined when its percent-encoding is broken. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

interface Place<R> {
  readonly segments: readonly string[];
  readonly routes: R[];
}

function paramsOf(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const text = given[index] ?? "";
    if (segment.startsWith("{")) params[segment.slice(1, -1)] = text;
    else if (decodeSegment(text) !== segment) return undefined;
  }
  return params;
}

function allowed(routes: readonly Routed[], everywhere: readonly string[]): string[] {
  const methods = routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...methods, ...everywhere];
}

/** Finds routes by method and path. HEAD is served by what serves GET. */
export class Router<R extends Routed> {
  /** Paths, those with fewer parameters first: `/transactions/build` is no wallet called "build". */
  readonly #places: readonly Place<R>[];

  /** @param everywhere methods that every path has, beside those of its routes */
  constructor(
    routes: readonly R[],
    private readonly everywhere: readonly string[] = [],
  ) {
    const places = new Map<string, Place<R>>();
    for (const route of routes) {
      const place = places.get(route.path) ?? { segments: route.path.slice(1).split("/"), routes: [] };
      place.routes.push(route);
      places.set(route.path, place);
    }
    const open = ({ segments }: Place<R>) => segments.filter((segment) => segment.startsWith("{")).length;
    this.#places = [...places.values()].sort((one, other) => open(one) - open(other));
  }

  /** Looks a route up. A path that has only other methods answers those; one that nothing has, nothing. */
  find(method: string, path: string): Found<R> {
    if (!path.startsWith("/")) return undefined;
    const given = path.slice(1).split("/");
    const served = method === "HEAD" ? "GET" : method;
    for (const { segments, routes } of this.#places) {
      const params = paramsOf(segments, given);
      if (!params) continue;
      const route = routes.find((one) => one.method === served);
      return route ? { route, params } : { allow: allowed(routes, this.everywhere) };
    }
    return undefined;
  }
}

/** The refusal of a method that a path has not. */
export function methodNotAllowed(
  path: string,
  method: string,
  allow: readonly string[],
): ServiceError<"method_not_allowed"> {
  const methods = allow.join(", ");
  return new ServiceError("method_not_allowed", `${path} has no ${method}; it has ${methods}.`, {
    headers: { Allow: methods },
  });
}

/** The refusal of a path that leads nowhere. */
export function noRoute(path: string, message: string): ServiceError<"not_found"> {
  return new ServiceError("not_found", message, { details: { resource: "route", id: path } });
}
