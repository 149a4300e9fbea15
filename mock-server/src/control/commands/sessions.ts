import * as z from "zod/mini";
import type { Addresses } from "../../http/addresses.js";
import { part, seed, someTime, text } from "../../kernel/schema-kit.js";
import type { Duration } from "../../kernel/time.js";
import { type ContractOptions, ContractSchema, type Dialect, DialectSchema } from "../../world/dialects.js";
import type { WalletKeys } from "../../world/world.js";
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
  /** Individual settings that override the dialect's, or without a dialect the server's. */
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

/** A separate world on a running server. */
export interface Session extends Addresses {
  /** Identifier for `closeSession`. */
  readonly id: string;
  /** The session's API keys by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Key ids by name. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** The session's wallets by name. */
  readonly wallets: Readonly<Record<string, WalletKeys>>;
}

export interface ServerSessions {
  openSession(request: SessionRequest): Session;
  /** Opens a named session, or returns it if it is open. @throws {ControlConflictError} if it was opened with other options */
  ensureSession(name: string, request: SessionRequest): Session;
  closeSession(id: string): void;
  listSessions(): readonly Session[];
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
