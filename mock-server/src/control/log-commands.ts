import { invalidField } from "../kernel/service-error.js";
import { type ControlCommand, command, listReply, RawReply } from "./control-command.js";
import type { RequestQuery } from "./logged-request.js";
import { listOf, requestReply } from "./replies.js";
import type { RequestLog } from "./request-log.js";

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
      query: ["method", "path", "operation", "status", "keyName"],
      run: ({ query }) => {
        const wanted: Record<string, string | number> = {};
        for (const name of ["method", "path", "operation", "keyName"]) {
          const value = query.get(name);
          if (value !== null) wanted[name] = value;
        }
        const status = query.get("status");
        if (status !== null) {
          if (!/^\d{3}$/.test(status)) throw invalidField("status", "must be an HTTP status");
          wanted["status"] = Number(status);
        }
        return listReply(log.found(wanted as RequestQuery));
      },
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
