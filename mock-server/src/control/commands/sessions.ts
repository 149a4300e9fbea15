import * as z from "zod/mini";
import { part, seed, someTime, text } from "../../kernel/schema-kit.js";
import type { Duration } from "../../kernel/time.js";
import { type ContractOptions, ContractSchema, type Dialect, DialectSchema } from "../../world/dialects.js";
import { command } from "../command.js";
import { accessReply } from "./world.js";

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

const sessionFields = () => ({
  seed: z.optional(seed),
  dialect: z.optional(DialectSchema),
  contract: z.optional(ContractSchema),
  ttl: z.optional(someTime),
});

/** The argument of `server.openSession`, and the body of `POST /sessions`. */
export const SessionRequestSchema = z.lazy(() => part({ name: z.optional(text), ...sessionFields() }));

/** A server's sessions. */
export interface ServerSessions {
  openSession(request: SessionRequest): { readonly id: string };
  /** Opens a named session, or returns it if it is open. @throws {ControlConflictError} if it was opened with other options */
  ensureSession(name: string, request: SessionRequest): { readonly id: string };
  closeSession(id: string): void;
  listSessions(): readonly { readonly id: string }[];
}

const sessionReply = () => z.strictObject({ id: z.string(), ...accessReply() });

export const sessionCommands = (sessions: ServerSessions) => ({
  "POST /sessions": command({
    summary:
      "Open a session, which is a separate world on this server. Returns its addresses, keys and wallets.",
    status: 201,
    reply: sessionReply,
    body: SessionRequestSchema,
    run: (_, { body }) => sessions.openSession(body),
  }),
  "GET /sessions": command({
    summary: "List the open sessions.",
    reply: () => z.strictObject({ data: z.array(sessionReply()) }),
    run: () => ({ data: sessions.listSessions() }),
  }),
  "PUT /sessions/{id}": command({
    summary: "Open a session with this name, or return the open one with the same options.",
    reply: sessionReply,
    body: z.lazy(() => part(sessionFields())),
    run: (_, { params, body }) => sessions.ensureSession(params["id"] ?? "", body),
  }),
  "DELETE /sessions/{id}": command({
    summary: "Close a session and delete its world.",
    status: 204,
    run: (_, { params }) => sessions.closeSession(params["id"] ?? ""),
  }),
});
