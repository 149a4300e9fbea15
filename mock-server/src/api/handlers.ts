import type {
  BuildTransactionRequest,
  CreateKeyRequest,
  ListTransactionsQuery,
  MetricsQuery,
  OperationName,
  OperationPayload,
  ParseIntentRequest,
  PortfolioQuery,
} from "intent-tx/contract";
import type { Caller } from "../accounts/keys.js";
import { invalidField } from "../kernel/errors.js";
import type { WorldParts } from "../world/world.js";
import type { Input } from "./routes.js";

type Payload<N extends OperationName> = Promise<OperationPayload<N>> | OperationPayload<N>;

/** Functions that handle the operations. The payload is not yet checked against the contract. */
export type Handlers = { readonly [N in OperationName]: (caller: Caller, input: Input) => Payload<N> };

/** The casts are safe: the operation's schemas have checked these types. */
export function handlersOf({ services, keys, markets }: WorldParts): Handlers {
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
      markets.get(caller.environment).price(params["tokenMint"] as string),
    "analytics.metrics": (caller, { query }) =>
      services.metrics.metrics(caller, query as unknown as MetricsQuery),
    "analytics.usage": (caller) => services.usage.usage(caller),
    "keys.create": (caller, { body }) => keys.create(caller, body as CreateKeyRequest),
    "keys.revoke": (caller, { params }) => keys.revoke(caller, params["keyId"] as string),
    "keys.rotate": (caller, { params }) => keys.rotate(caller, params["keyId"] as string),
  };
}
