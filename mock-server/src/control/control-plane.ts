import { HEADERS, LIMITS } from "intent-tx/contract";
import { type Guard, headersFor, preflightReply, refusalOf } from "../http/guard.js";
import { parseJsonBody, readJsonBytes } from "../http/json-body.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { decodedParams, methodNotAllowed, noRoute, Router } from "../http/router.js";
import { checkedCall } from "../kernel/checked.js";
import {
  ControlConflictError,
  type ErrorContent,
  errorText,
  invalidField,
  NotOnValidatorError,
  ServiceError,
} from "../kernel/errors.js";
import { writeJson } from "../kernel/json.js";
import { nextTurn } from "../kernel/timers.js";
import {
  type Commands,
  type ControlCommand,
  type ControlTarget,
  command,
  JSON_TYPE,
  NoBodySchema,
  NoQuerySchema,
  RawReply,
} from "./command.js";
import { COMMANDS, type ServerParts, serverCommands } from "./commands.js";

const MAX_BODY = LIMITS.bodyBytes;

interface Route extends ControlCommand {
  readonly method: string;
  readonly path: string;
}

/** The control plane over HTTP: routes and validates requests, and writes the results of its commands as responses. */
export class ControlPlane {
  readonly #router: Router<Route>;
  #requests = 0;

  /** @param server the sessions and metrics of a server; undefined for a session, which has neither */
  constructor(
    private readonly target: ControlTarget,
    server: ServerParts | undefined,
    private readonly guard: Guard,
  ) {
    const all: Commands = {
      ...COMMANDS,
      ...(server && serverCommands(server)),
      "GET /openapi.json": command({
        summary: "This document.",
        run: async () => {
          const { controlDocument } = await import("./openapi.js");
          return controlDocument(all);
        },
      }),
    };
    this.#router = new Router(
      Object.entries(all).map(([name, definition]) => {
        const [method = "", path = ""] = name.split(" ");
        return { ...definition, method, path };
      }),
    );
  }

  /** Handles a request; never rejects. `path` is the part after `/_mock`. */
  async handle(request: HttpRequest, path: string): Promise<HttpReply> {
    // Without the number of starts, the same IDs would follow each start with a state file.
    const { starts = 1 } = this.target.stateFile ?? {};
    const purpose = starts === 1 ? "control request" : `control request ${starts}`;
    const id = this.target.world.parts.random.requestId(this.#requests++, purpose);
    const reply = await this.#answer(request, path, id).catch((error: unknown) =>
      this.#error(contentOf(error), id),
    );
    const headers = { ...reply.headers, ...headersFor(request, this.guard), [HEADERS.requestId]: id };
    return { ...reply, headers };
  }

  async #answer(request: HttpRequest, path: string, id: string): Promise<HttpReply> {
    // Some paths exist in both, such as `/prices/SOL`. Other programs may send their API key to every URL.
    const hasApiKey = /^Bearer +\w+_(?:live|test)_/i.test(request.header("authorization") ?? "");
    if (hasApiKey && request.header("user-agent")?.startsWith("intent-tx/"))
      throw noRoute(path, "This is the control plane, not the API: use baseUrl instead of controlUrl.");
    const refusal = refusalOf(request, this.guard);
    if (refusal) return this.#error(refusal, id);
    return preflightReply(request, this.guard) ?? this.#dispatch(request, path);
  }

  async #dispatch(request: HttpRequest, path: string): Promise<HttpReply> {
    const found = this.#router.find(request.method, path);
    if (found && "allow" in found) throw methodNotAllowed(path, request.method, found.allow);
    if (!found || Object.values(found.params).includes("")) {
      throw noRoute(path, `The control plane has no path ${path}; GET /_mock/openapi.json lists its calls.`);
    }
    const { route: command } = found;
    const params = decodedParams(found.params);
    const body = await this.#body(command, request);
    const query = checkedCall(command.query ?? NoQuerySchema, queryOf(request));
    const answer = await command.run(this.target, { params, query, body, signal: request.signal?.() });
    if (!(answer instanceof RawReply)) return this.#json(command.status ?? 200, answer);
    // The stream is ended, because a stream that is never read would count as a reader forever.
    if (request.method === "HEAD") await answer.reply.stream?.(undefined)[Symbol.asyncIterator]().return?.();
    return answer.reply;
  }

  async #body(
    { body: schema = NoBodySchema, maxBody = MAX_BODY, readsBytes }: ControlCommand,
    request: HttpRequest,
  ): Promise<unknown> {
    const bytes = await readJsonBytes(request, { limit: maxBody, required: false, trusted: true });
    if (readsBytes) return bytes ?? new Uint8Array(0);
    if (bytes && bytes.length > MAX_BODY) refuseMany(bytes);
    const value = bytes ? parseJsonBody(bytes) : {};
    if (bytes) refuseInherited(value);
    // Validating an account of megabytes takes as long as reading it, so other requests run before the validation.
    if (bytes && bytes.length > MAX_BODY) await nextTurn();
    return checkedCall(schema, value);
  }

  #json(status: number, value: unknown): HttpReply {
    const headers = { "Content-Type": JSON_TYPE, "Cache-Control": "no-store" };
    if (value === undefined) return { status: 204, headers };
    return { status, headers, body: writeJson(value) };
  }

  #error({ status, code, message, details, field, headers }: ErrorContent, id: string): HttpReply {
    const meta = { requestId: id, timestamp: new Date(this.target.clock.now()).toISOString() };
    const reply = this.#json(status, { error: { code, message, details, field }, meta });
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
}

function contentOf(error: unknown): ErrorContent {
  if (error instanceof ServiceError) return error;
  const message = errorText(error);
  if (error instanceof NotOnValidatorError || error instanceof ControlConflictError)
    return { status: 409, code: "conflict", message };
  return { status: 500, code: "internal_error", message };
}

/** The query by name. @throws ServiceError 400 for a duplicate name, because one of its values would be ignored */
function queryOf(request: HttpRequest): Record<string, string> {
  const parsed = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(request.query)) {
    if (parsed.has(name)) throw invalidField(name, "appears twice; pass it once");
    parsed.set(name, value);
  }
  return Object.fromEntries(parsed);
}

/** Maximum number of values in a long body. */
const MAX_VALUES = 512 << 10;
/** Comma, opening bracket and opening brace, which precede values. */
const BEGINNINGS = new Set([44, 91, 123]);

/** Refuses a long body with many values: parsing it would block other requests. Account data is a single string. */
function refuseMany(bytes: Uint8Array): void {
  let values = 0;
  for (const byte of bytes) if (BEGINNINGS.has(byte)) values++;
  if (values > MAX_VALUES) throw invalidField("body", `contains more than ${MAX_VALUES} values`);
}

/** Rejects the name `__proto__`, which schemas would silently drop. */
function refuseInherited(value: unknown): void {
  const left = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Object.hasOwn(next, "__proto__")) throw invalidField("__proto__", "is not a valid name");
    for (const member of Object.values(next))
      if (typeof member === "object" && member !== null) left.push(member);
  }
}
