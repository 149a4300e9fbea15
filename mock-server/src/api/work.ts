import type { OperationName } from "intent-tx/contract";
import type { Caller } from "../accounts/caller.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { methodNotAllowed, noRoute } from "../http/router.js";
import type { ServiceError } from "../kernel/service-error.js";
import { wallMark } from "../kernel/wall.js";
import type { Exchange } from "./exchange.js";
import type { ErrorContent, ReplyContext } from "./reply.js";
import { findEndpoint, type Match } from "./routes.js";

/** Takes the record of a request once it is answered. */
export interface Recorded {
  exchange?: Exchange | undefined;
}

/** State of a request while it is worked on. */
export interface Work {
  readonly request: HttpRequest;
  readonly path: string;
  /** When it came in, by the wall's clock. */
  readonly began: number;
  readonly recorded: Recorded | undefined;
  context: ReplyContext;
  readonly caller: Caller | undefined;
  readonly refusal: ServiceError | undefined;
  body?: Uint8Array | undefined;
  /** The body as text, once it was read as one. */
  text?: string | undefined;
  operation?: OperationName;
  error?: ErrorContent;
}

/** The record of a request and its answer, for logs. */
export function exchangeOf(work: Work, reply: HttpReply): Exchange {
  const { request, path, began, context, caller, operation, error, body, text } = work;
  return {
    requestId: context.requestId,
    method: request.method,
    path,
    query: request.query,
    status: reply.status,
    at: context.now,
    ms: wallMark() - began,
    reply,
    // Text is lighter to keep than bytes. Only ASCII has as many characters as bytes, by which logs leave out a long body.
    body: text !== undefined && text.length === body?.length ? text : body,
    operation,
    account: caller?.account,
    keyId: caller?.keyId,
    keyName: caller?.keyName,
    code: error?.code,
    why: error?.message,
  };
}

/**
 * The endpoint that a request asks for.
 *
 * @throws {ServiceError} its own refusal; 405 `method_not_allowed`; 404 `not_found`
 */
export function matchOf({ request, path }: Work): Match {
  if (request.refusal) throw request.refusal;
  const found = findEndpoint(request.method, path);
  if (found && "match" in found) return found.match;
  if (found) throw methodNotAllowed(path, request.method, found.allow);
  throw noRoute(path, `No endpoint has the path ${path}.`);
}

/** Holds an answer against the contract. @throws {Error} naming the first field that breaks it */
export function assertContract({ name, operation }: Match, payload: unknown): void {
  const [issue] = operation.response.safeParse(payload).error?.issues ?? [];
  if (issue) {
    throw new Error(`the answer of ${name} breaks the contract at ${issue.path.join(".")}: ${issue.code}`);
  }
}
