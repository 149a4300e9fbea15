import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { grouped } from "../api/grouped.js";
import { invalidField } from "../kernel/service-error.js";
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

function environmentOf(query: URLSearchParams): Environment {
  const given = query.get("environment") ?? "live";
  const environment = ENVIRONMENTS.find((one) => one === given);
  if (!environment) throw invalidField("environment", `must be one of ${ENVIRONMENTS.join(", ")}`);
  return environment;
}

function afterOf(query: URLSearchParams): number {
  const given = query.get("after") ?? "0";
  if (!/^\d{1,15}$/.test(given)) throw invalidField("after", "must be the number of a request");
  return Number(given);
}

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
      query: ["days"],
      run: async ({ params, query }) => ({
        data: await views.days(params["account"] ?? "", query.get("days") ?? "7"),
      }),
    }),
    command({
      method: "GET",
      path: "/pools",
      summary: "Every pool of a network with its fee and what it holds now, in base units.",
      status: 200,
      reply: listOf(poolReply),
      query: ["environment"],
      run: async ({ query }) => ({ data: await views.pools(environmentOf(query)) }),
    }),
    command({
      method: "GET",
      path: "/prices/{token}",
      summary: "What a token cost over time in USD; by default the last 24 hours in 97 points.",
      status: 200,
      reply: pricesReply,
      query: ["environment", "from", "to", "points"],
      run: ({ params, query }) =>
        views.prices({
          token: params["token"] ?? "",
          environment: environmentOf(query),
          from: query.get("from") ?? undefined,
          to: query.get("to") ?? undefined,
          points: query.get("points") ?? undefined,
        }),
    }),
    command({
      method: "GET",
      path: "/traffic",
      summary: `The last ${grouped(REQUESTS_KEPT)} requests of API, JSON-RPC and control plane, with headers and durations.`,
      status: 200,
      reply: listOf(trafficReply),
      query: ["after"],
      run: ({ query }) => listReply(traffic.list(afterOf(query))),
    }),
    command({
      method: "GET",
      path: "/traffic/stream",
      summary: "The same, then each request from now on, as server-sent events.",
      status: 200,
      query: ["after"],
      events: true,
      run: ({ query, signal }) =>
        new RawReply({
          status: 200,
          headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
          body: traffic.stream(afterOf(query), signal),
        }),
    }),
  ];
}
