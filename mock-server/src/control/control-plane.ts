import type { HttpReply, HttpRequest } from "../http/message.js";
import { writeJson } from "../kernel/json.js";
import { invalidField, ServiceError } from "../kernel/service-error.js";
import { NotOnValidatorError } from "../ledger/rpc-errors.js";
import { type ControlCommand, RawReply } from "./control-command.js";
import { type Guard, refusalOf } from "./guard.js";
import { controlDocument } from "./openapi.js";
import { checkedRequest } from "./requests.js";

const MAX_BODY = 1 << 20;

interface Route {
  readonly command: ControlCommand;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

function routeOf(command: ControlCommand): Route {
  const names: string[] = [];
  const source = command.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  return { command, pattern: new RegExp(`^${source}$`), names };
}

/** The control plane's HTTP face: routes, validates and writes what its commands answer. */
export class ControlPlane {
  readonly #routes: readonly Route[];
  readonly #guard: () => Guard;
  readonly #now: () => number;

  constructor(options: {
    readonly commands: readonly ControlCommand[];
    readonly guard: () => Guard;
    readonly now: () => number;
  }) {
    let made: unknown;
    const document: ControlCommand = {
      method: "GET",
      path: "/openapi.json",
      summary: "This document.",
      status: 200,
      run: () => {
        made ??= controlDocument([...options.commands, document]);
        return made;
      },
    };
    this.#routes = [...options.commands, document].map(routeOf);
    this.#guard = options.guard;
    this.#now = options.now;
  }

  /** Answers a request; `path` is what follows `/_mock`. Never rejects. */
  async handle(request: HttpRequest, path: string): Promise<HttpReply> {
    try {
      const refusal = refusalOf(request, this.#guard());
      if (refusal) return this.#error(403, "forbidden", refusal);
      return await this.#dispatch(request, path);
    } catch (error) {
      if (error instanceof NotOnValidatorError) return this.#error(409, "conflict", error.message);
      if (error instanceof ServiceError) {
        return this.#error(
          error.status,
          error.code,
          error.message,
          error.details,
          error.field,
          error.headers,
        );
      }
      return this.#error(500, "internal_error", error instanceof Error ? error.message : String(error));
    }
  }

  async #dispatch(request: HttpRequest, path: string): Promise<HttpReply> {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const allow: string[] = [];
    for (const { command, pattern, names } of this.#routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (command.method !== method) {
        allow.push(command.method);
        continue;
      }
      const params = Object.fromEntries(
        names.map((name, index) => [name, decoded(name, match[index + 1] ?? "")]),
      );
      const body = await this.#body(command, request);
      const query = new URLSearchParams(request.query);
      const answer = await command.run({ params, query, body, signal: request.signal });
      return answer instanceof RawReply ? answer.reply : this.#json(command.status, answer);
    }
    if (allow.length === 0) {
      throw new ServiceError(
        "not_found",
        `The control plane has no ${path}; GET /_mock/openapi.json lists its calls.`,
        {
          details: { resource: "route", id: path },
        },
      );
    }
    throw new ServiceError(
      "method_not_allowed",
      `${path} has no ${request.method}; it has ${allow.join(", ")}.`,
      {
        headers: { Allow: allow.join(", ") },
      },
    );
  }

  async #body({ body: schema, maxBody = MAX_BODY }: ControlCommand, request: HttpRequest): Promise<unknown> {
    if (!schema) return undefined;
    const type = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    const bytes = await request.body(maxBody);
    if (!bytes) throw new ServiceError("payload_too_large", `The body is over ${maxBody} bytes.`, {});
    // A form or text body is what a foreign page could send without asking; only JSON is taken.
    if (bytes.length > 0 && type !== "application/json") {
      throw new ServiceError(
        "unsupported_media_type",
        "The body must be sent as Content-Type: application/json.",
        {},
      );
    }
    const value = bytes.length === 0 ? {} : parse(bytes);
    return checkedRequest(schema, value);
  }

  #json(status: number, value: unknown): HttpReply {
    const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
    if (value === undefined) return { status: 204, headers };
    return { status, headers, body: writeJson(value) };
  }

  #error(
    status: number,
    code: string,
    message: string,
    details?: unknown,
    field?: string,
    headers?: Readonly<Record<string, string>>,
  ): HttpReply {
    const error = {
      code,
      message,
      ...(details !== undefined && { details }),
      ...(field !== undefined && { field }),
    };
    const meta = { requestId: "control", timestamp: new Date(this.#now()).toISOString() };
    const reply = this.#json(status, { error, meta });
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidField(name, "is not valid percent-encoding");
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidField("body", "is not valid JSON");
  }
}
