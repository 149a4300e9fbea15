import { HEADERS } from "intent-tx/contract";
import { DAY_MS } from "../../kernel/time.js";

/** The key sent with a request. Only `given` belongs to an account. */
export type KeyUse = "given" | "none" | "malformed" | "unknown";

/** A request that does not change the chain or the account. If it is a `POST`, it only parses a command. */
export interface ProbeRequest {
  /** The probe's method and path, with placeholders in braces. */
  readonly line: string;
  readonly method: string;
  /** Path below the base URL, with its query. */
  readonly path: string;
  readonly key: KeyUse;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON; undefined for a request without a body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
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

/** The `error` object of an error response. */
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
 * The unit of `X-RateLimit-Reset` (decision 4) with which the reset is at most a day away; `undefined` if no unit fits.
 */
export function resetUnitOf(reset: number, now: number) {
  if (reset <= DAY_MS / 1000) return "delta-seconds";
  // A second of difference is allowed, because the Date header does not have fractions.
  const soon = (at: number) => at >= now - 1000 && at <= now + DAY_MS + 1000;
  if (soon(reset * 1000)) return "epoch-seconds";
  return soon(reset) ? "epoch-ms" : undefined;
}

/** The window's end in milliseconds since 1970. */
export function resetAtOf(answer: ServiceAnswer): number | undefined {
  const { reset } = rateOf(answer);
  const unit = reset === undefined ? undefined : resetUnitOf(reset, answer.at);
  if (reset === undefined || unit === undefined) return undefined;
  if (unit === "delta-seconds") return answer.at + reset * 1000;
  return unit === "epoch-ms" ? reset : reset * 1000;
}

const KEY_WORDS: Readonly<Record<KeyUse, string>> = {
  given: "",
  none: " (without a key)",
  malformed: " (with a malformed key)",
  unknown: " (with an unknown key)",
};

/** Method, path and status of a response, with its error code if any. */
export function answerLine(answer: ServiceAnswer): string {
  const { request, status } = answer;
  const { code } = errorOf(answer);
  const codeText = typeof code === "string" ? ` ${code}` : "";
  return `${request.method} ${request.path}${KEY_WORDS[request.key]} returned ${status}${codeText}`;
}
