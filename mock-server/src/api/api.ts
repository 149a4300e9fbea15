import { LIMITS } from "intent-tx/contract";
import { type Caller, requireScopeFor } from "../accounts/caller.js";
import { type Limits, limitExceeded, type RateState } from "../accounts/limits.js";
import { readJsonBytes } from "../http/json-body.js";
import { type HttpReply, type HttpRequest, requestId } from "../http/message.js";
import { decodeSegment, methodNotAllowed, noRoute } from "../http/router.js";
import type { Clock } from "../kernel/clock.js";
import { ServiceError } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";
import { wallMark } from "../kernel/timers.js";
import type { State } from "../state/state.js";
import type { Exchange, Interception, Interceptor, Work } from "./exchange.js";
import { Idempotency, type Keyed } from "./idempotency.js";
import { fieldOf, injectedRefusal } from "./injected.js";
import { assertContract, jsonOf, readInput } from "./input.js";
import { type AnswerOperation, answerer, findRoute, type Match, type Services } from "./operations.js";
import type { Readings } from "./readings.js";
import {
  commonHeaders,
  failure,
  preflightHeaders,
  type ReplyContext,
  success,
  unauthorized,
} from "./reply.js";

/** Methods that `OPTIONS` allows on an unknown path. */
const EVERY_METHOD = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"];

export interface ApiOptions {
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: Limits;
  readonly services: Services;
  readonly readings: Readings;
  readonly interceptor?: Interceptor;
  /** Checks every response against the contract and reports violations to `onFailure`. Default true. */
  readonly checkAnswers?: boolean;
  /** Called with the server's own failures. */
  readonly onFailure?: (error: unknown) => void;
}

/** Filled once the response is ready. */
export interface Recorded {
  exchange?: Exchange | undefined;
}

