import * as z from "zod/mini";
import { integerText, text } from "../kernel/schema-kit.js";
import { type ControlCommand, command, listReply, RawReply } from "./control-command.js";
import { listOf, requestReply } from "./replies.js";
import type { RequestLog } from "./request-log.js";

const WantedSchema = z.object({
  method: z.exactOptional(text),
  path: z.exactOptional(text),
  operation: z.exactOptional(text),
  status: z.exactOptional(integerText(100, 599)),
  keyName: z.exactOptional(text),
});

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
