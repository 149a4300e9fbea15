import { ENVIRONMENTS } from "intent-tx/contract";
import * as z from "zod/mini";
import { choice, dateText, integerText, maybe, part } from "../../kernel/schema-kit.js";
import type { WorldViews } from "../subject.js";
import { type ControlCommand, command } from "./command.js";
import { accountReply, dayReply, listOf, poolReply, pricesReply, worldReply } from "./replies.js";

const MAX_POINTS = 2_000;
const MAX_DAYS = 366;

const environment = z._default(choice(ENVIRONMENTS), "live");
const NetworkSchema = part({ environment });
const DaysSchema = part({ days: z._default(integerText(1, MAX_DAYS), 7) });
const SpanSchema = part({
  environment,
  from: maybe(dateText),
  to: maybe(dateText),
  points: z._default(integerText(2, MAX_POINTS), 97),
});

/** Read-only calls that show a world to people and tools. */
export function viewCommands(views: WorldViews): ControlCommand[] {
  return [
    command("GET /world", {
      summary: "Addresses, tokens, keys and wallets, including the secrets of keys and wallets.",
      reply: worldReply,
      run: () => views.world(),
    }),
    command("GET /accounts", {
      summary: "Every account with its tier, rate-limit windows, usage and keys (without secrets).",
      reply: listOf(accountReply),
      run: async () => ({ data: await views.accounts() }),
    }),
    command("GET /accounts/{account}/days", {
      summary:
        "An account's activity on each of the last `days` days (default 7), oldest first. This call does not count against the limits.",
      reply: listOf(dayReply),
      query: DaysSchema,
      run: async ({ params, query }) => ({
        data: await views.days(params["account"] ?? "", query.days),
      }),
    }),
    command("GET /pools", {
      summary: "Every pool of a network with its fee and its current reserves, in base units.",
      reply: listOf(poolReply),
      query: NetworkSchema,
      run: async ({ query }) => ({ data: await views.pools(query.environment) }),
    }),
    command("GET /prices/{token}", {
      summary: "A token's price history in USD; by default the last 24 hours in 97 points.",
      reply: pricesReply,
      query: SpanSchema,
      run: ({ params, query }) =>
        views.prices({
          token: params["token"] ?? "",
          ...query,
        }),
    }),
  ];
}
