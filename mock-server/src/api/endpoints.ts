import type {
  BuildTransactionRequest,
  CreateKeyRequest,
  Environment,
  ListTransactionsQuery,
  MetricsQuery,
  OperationName,
  OperationPayload,
  ParseIntentRequest,
  PortfolioQuery,
} from "intent-tx/contract";
import type { Caller } from "../accounts/caller.js";
import type { Keys } from "../accounts/keys.js";
import type { Metrics } from "../accounts/metrics.js";
import type { Usage } from "../accounts/usage.js";
import { invalidField } from "../kernel/service-error.js";
import type { Input } from "./input.js";

type Payload<N extends OperationName> = Promise<OperationPayload<N>> | OperationPayload<N>;

/** Services that the API calls. The API itself holds no rules. */
export interface Services {
  readonly keys: Keys;
  readonly usage: Usage;
  readonly metrics: Metrics;
  readonly intents: { parse(caller: Caller, request: ParseIntentRequest): Payload<"intents.parse"> };
  readonly builder: {
    build(caller: Caller, request: BuildTransactionRequest): Payload<"transactions.build">;
  };
  readonly history: {
    list(
      environment: Environment,
      wallet: string,
      query: ListTransactionsQuery,
    ): Payload<"transactions.list">;
  };
  readonly portfolio: {
    retrieve(environment: Environment, wallet: string, query: PortfolioQuery): Payload<"portfolio.retrieve">;
  };
  readonly prices: { price(environment: Environment, tokenMint: string): Payload<"prices.retrieve"> };
}

/** Answers one operation with what the contract's schemas have checked. */
export type Endpoint<N extends OperationName = OperationName> = (caller: Caller, input: Input) => Payload<N>;

/** An answer for every operation of the contract. */
export type Endpoints = { readonly [N in OperationName]: Endpoint<N> };

/** The endpoints over their services. The casts are what the operation's schema has just proven. */
export function endpointsOf(services: Services): Endpoints {
  return {
    "intents.parse": (caller, { body }) => services.intents.parse(caller, body as ParseIntentRequest),
    "transactions.build": (caller, { body }) =>
      services.builder.build(caller, body as BuildTransactionRequest),
    "transactions.list": (caller, { params, query }) => {
      const { limit, before, cursor, type } = query as ListTransactionsQuery;
      // The server always accepts either name of the cursor (decision 3); under two that differ, either page could be meant.
      if (before !== undefined && cursor !== undefined && before !== cursor)
        throw invalidField("cursor", "is another cursor than before; send one of them");
      return services.history.list(caller.environment, params["walletAddress"] as string, {
        limit,
        before: before ?? cursor,
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
    "analytics.metrics": async (caller, { query }) => {
      await services.metrics.ready();
      return services.metrics.metrics(caller, query as unknown as MetricsQuery);
    },
    "analytics.usage": async (caller) => {
      await services.metrics.ready();
      return services.usage.usage(caller);
    },
    "keys.create": (caller, { body }) => services.keys.create(caller, body as CreateKeyRequest),
    "keys.revoke": (caller, { params }) => services.keys.revoke(caller, params["keyId"] as string),
    "keys.rotate": (caller, { params }) => services.keys.rotate(caller, params["keyId"] as string),
  };
}
