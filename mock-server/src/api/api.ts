import { LIMITS } from "intent-tx/contract";
import { type Caller, requireScopeFor } from "../accounts/caller.js";
import type { Limits } from "../accounts/limits.js";
import { limitExceeded, type RateState } from "../accounts/rate-state.js";
import { preflightHeaders } from "../http/cors.js";
import { refuseOtherType, takenJson } from "../http/json-body.js";
import type { Answering, HttpReply, HttpRequest } from "../http/message.js";
import { requestId } from "../http/request-id.js";
import type { Clock } from "../kernel/clock.js";
import { isPromise } from "../kernel/is-promise.js";
import type { Random } from "../kernel/random.js";
import { ServiceError } from "../kernel/service-error.js";
import { wallMark } from "../kernel/wall.js";
import type { State } from "../state/state.js";
import { type Endpoint, type Endpoints, endpointsOf, type Services } from "./endpoints.js";
import type { Exchange, Interception, Interceptor } from "./exchange.js";
import { Idempotency, type Keyed } from "./idempotency.js";
import { injectedRefusal } from "./injected.js";
import { jsonOf, readInput } from "./input.js";
import type { Readings } from "./readings.js";
import { commonHeaders, failure, success } from "./reply.js";
import { findEndpoint, type Match } from "./routes.js";
import { unauthorized } from "./unauthorized.js";
import { assertContract, exchangeOf, matchOf, type Recorded, type Work } from "./work.js";

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
   * Answers a request; never rejects. `path` is what follows the prefix of the World, `/v1` included. `recorded` takes the record of it
   * beside those who hear of every request.
   */
  handle(request: HttpRequest, path: string, recorded?: Recorded): Answering {
    const began = wallMark();
    const admit = () => this.#admit(request, path, began, recorded);
    if (request.refusal) return this.#serve(admit());
    if (request.method === "OPTIONS") return this.#preflight(request, path);
    let asked: Promise<Interception | undefined> | undefined;
    try {
      asked = this.#options.interceptor?.before(request, path);
    } catch (error) {
      return this.#misled(admit(), error);
    }
    if (!asked) return this.#serve(admit());
    return asked.then(
      (interception) => interception?.unheard ?? this.#serve(admit(), interception),
      (error: unknown) => this.#misled(admit(), error),
    );
  }

  #misled(work: Work, error: unknown): HttpReply {
    return this.#sent(work, this.#refused(work, error));
  }

  #serve(work: Work, interception?: Interception): Answering {
    try {
      const replying = interception?.status
        ? this.#injected(work, interception.status)
        : this.#work(work, interception);
      if (!isPromise(replying)) return this.#sent(work, replying, interception);
      return replying.then(
        (reply) => this.#sent(work, reply, interception),
        (error: unknown) => this.#sent(work, this.#refused(work, error), interception),
      );
    } catch (error) {
      return this.#sent(work, this.#refused(work, error), interception);
    }
  }

  #sent(work: Work, reply: HttpReply, interception?: Interception): HttpReply {
    if (reply.status === 429 && work.caller) this.#options.services.usage.requestAnswered(work.caller, -1);
    const sent = interception?.change ? interception.change(reply) : reply;
    this.#tell(work, sent);
    return sent;
  }

  /** Decides who asks and counts the request; what refuses it is thrown later, in the order of the checks. */
  #admit(request: HttpRequest, path: string, began: number, recorded: Recorded | undefined): Work {
    const { services, limits, clock, random, state, readings } = this.#options;
    const id = requestId(random, state.next("request", "note"));
    const found = services.keys.authenticate(request.header("authorization"));
    const caller = "caller" in found ? found.caller : undefined;
    const rate: RateState = caller ? limits.admit(caller) : limits.admitAnonymous(request.remoteAddress);
    const now = clock.now();
    const context = { readings, requestId: id, now, written: clock.written, rate };
    if (caller) {
      if (rate.allowed) services.keys.used(caller.keyId);
      services.usage.requestAnswered(caller);
    }
    const refusal = "caller" in found ? undefined : unauthorized(found.refused);
    return { request, path, began, recorded, context, caller, refusal };
  }

  #work(work: Work, interception?: Interception): Answering {
    const { context, caller, refusal } = work;
    const { rate } = context;
    if (!caller && !rate.allowed) throw limitExceeded(rate);
    const match = matchOf(work);
    work.operation = match.name;
    if (!caller) throw refusal ?? unauthorized("missing");
    if (!rate.allowed) throw limitExceeded(rate);
    requireScopeFor(caller, match.name, match.params);
    const { method } = match.operation;
    if (method !== "POST") return this.#worked(work, caller, match, interception);
    const { request } = work;
    const json = jsonOf(match.operation);
    // Media type and size come before the content (decision 14).
    refuseOtherType(request, json);
    // Who is slow to send holds up nobody who turns the clock.
    return this.#options.clock.apart(request.body(json.limit), (bytes) => {
      work.body = takenJson(request, json, bytes);
      return this.#worked(work, caller, match, interception);
    });
  }

  /** Answers once the body is read: at once where nothing else comes before the answer. */
  #worked(work: Work, caller: Caller, match: Match, interception: Interception | undefined): Answering {
    const keyed = this.#keyed(work, caller, match);
    return keyed || interception?.prepare
      ? this.#workSlowly(work, caller, match, keyed, interception?.prepare)
      : this.#answer(work, caller, match);
  }

  /** Does what comes before the answer and takes time. */
  async #workSlowly(
    work: Work,
    caller: Caller,
    match: Match,
    keyed: Keyed | undefined,
    prepare: Interception["prepare"],
  ): Promise<HttpReply> {
    const { context } = work;
    await prepare?.(caller.environment, work.body);
    if (!keyed) return this.#answer(work, caller, match);
    const { reply, replayed } = await this.#idempotency.once(keyed, async () => {
      try {
        return await this.#answer(work, caller, match);
      } catch (error) {
        return this.#refused(work, error);
      }
    });
    return replayed ? { ...reply, headers: { ...commonHeaders(context), ...reply.headers } } : reply;
  }

  #answer(work: Work, caller: Caller, match: Match): Answering {
    const input = readInput(match, work.request.query, work.body);
    work.text = input.text;
    const payload = (this.#endpoints[match.name] as Endpoint)(caller, input);
    return isPromise(payload)
      ? payload.then((found) => this.#success(work, match, found))
      : this.#success(work, match, payload);
  }

  #success({ context }: Work, match: Match, payload: object): HttpReply {
    if (this.#options.checkAnswers !== false) assertContract(match, payload);
    return success(context, match.operation.status, payload as Record<string, unknown>);
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
    const found = findEndpoint(request.method, path);
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
    const now = clock.now();
    const headers = commonHeaders({ readings, requestId: id, now, written: clock.written, rate });
    const found = findEndpoint("OPTIONS", path);
    const allow = found && "allow" in found ? found.allow : EVERY_METHOD;
    return { status: 204, headers: { ...headers, ...preflightHeaders(request, allow) } };
  }

  #tell(work: Work, reply: HttpReply): void {
    if (work.request.method === "") return; // It could not be read as HTTP: nobody could look for it.
    const exchange = exchangeOf(work, reply);
    if (work.recorded) work.recorded.exchange = exchange;
    try {
      this.#options.onAnswered?.(exchange);
    } catch (error) {
      // Who listens is no part of the answer.
      this.#options.onFailure?.(error);
    }
  }
}
