import * as z from "zod/mini";
import { integerText, maybe, part } from "../../kernel/schema-kit.js";
import { command, listReply, rawReply } from "../command.js";
import { QUERY } from "../log/expected-calls.js";

const AfterSchema = z.lazy(() => part({ after: z._default(integerText(0), 0) }));

const eventsReply = (events: AsyncIterable<string>) =>
  rawReply("text/event-stream; charset=utf-8", { stream: () => events });

const text = () => z.optional(z.string());

const requestReply = () =>
  z.strictObject({
    number: z.number(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    status: z.number(),
    requestId: text(),
    rpcMethod: text(),
    operation: text(),
    account: text(),
    keyId: text(),
    keyName: text(),
    code: text(),
    why: text(),
    body: z.optional(z.unknown()),
    answer: z.optional(z.unknown()),
  });

export const logCommands = {
  "GET /requests": command({
    summary: `The most recent API requests, oldest first. With rpcMethod, the JSON-RPC calls instead. Filters: ${Object.keys(QUERY).join(", ")}.`,
    reply: () => z.strictObject({ data: z.array(requestReply()) }),
    query: z.lazy(() => part({ ...QUERY, status: maybe(integerText(100, 599)) })),
    run: ({ log }, { query }) => listReply(log.found(query)),
  }),
  "DELETE /requests": command({
    summary: "Clear the request log.",
    status: 204,
    run: ({ log }) => log.clear(),
  }),
  "GET /requests/stream": command({
    summary: "Each new request, as server-sent events.",
    mediaType: "text/event-stream",
    run: ({ log }, { signal }) => eventsReply(log.stream(signal)),
  }),
  "GET /traffic": command({
    summary: "The last 1,000 requests to API, JSON-RPC and control plane, with headers and durations.",
    internal: true,
    query: AfterSchema,
    run: ({ log }, { query }) => listReply(log.traffic(query.after)),
  }),
  "GET /traffic/stream": command({
    summary: "The last 1,000 requests of every kind, followed by each new one, as server-sent events.",
    internal: true,
    query: AfterSchema,
    mediaType: "text/event-stream",
    run: ({ log }, { query, signal }) => eventsReply(log.trafficStream(query.after, signal)),
  }),
};
