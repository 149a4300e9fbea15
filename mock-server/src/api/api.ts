import { HEADERS, LIMITS } from "intent-tx/contract";
import { type Caller, requireScopeFor } from "../accounts/keys.js";
import { limitExceeded, type RateState } from "../accounts/limits.js";
import { bodyText, type RequestFields } from "../faults/fault-rules.js";
import { BODILESS, type Interception, type SpecifiedResponse } from "../faults/request-faults.js";
import { readJsonBytes } from "../http/json-body.js";
import type { Exchange, HttpReply, HttpRequest } from "../http/message.js";
import { type ErrorContent, ServiceError, unavailable } from "../kernel/errors.js";
import type { WorldParts } from "../world/world.js";
import { type Handlers, handlersOf } from "./handlers.js";
import { Idempotency, type Keyed } from "./idempotency.js";
import { injectedRefusal } from "./injected.js";
import {
  commonHeaders,
  failure,
  preflightHeaders,
  type ReplyContext,
  success,
  unauthorized,
} from "./reply.js";
import { assertContract, findRoute, jsonOf, type Match, matchOf, readInput, routeOf } from "./routes.js";

/** Methods that `OPTIONS` allows on an unknown path. */
const EVERY_METHOD = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"];

export interface ApiOptions extends WorldParts {
  /** Checks every response against the contract and reports violations to `failed`. */
  readonly checkAnswers: boolean;
  /** Reports an unexpected error of a request, with its work and its ID. */
  readonly failed: (error: unknown, what: string, requestId: string) => unknown;
}

interface Work {
  readonly request: HttpRequest;
  /** Path including `/v1`. */
  readonly path: string;
  readonly exchange: Exchange;
  context: ReplyContext;
  readonly caller: Caller | undefined;
  /** The refusal of a request without a valid key. */
  readonly refusal: ServiceError | undefined;
  /** How often State had been replaced when the request was counted. */
  readonly replacements: number;
}

/** The service's HTTP API: the order of checks (decision 14) and the form of responses. */
export class Api {
  readonly #handlers: Handlers;
  readonly #idempotency: Idempotency;

  constructor(private readonly options: ApiOptions) {
    this.#handlers = handlersOf(options);
    this.#idempotency = new Idempotency(options);
  }

  /** Handles a request; never rejects. `path` is the path after the World's prefix, including `/v1`. */
  async handle(
    request: HttpRequest,
    path: string,
    exchange: Exchange,
    interception?: Interception,
  ): Promise<HttpReply> {
    if (request.method === "OPTIONS" && !request.refusal) return this.#preflight(request, path);
    const work = this.#admit(request, path, exchange);
    const specified = interception?.response;
    let reply: HttpReply;
    try {
      if (specified?.handled) {
        await this.#work(work, interception).catch((error) => this.#refused(work, error));
        // The client does not receive this response, so the log does not show its error.
        exchange.code = undefined;
        exchange.why = undefined;
      }
      reply = specified ? await this.#injected(work, specified) : await this.#work(work, interception);
    } catch (error) {
      reply = this.#refused(work, error);
    }
    if (reply.status === 429 && work.caller) this.options.usage.count(work.caller, -1);
    return reply;
  }

  /** The fields of a request that fault rules match. */
  fieldsOf(request: HttpRequest, path: string): RequestFields {
    return {
      header: request.header,
      keyId: () => {
        const found = this.options.keys.authenticate(request.header("authorization"));
        return "caller" in found ? found.caller.keyId : undefined;
      },
      walletInPath: () => routeOf(request.method, path)?.params["walletAddress"],
    };
  }

