import { LIMITS, type OperationName } from "intent-tx/contract";
import { type Caller, requireScopeFor } from "../accounts/caller.js";
import type { Limits } from "../accounts/limits.js";
import { limitExceeded, type RateState } from "../accounts/rate-state.js";
import { preflightHeaders } from "../http/cors.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { requestId } from "../http/request-id.js";
import { methodNotAllowed, noRoute } from "../http/router.js";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import { ServiceError } from "../kernel/service-error.js";
import type { State } from "../state/state.js";
import { type Endpoint, type Endpoints, endpointsOf, type Services } from "./endpoints.js";
import type { Exchange, Interception, Interceptor } from "./exchange.js";
import { Idempotency, type Keyed } from "./idempotency.js";
import { injectedRefusal } from "./injected.js";
import { readBytes, readInput } from "./input.js";
import type { Readings } from "./readings.js";
import { commonHeaders, type ErrorContent, failure, type ReplyContext, success } from "./reply.js";
import { type FoundEndpoint, findEndpoint, type Match } from "./routes.js";
import { unauthorized } from "./unauthorized.js";

/** Methods that `OPTIONS` allows on a path that leads nowhere. */
const EVERY_METHOD = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"];

/** Options of an {@link Api}. */
export interface ApiOptions {
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: Limits;
  readonly services: Services;
  readonly readings: Readings;
  readonly interceptor?: Interceptor;
  /** Hold every answer against the contract before it leaves; a violation is the server's own failure. Default true. */
  readonly checkAnswers?: boolean;
  /** Told of every answered request. */
  readonly onAnswered?: (exchange: Exchange) => void;
  /** Told of a failure of the server's own. */
  readonly onFailure?: (error: unknown) => void;
}

/** State of a request while it is worked on. */
interface Work {
  readonly request: HttpRequest;
  readonly path: string;
  context: ReplyContext;
  readonly caller: Caller | undefined;
  readonly refusal: ServiceError | undefined;
  body?: Uint8Array | undefined;
  operation?: OperationName;
  error?: ErrorContent;
}