/** The service's HTTP API: the order of checks (decision 14) and the form of responses. */
export class Api {
  readonly #options: ApiOptions;
  readonly #answer: AnswerOperation;
  readonly #idempotency: Idempotency;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#answer = answerer(options.services);
    this.#idempotency = new Idempotency(options);
  }

  /** Handles a request; never rejects. `path` is the path after the World's prefix, including `/v1`. */
  async handle(given: HttpRequest, path: string, recorded: Recorded = {}): Promise<HttpReply> {
    if (given.method === "OPTIONS" && !given.refusal) return this.#preflight(given, path);
    // A fault may read the body before the service does.
    let body: Promise<Uint8Array | undefined> | undefined;
    const request: HttpRequest = {
      ...given,
      body: (limit) => {
        body ??= given.body(limit);
        return body;
      },
    };
    const began = wallMark();
    let interception: Interception | undefined;
    let misled: { readonly error: unknown } | undefined;
    try {
      const asked = request.refusal
        ? undefined
        : this.#options.interceptor?.before(request, path, this.#asked(request, path));
      // Without a fault the request is admitted synchronously, so that ids follow the order of the calls.
      if (asked) interception = await asked;
    } catch (error) {
      misled = { error };
    }
    if (interception?.unheard) return interception.unheard;
    const work = this.#admit(request, path, began);
    let reply: HttpReply;
    try {
      if (misled) throw misled.error;
      reply = interception?.status
        ? await this.#injected(work, interception.status)
        : await this.#work(work, interception);
    } catch (error) {
      reply = this.#refused(work, error);
    }
    if (reply.status === 429 && work.caller) this.#options.services.usage.requestAnswered(work.caller, -1);
    const sent = interception?.change ? interception.change(reply) : reply;
    // Requests that are not valid HTTP have no method and are not recorded.
    if (request.method !== "") recorded.exchange = exchangeOf(work, sent);
    return sent;
  }

  /** The values that fault rules match, each computed on demand. */
  #asked(request: HttpRequest, path: string) {
    const { clock, services } = this.#options;
    return {
      keyId: () => {
        const found = services.keys.authenticate(request.header("authorization"));
        return "caller" in found ? found.caller.keyId : undefined;
      },
      walletAddress: async () => {
        const found = findRoute(request.method, path);
        const match = found && "route" in found ? found : undefined;
        if (match?.params["walletAddress"] !== undefined) return decodeSegment(match.params["walletAddress"]);
        if (!match?.route.body) return undefined;
        const bytes = await clock.apart(request.body(LIMITS.bodyBytes)).catch(() => undefined);
        return fieldOf(bytes, "walletAddress");
      },
    };
  }

  /** Identifies the caller and counts the request. A refusal is thrown later, in the order of the checks. */
  #admit(request: HttpRequest, path: string, began: number): Work {
    const { services, limits } = this.#options;
    const found = services.keys.authenticate(request.header("authorization"));
    const caller = "caller" in found ? found.caller : undefined;
    const context = this.#context(() =>
      caller ? limits.admit(caller) : limits.admitAnonymous(request.remoteAddress),
    );
    if (caller) {
      if (context.rate.allowed) services.keys.used(caller.keyId);
      services.usage.requestAnswered(caller);
    }
    const refusal = "caller" in found ? undefined : unauthorized(found.refused);
    return { request, path, began, context, caller, refusal };
  }

  #context(rate: () => RateState): ReplyContext {
    const { clock, random, state, readings } = this.#options;
    const id = requestId(random, state.next("request", "note"));
    return { readings, requestId: id, rate: rate(), now: clock.now() };
  }

  async #work(work: Work, interception: Interception | undefined): Promise<HttpReply> {
    const { caller, refusal, request } = work;
    const { rate } = work.context;
    if (!caller && !rate.allowed) throw limitExceeded(rate);
    const match = matchOf(work);
    work.operation = match.route.name;
    if (!caller) throw refusal ?? unauthorized("missing");
    if (!rate.allowed) throw limitExceeded(rate);
    requireScopeFor(caller, match.route.name, match.params);
    if (match.route.method === "POST") {
      // Media type and size are checked before the content (decision 14). Slow senders do not block the clock.
      work.body = await this.#options.clock.apart(readJsonBytes(request, jsonOf(match.route)));
    }
    await interception?.prepare?.(caller.environment, work.body);
    const keyed = this.#keyed(work, caller, match);
    if (!keyed) return this.#success(work, caller, match);
    const { reply, replayed } = await this.#idempotency.once(keyed, async () => {
      try {
        return await this.#success(work, caller, match);
      } catch (error) {
        return this.#refused(work, error);
      }
    });
    return replayed ? { ...reply, headers: { ...commonHeaders(work.context), ...reply.headers } } : reply;
  }

  async #success(work: Work, caller: Caller, match: Match): Promise<HttpReply> {
    const input = readInput(match, work.request.query, work.body);
    const payload = await this.#answer(match.route.name, caller, input);
    if (this.#options.checkAnswers !== false) assertContract(match.route, payload);
    return success(work.context, match.route.status, payload as Record<string, unknown>);
  }

  #keyed(work: Work, caller: Caller, match: Match): Keyed | undefined {
    if (!this.#options.readings.idempotency || match.route.method !== "POST") return undefined;
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
        : new ServiceError("internal_error", "The mock server failed; see its log.", {});
    if (work.error.status === 429) this.#giveBack(work);
    return failure(work.context, work.error);
  }

  /** An admitted request that a quota then refuses with 429 does not count as used (decision 9). */
  #giveBack(work: Work): void {
    const { caller, context } = work;
    if (!caller || !context.rate.allowed) return;
    work.context = { ...context, rate: this.#options.limits.giveBack(caller, context.rate, context.now) };
  }

  async #injected(work: Work, fault: NonNullable<Interception["status"]>): Promise<HttpReply> {
    const { request, path, caller, context } = work;
    const found = findRoute(request.method, path);
    const match = found && "route" in found ? found : undefined;
    if (match) work.operation = match.route.name;
    // The fault's error may depend on the body.
    if (match?.route.body) work.body = await this.#options.clock.apart(request.body(LIMITS.bodyBytes));
    work.error = injectedRefusal(fault, { match, caller, path, context, body: work.body });
    if (fault.status === 429) this.#giveBack(work);
    const { status, headers, body } = failure(work.context, work.error);
    const retry = fault.retryAfter === undefined ? headers : { ...headers, "Retry-After": fault.retryAfter };
    return { status, headers: retry, body: fault.empty ? "" : body };
  }

  /** `OPTIONS` needs no key and is not counted (decision 6): browsers send it before every call (decision 50). */
  #preflight(request: HttpRequest, path: string): HttpReply {
    const context = this.#context(() => this.#options.limits.lookAnonymous(request.remoteAddress));
    const found = findRoute("OPTIONS", path);
    const allow = found && "allow" in found ? found.allow : EVERY_METHOD;
    return { status: 204, headers: { ...commonHeaders(context), ...preflightHeaders(request, allow) } };
  }
}

function matchOf({ request, path }: Work): Match {
  if (request.refusal) throw request.refusal;
  const found = findRoute(request.method, path);
  if (!found) throw noRoute(path, `No endpoint has the path ${path}.`);
  if ("allow" in found) throw methodNotAllowed(path, request.method, found.allow);
  return found;
}

function exchangeOf(work: Work, reply: HttpReply): Exchange {
  const { request, path, began, context, caller, operation, error, body } = work;
  return {
    requestId: context.requestId,
    method: request.method,
    path,
    query: request.query,
    status: reply.status,
    at: context.now,
    ms: wallMark() - began,
    reply,
    body,
    operation,
    account: caller?.account,
    keyId: caller?.keyId,
    keyName: caller?.keyName,
    code: error?.code,
    why: error?.message,
  };
}
