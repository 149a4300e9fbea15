import {
  type BuildTransactionRequest,
  type CreateKeyRequest,
  type Environment,
  type ListTransactionsQuery,
  type MetricsQuery,
  OPERATIONS,
  type Operation,
  type OperationName,
  type OperationPayload,
  type ParseIntentRequest,
  type PortfolioQuery,
} from "intent-tx/contract";
import type { Caller, Keys } from "../accounts/keys.js";
import type { Metrics } from "../accounts/metrics.js";
import type { Usage } from "../accounts/usage.js";
import type { HistoryQuery } from "../history/history.js";
import { type RouteMatch, Router } from "../http/router.js";
import { invalidField } from "../kernel/errors.js";
import type { Input } from "./input.js";

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
  readonly prices: { price(environment: Environment, tokenMint: string): Payload<"prices.retrieve"> };
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
        throw invalidField("cursor", "differs from before; send only one of them");
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
      services.prices.price(caller.environment, params["tokenMint"] as string),
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

/** A matched route. Its parameters are still percent-encoded. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
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