/** The service's HTTP API: the order of checks (decision 14), the answers' form, and nothing else. */
export class Api {
  readonly #options: ApiOptions;
  readonly #endpoints: Endpoints;
  readonly #idempotency: Idempotency;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#endpoints = endpointsOf(options.services);
    this.#idempotency = new Idempotency(options);
  }

  /**
   * Answers a request; never rejects. `path` is what follows the prefix of the World, `/v1` included. `told` gets the record of it
   * beside those who hear of every request.
   */
  async handle(request: HttpRequest, path: string, told?: (exchange: Exchange) => void): Promise<HttpReply> {
    const began = performance.now();
    if (request.method === "OPTIONS" && !request.refusal) return this.#preflight(request, path);
    let interception: Interception | undefined;
    let misled: unknown;
    try {
      const asked = request.refusal ? undefined : this.#options.interceptor?.before(request, path);
      if (asked) interception = await asked;
    } catch (error) {
      misled = error;
    }
    if (interception?.unheard) return interception.unheard;
    const work = this.#admit(request, path);
    let reply: HttpReply;
    try {
      if (misled !== undefined) throw misled;
      reply = interception?.status
        ? await this.#injected(work, interception.status)
        : await this.#work(work, interception);
    } catch (error) {
      reply = this.#refused(work, error);
    }
    if (reply.status === 429 && work.caller) this.#options.services.usage.requestAnswered(work.caller, -1);
    const sent = interception?.change ? interception.change(reply) : reply;
    this.#tell(work, sent, performance.now() - began, told);
    return sent;
  }

  /** Decides who asks and counts the request; what refuses it is thrown later, in the order of the checks. */
  #admit(request: HttpRequest, path: string): Work {
    const { services, limits, clock, random, state, readings } = this.#options;
    const id = requestId(random, state.next("request", "note"));
    const found = services.keys.authenticate(request.header("authorization"));
    const caller = "caller" in found ? found.caller : undefined;
    const rate: RateState = caller ? limits.admit(caller) : limits.admitAnonymous(request.remoteAddress);
    const context = { readings, requestId: id, now: clock.now(), rate };
    if (caller) {
      if (rate.allowed) services.keys.used(caller.keyId);
      services.usage.requestAnswered(caller);
    }
    const refusal = "caller" in found ? undefined : unauthorized(found.refused);
    return { request, path, context, caller, refusal };
  }

  async #work(work: Work, interception?: Interception): Promise<HttpReply> {
    const { request, context, caller, refusal } = work;
    const { rate } = context;
    if (!caller && !rate.allowed) throw limitExceeded(rate);
    const match = matched(findEndpoint(request.method, pathBelowVersion(work.path)), work);
    work.operation = match.name;
    if (!caller) throw refusal ?? unauthorized("missing");
    if (!rate.allowed) throw limitExceeded(rate);
    requireScopeFor(caller, match.name, match.params);
    // Who is slow to send holds up nobody who turns the clock.
    if (match.operation.method === "POST")
      work.body = await this.#options.clock.apart(readBytes(match.operation, request));
    await interception?.prepare?.(caller.environment, work.body);
    const keyed = this.#keyed(work, caller, match);
    if (!keyed) return this.#answer(work, caller, match);
    const { reply, replayed } = await this.#idempotency.once(keyed, () =>
      this.#answer(work, caller, match).catch((error: unknown) => this.#refused(work, error)),
    );
    return replayed ? { ...reply, headers: { ...commonHeaders(context), ...reply.headers } } : reply;
  }

  async #answer(work: Work, caller: Caller, match: Match): Promise<HttpReply> {
    const input = readInput(match, work.request.query, work.body);
    const payload = await (this.#endpoints[match.name] as Endpoint)(caller, input);
    if (this.#options.checkAnswers !== false) assertContract(match, payload);
    return success(
      work.context,
      match.operation.status,
      this.#cursorNames(payload as Record<string, unknown>),
    );
  }

  /** The other name of the next page's cursor (decision 3). */
  #cursorNames(payload: Record<string, unknown>): Record<string, unknown> {
    const pagination = payload["pagination"] as { hasMore: boolean; before?: string } | undefined;
    if (!pagination || this.#options.readings.pagination === "before") return payload;
    const { before, ...rest } = pagination;
    return { ...payload, pagination: before === undefined ? rest : { ...rest, nextCursor: before } };
  }

  #keyed(work: Work, caller: Caller, match: Match): Keyed | undefined {
    if (!this.#options.readings.idempotency || match.operation.method !== "POST") return undefined;
    const idempotencyKey = work.request.header("idempotency-key");
    if (!idempotencyKey) return undefined;
    const { request, path, body } = work;
    const authorization = request.header("authorization") ?? "";
    return { caller, idempotencyKey, authorization, method: request.method, path, body };
  }

  #refused(work: Work, error: unknown): HttpReply {
    if (!(error instanceof ServiceError)) this.#options.onFailure?.(error);
    work.error =
      error instanceof ServiceError
        ? error
        : new ServiceError("internal_error", "The mock server failed; its log has the reason.", {});
    if (work.error.status === 429) this.#giveBack(work);
    return failure(work.context, work.error);
  }

  /** A request that was let in and refused with 429 after all, for a quota, does not count as used (decision 9). */
  #giveBack(work: Work): void {
    const { caller, context } = work;
    if (!caller || !context.rate.allowed) return;
    work.context = { ...context, rate: this.#options.limits.giveBack(caller, context.rate, context.now) };
  }

  async #injected(work: Work, fault: NonNullable<Interception["status"]>): Promise<HttpReply> {
    const { request, path, caller, context } = work;
    const found = findEndpoint(request.method, pathBelowVersion(path));
    const match = found && "match" in found ? found.match : undefined;
    // The error may name what the body asked for.
    if (match?.operation.body) work.body = await this.#options.clock.apart(request.body(LIMITS.bodyBytes));
    work.error = injectedRefusal(fault, { match, caller, path, context, body: work.body });
    if (fault.status === 429) this.#giveBack(work);
    const { status, headers, body } = failure(work.context, work.error);
    const retry = fault.retryAfter === undefined ? headers : { ...headers, "Retry-After": fault.retryAfter };
    return { status, headers: retry, body: fault.empty ? "" : body };
  }

  /** `OPTIONS` needs no key and is not counted (decision 6); browsers ask with it before every call (decision 50). */
  #preflight(request: HttpRequest, path: string): HttpReply {
    const { limits, clock, random, state, readings } = this.#options;
    const id = requestId(random, state.next("request", "note"));
    const rate = limits.lookAnonymous(request.remoteAddress);
    const headers = commonHeaders({ readings, requestId: id, now: clock.now(), rate });
    const found = findEndpoint("OPTIONS", pathBelowVersion(path));
    const allow = found && "allow" in found ? found.allow : EVERY_METHOD;
    return { status: 204, headers: { ...headers, ...preflightHeaders(request, allow) } };
  }

  #tell(work: Work, reply: HttpReply, ms: number, told?: (exchange: Exchange) => void): void {
    const { request, path, context, caller, operation, error, body } = work;
    if (request.method === "") return; // It could not be read as HTTP: nobody could look for it.
    const exchange: Exchange = {
      requestId: context.requestId,
      method: request.method,
      path,
      query: request.query,
      status: reply.status,
      at: context.now,
      ms,
      reply,
      body,
      operation,
      account: caller?.account,
      keyId: caller?.keyId,
      keyName: caller?.keyName,
      code: error?.code,
      why: error?.message,
    };
    try {
      told?.(exchange);
      this.#options.onAnswered?.(exchange);
    } catch (error) {
      // Who listens is no part of the answer.
      this.#options.onFailure?.(error);
    }
  }
}

function assertContract({ name, operation }: Match, payload: unknown): void {
  const [issue] = operation.response.safeParse(payload).error?.issues ?? [];
  if (issue) {
    throw new Error(`the answer of ${name} breaks the contract at ${issue.path.join(".")}: ${issue.code}`);
  }
}

function pathBelowVersion(path: string): string {
  return path.startsWith("/v1/") ? path.slice(3) : "";
}

function matched(found: FoundEndpoint, { request, path }: Work): Match {
  if (request.refusal) throw request.refusal;
  if (found && "match" in found) return found.match;
  if (found) throw methodNotAllowed(path, request.method, found.allow);
  throw noRoute(path, `No endpoint has the path ${path}.`);
}
