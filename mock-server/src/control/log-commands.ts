import { integerText, maybe, part } from "../kernel/schema-kit.js";
import { type ControlCommand, command, listReply, RawReply } from "./control-command.js";
import { QUERY } from "./expected-calls.js";
import { listOf, requestReply } from "./replies.js";
import type { RequestLog } from "./request-log.js";

const WantedSchema = part({ ...QUERY, status: maybe(integerText(100, 599)) });

/** The calls that show the request log. */
export function logCommands(log: RequestLog): ControlCommand[] {
  return [
    command({
      method: "GET",
      path: "/requests",
      summary:
        "The last requests of the API, oldest first; method, path, operation, status and keyName filter.",
      status: 200,
      reply: listOf(requestReply),
      query: WantedSchema,
      run: ({ query }) => listReply(log.found(query)),
    }),
    command({
      method: "DELETE",
      path: "/requests",
      summary: "Forget the requests so far.",
      status: 204,
      run: () => log.clear(),
    }),
    command({
      method: "GET",
      path: "/requests/stream",
      summary: "Each request from now on, as server-sent events.",
      status: 200,
      events: true,
      run: ({ signal }) =>
        new RawReply({
          status: 200,
          headers: { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" },
          body: log.stream(signal),
        }),
    }),
  ];
}
