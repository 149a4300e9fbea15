import type { Duration } from "../../kernel/time.js";
import type { ContractOptions, Dialect } from "../../world/dialects.js";
import { type ControlCommand, command, RawReply } from "./command.js";
import { listOf, sessionReply } from "./replies.js";
import { NamedSessionSchema, SessionRequestSchema } from "./requests.js";

/** Options of a new session. */
export interface SessionRequest {
  /**
   * Name: 1 to 64 letters, digits, `.`, `_` and `-`. The session's path is `/s/NAME`. Without `seed`, the name and the
   * server's seed determine the world. Default: an id drawn by the server.
   */
  readonly name?: string | undefined;
  /** Default: derived from the server's seed and the session's id. */
  readonly seed?: number | string | undefined;
  /** Default: the server's dialect. */
  readonly dialect?: Dialect | undefined;
  /** Individual settings that override the dialect's. */
  readonly contract?: ContractOptions | undefined;
  /** Idle time after which the session expires, by the server clock. Default 1 h. */
  readonly ttl?: Duration | undefined;
}

export interface SessionHost {
  openSession(request: SessionRequest): { readonly id: string };
  /** Opens a named session, or returns it if it is open. @throws {ConflictError} if it was opened with other options */
  ensureSession(name: string, request: SessionRequest): { readonly id: string };
  closeSession(id: string): void;
  listSessions(): readonly { readonly id: string }[];
}

export function sessionCommands(host: SessionHost): ControlCommand[] {
  return [
    command("POST /sessions", {
      summary:
        "Open a session, which is a separate world on this server. Returns its addresses, keys and wallets.",
      status: 201,
      reply: sessionReply,
      body: SessionRequestSchema,
      run: ({ body }) => host.openSession(body),
    }),
    command("GET /sessions", {
      summary: "List the open sessions.",
      reply: listOf(sessionReply),
      run: () => ({ data: host.listSessions() }),
    }),
    command("PUT /sessions/{id}", {
      summary: "Open a session with this name, or return the open one with the same options.",
      reply: sessionReply,
      body: NamedSessionSchema,
      run: ({ params, body }) => host.ensureSession(params["id"] ?? "", body),
    }),
    command("DELETE /sessions/{id}", {
      summary: "Close a session and delete its world.",
      status: 204,
      run: ({ params }) => host.closeSession(params["id"] ?? ""),
    }),
  ];
}

export interface MetricsHost {
  /** The metrics as text, and their media type. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/** Media type of OpenMetrics. */
const OPEN_METRICS = "application/openmetrics-text";

export function metricsCommands(host: MetricsHost): ControlCommand[] {
  return [
    command("GET /metrics", {
      summary:
        "Requests by operation and status, durations, sessions, work in progress, memory and the event loop, in OpenMetrics text.",
      mediaType: OPEN_METRICS,
      run: async () => {
        const { type, body } = await host.text();
        return new RawReply({
          status: 200,
          headers: { "Content-Type": type, "Cache-Control": "no-store" },
          body,
        });
      },
    }),
  ];
}
