import {
  type BuildTransactionRequest,
  type CreateKeyRequest,
  type Environment,
  LIMITS,
  type ListTransactionsQuery,
  type MetricsQuery,
  OPERATIONS,
  type Operation,
  type OperationName,
  type OperationPayload,
  type ParseIntentRequest,
  type PortfolioQuery,
} from "intent-tx/contract";
import * as z from "zod/mini";
import type { Caller, Keys } from "../accounts/keys.js";
import type { Metrics } from "../accounts/metrics.js";
import type { Usage } from "../accounts/usage.js";
import type { HistoryQuery } from "../history/history.js";
import { type JsonBody, parseJsonBody } from "../http/json-body.js";
import { type PathParams, type RouteMatch, Router } from "../http/router.js";
import { checkedField } from "../kernel/checked.js";
import { invalidField } from "../kernel/errors.js";

type Payload<N extends OperationName> = Promise<OperationPayload<N>> | OperationPayload<N>;

/** Services that the API calls. The API itself contains no business rules. */
export interface Services {
  readonly keys: Keys;
  readonly usage: Usage;
  readonly metrics: Metrics;
  readonly intents: { parse(caller: Caller, request: ParseIntentRequest): Payload<"intents.parse"> };
  readonly builder: {
    build(caller: Caller, request: BuildTransactionRequest): Payload<"transactions.build">;
  };
  readonly history: {
    list(environment: Environment, wallet: string, query: HistoryQuery): Payload<"transactions.list">;
  };
  readonly portfolio: {
    retrieve(environment: Environment, wallet: string, query: PortfolioQuery): Payload<"portfolio.retrieve">;
  };
  readonly markets: {
    get(environment: Environment): { price(tokenMint: string): Payload<"prices.retrieve"> };
  };
}

/** A request's input after the contract's checks. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Functions that handle the operations. The payload is not yet checked against the contract. */
export type Handlers = { readonly [N in OperationName]: (caller: Caller, input: Input) => Payload<N> };

/** The casts are safe: the operation's schemas have checked these types. */
export function handlersOf(services: Services): Handlers {
  return {
    "intents.parse": (caller, { body }) => services.intents.parse(caller, body as ParseIntentRequest),
    "transactions.build": (caller, { body }) =>
      services.builder.build(caller, body as BuildTransactionRequest),
    "transactions.list": (caller, { params, query }) => {
      const { limit, before, cursor, type } = query as ListTransactionsQuery;
      // The server always accepts both names of the cursor (decision 3). If they differ, either page could be meant.
      if (before !== undefined && cursor !== undefined && before !== cursor)
        throw invalidField("cursor", "must equal before if both are sent; send only one of them");
      return services.history.list(caller.environment, params["walletAddress"] as string, {
        limit,
        before: before ?? cursor,
        cursorName: before === undefined ? "cursor" : "before",
        type,
      });
    },
    "portfolio.retrieve": (caller, { params, query }) =>
      services.portfolio.retrieve(
        caller.environment,
        params["walletAddress"] as string,
        query as PortfolioQuery,
      ),
    "prices.retrieve": (caller, { params }) =>
      services.markets.get(caller.environment).price(params["tokenMint"] as string),
    "analytics.metrics": (caller, { query }) =>
      services.metrics.metrics(caller, query as unknown as MetricsQuery),
    "analytics.usage": (caller) => services.usage.usage(caller),
    "keys.create": (caller, { body }) => services.keys.create(caller, body as CreateKeyRequest),
    "keys.revoke": (caller, { params }) => services.keys.revoke(caller, params["keyId"] as string),
    "keys.rotate": (caller, { params }) => services.keys.rotate(caller, params["keyId"] as string),
  };
}

/** An operation as a route. Method, path and schemas come from the contract's table. */
export interface Route extends Operation {
  readonly name: OperationName;
}

/** A matched route. */
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

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

function readParams({ route, params }: Match): Readonly<Record<string, unknown>> {
  if (!route.params) return NOTHING;
  for (const [name, value] of Object.entries(params))
    if (value === undefined) throw invalidField(name, "is not correctly percent-encoded");
  return checkedField(route.params, params) as Record<string, unknown>;
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
