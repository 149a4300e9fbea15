import { LIMITS, OPERATIONS, type Operation, type OperationName } from "intent-tx/contract";
import * as z from "zod/mini";
import { type JsonBody, parseJsonBody } from "../http/json-body.js";
import type { HttpRequest } from "../http/message.js";
import {
  decodedParams,
  methodNotAllowed,
  noRoute,
  type PathParams,
  type RouteMatch,
  Router,
} from "../http/router.js";
import { checkedField } from "../kernel/checked.js";
import { invalidField } from "../kernel/errors.js";

/** An operation as a route. Method, path and schemas come from the contract's table. */
export interface Route extends Operation {
  readonly name: OperationName;
}

export interface Match {
  readonly route: Route;
  readonly params: PathParams;
}

const ROUTER = new Router<Route>(
  Object.entries<Operation>(OPERATIONS).map(([name, operation]) => ({
    ...operation,
    name: name as OperationName,
  })),
  ["OPTIONS"],
);

/** Finds the route of a path that starts with `/v1`. */
export function findRoute(method: string, path: string): RouteMatch<Route> | undefined {
  return ROUTER.find(method, path.startsWith("/v1/") ? path.slice(3) : "");
}

/** The route of a request; undefined for an unknown path, or a method that the path does not have. */
export function routeOf(method: string, path: string): Match | undefined {
  const found = findRoute(method, path);
  return found && "route" in found ? found : undefined;
}

/** @throws {ServiceError} for a request that is not valid HTTP, an unknown path, or a method that the path does not have */
export function matchOf(request: HttpRequest, path: string): Match {
  if (request.refusal) throw request.refusal;
  const found = findRoute(request.method, path);
  if (!found) throw noRoute(path, `No endpoint has the path ${path}.`);
  if ("allow" in found) throw methodNotAllowed(path, request.method, found.allow);
  return found;
}

/** A request's input after the contract's checks. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

function readParams({ route, params }: Match): Readonly<Record<string, unknown>> {
  return route.params
    ? (checkedField(route.params, decodedParams(params)) as Record<string, unknown>)
    : NOTHING;
}

/** The only accepted integer notation: no plus sign, leading zero, point or exponent. */
const INTEGER = /^(?:0|[1-9]\d{0,14})$/;
/** Represents a number in any other notation: every integer schema rejects it with its own message and limits. */
const NO_INTEGER = 0.5;

/** Converts a query value to its schema's type. Invalid values stay unchanged, and the schema rejects them. */
function typed(schema: z.core.$ZodType, text: string): unknown {
  const inner = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : schema;
  if (inner instanceof z.ZodMiniNumber) return INTEGER.test(text) ? Number(text) : NO_INTEGER;
  if (inner instanceof z.ZodMiniBoolean) return text === "true" ? true : text === "false" ? false : text;
  return text;
}

/** Unknown parameters are ignored (decision 31). Repeated known parameters are refused: either value could be meant. */
function readQuery(operation: Operation, query: string): Readonly<Record<string, unknown>> {
  if (!operation.query) return NOTHING;
  const fields = new URLSearchParams(query);
  const value: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries((operation.query as z.ZodMiniObject)._zod.def.shape)) {
    const texts = fields.getAll(name);
    if (texts.length > 1) throw invalidField(name, "appears more than once; send it once");
    if (texts[0] !== undefined) value[name] = typed(schema, texts[0]);
  }
  return checkedField(operation.query, value) as Record<string, unknown>;
}

/** Without a body schema an operation accepts no body or `{}`, which some client libraries always send. */
export function jsonOf({ body }: Operation): JsonBody {
  return body === undefined ? OPTIONAL : REQUIRED;
}

const REQUIRED: JsonBody = { limit: LIMITS.bodyBytes, required: true };
const OPTIONAL: JsonBody = { limit: LIMITS.bodyBytes, required: false };

const NO_FIELDS = z.strictObject({});

/**
 * Checks path, query and body against the contract.
 *
 * @throws {ServiceError} 400 `validation_error` with the field and the reason
 */
export function readInput(match: Match, query: string, bytes: Uint8Array | undefined): Input {
  const { route } = match;
  const params = readParams(match);
  const queryInput = readQuery(route, query);
  if (!bytes) return { params, query: queryInput, body: undefined };
  const body = parseJsonBody(bytes);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalidField("body", "must be a JSON object");
  }
  return { params, query: queryInput, body: checkedField(route.body ?? NO_FIELDS, body) };
}

/** Checks a response against the contract. @throws {Error} naming the first field that violates it */
export function assertContract({ name, response }: Route, payload: unknown): void {
  const [issue] = response.safeParse(payload).error?.issues ?? [];
  if (issue)
    throw new Error(
      `the response of ${name} violates the contract at ${issue.path.join(".")}: ${issue.code}`,
    );
}
