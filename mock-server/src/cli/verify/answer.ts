import { HEADERS } from "intent-tx/contract";
import { DAY_MS } from "../../kernel/time.js";

/** Values of `Authorization` that belong to no account. They are not secrets or guesses: their text describes them. */
export const NO_KEYS = {
  none: undefined,
  malformed: "Bearer intent-tx-verify",
  unknown: "Bearer svc_test_EXAMPLEThatNoServiceHasIssued0000000000",
} as const;

/** A request with placeholders in braces. */
export interface ProbeLine {
  /** Method and path. */
  readonly line: string;
  readonly key: "given" | keyof typeof NO_KEYS;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** A request that does not change the chain or the account. If it is a `POST`, it only parses a command. */
export interface ProbeRequest extends ProbeLine {
  readonly method: string;
  /** Path below the base URL, with its query. */
  readonly path: string;
}

export interface ServiceAnswer {
  readonly request: ProbeRequest;
  readonly status: number;
  readonly headers: Headers;
  /** The body's text, limited to 1 MiB. */
  readonly text: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
  /** Milliseconds since 1970, from the service's `Date` header if present, otherwise from this machine's clock. */
  readonly at: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function member(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

export function errorOf({ json }: ServiceAnswer): JsonObject {
  const error = member(json, "error");
  return isObject(error) ? error : {};
}

/** True if a body wraps its payload (decision 1); `undefined` for lists and for bodies without a payload. */
export function enveloped({ status, json }: ServiceAnswer): boolean | undefined {
  if (status < 200 || status > 299 || !isObject(json) || Object.hasOwn(json, "error")) return undefined;
  return Array.isArray(json["data"]) ? undefined : isObject(json["data"]);
}

/** A member of the payload, or the whole payload, with or without envelope. Lists keep `data` and `pagination`. */
export function payloadOf({ json }: ServiceAnswer, ...names: readonly string[]): unknown {
  const data = member(json, "data");
  if (isObject(data)) return member(data, ...names);
  if (!isObject(json) || !Array.isArray(data)) return member(json, ...names);
  // In the envelope, a list has `meta` in addition to `data` and `pagination` (decision 1).
  const { meta: _, ...list } = json;
  return member(list, ...names);
}

/** The values of the three rate-limit headers; each is `undefined` if it is absent or not an integer. */
export function rateOf({ headers }: ServiceAnswer) {
  const integer = (name: string) => {
    const text = headers.get(name)?.trim() ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  return {
    limit: integer(HEADERS.rateLimit),
    remaining: integer(HEADERS.rateRemaining),
    reset: integer(HEADERS.rateReset),
  };
}

/**
 * The unit of `X-RateLimit-Reset` (decision 4) with which the window ends within a day, and its end in milliseconds since
 * 1970; `undefined` if no unit fits.
 */
export function windowEndOf(answer: ServiceAnswer) {
  const { at } = answer;
  const { reset = Number.NaN } = rateOf(answer);
  return [
    { unit: "delta-seconds", end: at + reset * 1000 },
    { unit: "epoch-seconds", end: reset * 1000 },
    { unit: "epoch-ms", end: reset },
    // A second of difference is allowed, because the Date header does not have fractions.
  ].find(({ end }) => end >= at - 1000 && end <= at + DAY_MS + 1000);
}

/** Method, path, key, status and error code of a response. */
export function answerLine(answer: ServiceAnswer): string {
  const { method, path, key } = answer.request;
  const { code } = errorOf(answer);
  const codeText = typeof code === "string" ? ` ${code}` : "";
  return `${method} ${path}${key === "given" ? "" : ` (key: ${key})`} returned ${answer.status}${codeText}`;
}