  /** Identifies the caller and counts the request. A refusal is thrown later, when its check is due. */
  #admit(request: HttpRequest, path: string, exchange: Exchange): Work {
    const { usage, keys, limits } = this.options;
    const found = keys.authenticate(request.header("authorization"));
    const caller = "caller" in found ? found.caller : undefined;
    const context = this.#context(() =>
      caller ? limits.admit(caller) : limits.admitAnonymous(request.remoteAddress),
    );
    if (caller) {
      if (context.rate.allowed) keys.used(caller.keyId);
      usage.count(caller);
    }
    // Requests that are not valid HTTP have no method and are not logged.
    exchange.isApi = request.method !== "";
    exchange.requestId = context.requestId;
    exchange.at = context.now;
    exchange.account = caller?.account;
    exchange.keyId = caller?.keyId;
    exchange.keyName = caller?.keyName;
    const refusal = "caller" in found ? undefined : unauthorized(found.refused);
    const { replacements } = this.options.state;
    return { request, path, exchange, context, caller, refusal, replacements };
  }

  #context(rate: () => RateState): ReplyContext {
    const { clock, random, state, settings } = this.options;
    const id = random.requestId(state.next("request", "putLater"));
    return { settings, requestId: id, rate: rate(), now: clock.now() };
  }

  async #work(work: Work, interception: Interception | undefined): Promise<HttpReply> {
    const { caller, refusal, request, exchange } = work;
    const { rate, now } = work.context;
    if (!caller && !rate.allowed) throw limitExceeded(rate, now);
    const match = matchOf(request, work.path);
    exchange.operation = match.route.name;
    if (!caller) throw refusal ?? unauthorized("missing");
    if (!rate.allowed) throw limitExceeded(rate, now);
    requireScopeFor(caller, match.route.name, match.params["keyId"]);
    if (match.route.method === "POST") {
      // Media type and size are checked before the content (decision 14). Slow senders do not block the clock.
      exchange.body = await this.options.clock.work.untracked(readJsonBytes(request, jsonOf(match.route)));
      this.#refuseReplaced(work);
    }
    await interception?.prepare?.(caller.environment, exchange.body);
    const keyed = this.#keyed(work, caller, match);
    if (!keyed) return this.#success(work, caller, match);
    const { reply, replayed } = await this.#idempotency.once(keyed, async () => {
      try {
        return await this.#success(work, caller, match);
      } catch (error) {
        return this.#refused(work, error);
      }
    });
    if (!replayed) return reply;
    exchange.requestId = reply.headers[HEADERS.requestId] ?? exchange.requestId;
    return { ...reply, headers: { ...commonHeaders(work.context), ...reply.headers } };
  }

  /**
   * A reset does not wait for bodies, and can remove the caller's account.
   *
   * @throws {ServiceError} 503 if the World was reset or restored while the body arrived
   */
  #refuseReplaced({ replacements }: Work): void {
    if (replacements === this.options.state.replacements) return;
    throw unavailable("The world was reset or restored before the body arrived; send the request again.", 0);
  }

  async #success(work: Work, caller: Caller, match: Match): Promise<HttpReply> {
    const input = readInput(match, work.request.query, work.exchange.body);
    const payload = await this.#handlers[match.route.name](caller, input);
    if (this.options.checkAnswers) assertContract(match.route, payload);
    return success(work.context, match.route.status, payload as Record<string, unknown>);
  }

  #keyed(work: Work, caller: Caller, match: Match): Keyed | undefined {
    if (!this.options.settings.idempotency || match.route.method !== "POST") return undefined;
    const idempotencyKey = work.request.header("idempotency-key");
    if (!idempotencyKey) return undefined;
    const { request, path, exchange } = work;
    const { body } = exchange;
    const authorization = request.header("authorization") ?? "";
    return { caller, idempotencyKey, authorization, method: request.method, path, body };
  }

  #refused(work: Work, error: unknown): HttpReply {
    if (error instanceof ServiceError) return this.#failed(work, error);
    const { request, path, context } = work;
    this.options.failed(error, `${request.method} ${path}`, context.requestId);
    return this.#failed(work, new ServiceError("internal_error", "The mock server failed; see its log.", {}));
  }

  #failed(work: Work, error: ErrorContent): HttpReply {
    work.exchange.code = error.code;
    work.exchange.why = error.message;
    if (error.status === 429) this.#refund(work);
    return failure(work.context, error);
  }

  /** An admitted request that a quota then refuses with 429 does not count as used (decision 9). */
  #refund(work: Work): void {
    const { caller, context } = work;
    if (!caller || !context.rate.allowed) return;
    work.context = { ...context, rate: this.options.limits.refund(caller, context.rate, context.now) };
  }

  async #injected(work: Work, fault: SpecifiedResponse): Promise<HttpReply> {
    const { request, path, caller, context, exchange } = work;
    const match = routeOf(request.method, path);
    if (match) exchange.operation = match.route.name;
    // The fault's error may depend on the body.
    if (match?.route.body)
      exchange.body = await this.options.clock.work.untracked(request.body(LIMITS.bodyBytes));
    this.#refuseReplaced(work);
    if (fault.kind === "respond") return this.#specified(work, fault);
    const error = injectedRefusal(fault, { match, caller, path, context, body: exchange.body });
    const { status, headers, body } = this.#failed(work, error);
    const retry = fault.retryAfter !== undefined && { "Retry-After": String(fault.retryAfter) };
    return {
      status,
      headers: { ...headers, ...retry },
      body: BODILESS.has(status) ? undefined : fault.empty ? "" : body,
    };
  }

  /** The response that a fault specifies. A client cannot rely on another header, so only the common ones are added. */
  #specified(
    work: Work,
    { status, headers = {}, body }: Extract<SpecifiedResponse, { kind: "respond" }>,
  ): HttpReply {
    if (status === 429) this.#refund(work);
    const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const common = Object.entries(commonHeaders(work.context));
    const own = common.filter(([name]) => !given.has(name.toLowerCase()));
    const text = BODILESS.has(status) ? undefined : (bodyText(body) ?? "");
    return { status, headers: { ...Object.fromEntries(own), ...headers }, body: text };
  }

  /** `OPTIONS` needs no key and is not counted (decision 6): browsers send it before every call (decision 50). */
  #preflight(request: HttpRequest, path: string): HttpReply {
    const context = this.#context(() => this.options.limits.peekAnonymous(request.remoteAddress));
    const found = findRoute("OPTIONS", path);
    const allow = found && "allow" in found ? found.allow : EVERY_METHOD;
    return { status: 204, headers: { ...commonHeaders(context), ...preflightHeaders(request, allow) } };
  }
}
