import { ENVIRONMENTS } from "intent-tx/contract";
import * as z from "zod/mini";
import { grouped } from "../api/grouped.js";
import { choice, dateText, integerText, maybe, part } from "../kernel/schema-kit.js";
import { type ControlCommand, command, listReply, RawReply } from "./control-command.js";
import { REQUESTS_KEPT } from "./logged-request.js";
import {
  accountReply,
  dayReply,
  listOf,
  poolReply,
  pricesReply,
  trafficReply,
  worldReply,
} from "./replies.js";
import type { TrafficLog } from "./traffic-log.js";
import type { WorldViews } from "./views.js";

const MOST_POINTS = 2_000;
const MOST_DAYS = 366;

const environment = z._default(choice(ENVIRONMENTS), "live");
const NetworkSchema = part({ environment });
const DaysSchema = part({ days: z._default(integerText(1, MOST_DAYS), 7) });
const SpanSchema = part({
  environment,
  from: maybe(dateText),
  to: maybe(dateText),
  points: z._default(integerText(2, MOST_POINTS), 97),
});
const AfterSchema = part({ after: z._default(integerText(0), 0) });

/** The calls that show a world to people and tools that watch it; they change nothing. */
export function viewCommands(views: WorldViews, traffic: TrafficLog): ControlCommand[] {
  return [
    command({
      method: "GET",
      path: "/world",
      summary: "Addresses, keys and wallets as in the ready line, with their secrets, and the tokens.",
      status: 200,
      reply: worldReply,
      run: () => views.world(),
    }),
    command({
      method: "GET",
      path: "/accounts",
      summary: "Every account: tier, how its windows stand, usage, and its keys without secrets.",
      status: 200,
      reply: listOf(accountReply),
      run: async () => ({ data: await views.accounts() }),
    }),
    command({
      method: "GET",
      path: "/accounts/{account}/days",
      summary:
        "What an account did on each of the last days, by default 7, oldest first; it costs the account nothing.",
      status: 200,
      reply: listOf(dayReply),
      query: DaysSchema,
      run: async ({ params, query }) => ({
        data: await views.days(params["account"] ?? "", query.days),
      }),
    }),
    command({
      method: "GET",
      path: "/pools",
      summary: "Every pool of a network with its fee and what it holds now, in base units.",
      status: 200,
      reply: listOf(poolReply),
      query: NetworkSchema,
      run: async ({ query }) => ({ data: await views.pools(query.environment) }),
    }),
    command({
      method: "GET",
      path: "/prices/{token}",
      summary: "What a token cost over time in USD; by default the last 24 hours in 97 points.",
      status: 200,
      reply: pricesReply,
      query: SpanSchema,
      run: ({ params, query }) =>
        views.prices({
          token: params["token"] ?? "",
          ...query,
        }),
    }),
    command({
      method: "GET",
      path: "/traffic",
      summary: `The last ${grouped(REQUESTS_KEPT)} requests of API, JSON-RPC and control plane, with headers and durations.`,
      status: 200,
      reply: listOf(trafficReply),
      query: AfterSchema,
      run: ({ query }) => listReply(traffic.list(query.after)),
    }),
    command({
      method: "GET",
      path: "/traffic/stream",
      summary: "The same, then each request from now on, as server-sent events.",
      status: 200,
      query: AfterSchema,
      events: true,
      run: ({ query, signal }) =>
        new RawReply({
          status: 200,
          headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
          body: traffic.stream(query.after, signal),
        }),
    }),
  ];
}
