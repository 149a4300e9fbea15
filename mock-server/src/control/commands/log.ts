import * as z from "zod/mini";
import { integerText, maybe, part } from "../../kernel/schema-kit.js";
import { QUERY } from "../log/expected-calls.js";
import type { RequestLog } from "../log/request-log.js";
import { type ControlCommand, command, listReply, RawReply } from "./command.js";
import { listOf, requestReply, trafficReply } from "./replies.js";

const WantedSchema = part({ ...QUERY, status: maybe(integerText(100, 599)) });

const AfterSchema = part({ after: z._default(integerText(0), 0) });

function eventsReply(events: AsyncIterable<string>): RawReply {
  const headers = { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" };
  return new RawReply({ status: 200, headers, stream: () => events });
}

export function logCommands(log: RequestLog): ControlCommand[] {
  return [
    command("GET /requests", {
      summary:
        "The most recent API requests, oldest first. With rpcMethod, the JSON-RPC calls instead. Filters: method, path, operation, status and keyName.",
      reply: listOf(requestReply),
      query: WantedSchema,
      run: ({ query }) => listReply(log.found(query)),
    }),
    command("DELETE /requests", {
      summary: "Clear the request log.",
      status: 204,
      run: () => log.clear(),
    }),
    command("GET /requests/stream", {
      summary: "Each new request, as server-sent events.",
      events: true,
      run: ({ signal }) => eventsReply(log.stream(signal)),
    }),
    command("GET /traffic", {
      summary: "The last 1,000 requests to API, JSON-RPC and control plane, with headers and durations.",
      reply: listOf(trafficReply),
      query: AfterSchema,
      run: ({ query }) => listReply(log.traffic(query.after)),
    }),
    command("GET /traffic/stream", {
      summary: "The last 1,000 requests of every kind, followed by each new one, as server-sent events.",
      query: AfterSchema,
      events: true,
      run: ({ query, signal }) => eventsReply(log.trafficStream(query.after, signal)),
    }),
  ];
}
