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
export type RouteMatch<R> =
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
  /** The name of each segment that is a parameter. */
  readonly open: readonly (string | undefined)[];
  readonly routes: R[];
}

/** Parameters by their names; undefined where the path is another. They are put together only for the path that fits. */
function paramsOf(
  { segments, open }: Place<unknown>,
  given: readonly string[],
  inClear: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (segments.length !== given.length) return undefined;
  for (let at = 0; at < segments.length; at++) {
    if (open[at] === undefined && segments[at] !== inClear[at]) return undefined;
  }
  const params: Record<string, string> = {};
  for (let at = 0; at < segments.length; at++) {
    const name = open[at];
    if (name !== undefined) params[name] = given[at] ?? "";
  }
  return params;
}

function placeOf<R>(path: string): Place<R> {
  const segments = path.slice(1).split("/");
  const open = segments.map((segment) => (segment.startsWith("{") ? segment.slice(1, -1) : undefined));
  return { segments, open, routes: [] };
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
      const place = places.get(route.path) ?? placeOf<R>(route.path);
      place.routes.push(route);
      places.set(route.path, place);
    }
    const parameters = ({ open }: Place<R>) => open.filter((name) => name !== undefined).length;
    this.#places = [...places.values()].sort((one, other) => parameters(one) - parameters(other));
  }

  /** Looks a route up. A path that has only other methods answers those; one that nothing has, nothing. */
  find(method: string, path: string): RouteMatch<R> {
    if (!path.startsWith("/")) return undefined;
    const given = path.slice(1).split("/");
    const inClear = path.includes("%") ? given.map(decodeSegment) : given;
    const served = method === "HEAD" ? "GET" : method;
    for (const place of this.#places) {
      const params = paramsOf(place, given, inClear);
      if (!params) continue;
      const { routes } = place;
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
