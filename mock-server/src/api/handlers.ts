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
export function handlersOf(parts: WorldParts): Handlers {
  const { intents, builder, history, portfolio, markets, metrics, usage, keys } = parts;
  return {
    "intents.parse": (caller, { body }) => intents.parse(caller, body as ParseIntentRequest),
    "transactions.build": (caller, { body }) => builder.build(caller, body as BuildTransactionRequest),
    "transactions.list": (caller, { params, query }) => {
      const { limit, before, cursor, type } = query as ListTransactionsQuery;
      // The server always accepts both names of the cursor (decision 3). If they differ, either page could be meant.
      if (before !== undefined && cursor !== undefined && before !== cursor)
        throw invalidField("cursor", "must equal before if both are sent; send only one of them");
      return history.list(caller.environment, params["walletAddress"] as string, {
        limit,
        before: before ?? cursor,
        cursorName: before === undefined ? "cursor" : "before",
        type,
      });
    },
    "portfolio.retrieve": ({ environment }, { params, query }) =>
      portfolio.retrieve(environment, params["walletAddress"] as string, query as PortfolioQuery),
    "prices.retrieve": ({ environment }, { params }) =>
      markets.get(environment).price(params["tokenMint"] as string),
    "analytics.metrics": (caller, { query }) => metrics.metrics(caller, query as unknown as MetricsQuery),
    "analytics.usage": (caller) => usage.usage(caller),
    "keys.create": (caller, { body }) => keys.create(caller, body as CreateKeyRequest),
    "keys.revoke": (caller, { params }) => keys.revoke(caller, params["keyId"] as string),
    "keys.rotate": (caller, { params }) => keys.rotate(caller, params["keyId"] as string),
  };
}
