import { HEADERS } from "intent-tx/contract";
import { DAY_MS } from "../../kernel/duration.js";
import type { Answer } from "./probe.js";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object's member, or `undefined`. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** `error` of a refusal's body. */
export function errorOf(answer: Answer): JsonObject {
  const error = member(answer.json, "error");
  return isObject(error) ? error : {};
}

/** Whether a body wraps its payload (decision 1); `undefined` for lists and for what is no payload. */
export function enveloped(answer: Answer): boolean | undefined {
  if (answer.status < 200 || answer.status > 299 || !isObject(answer.json)) return undefined;
  if (Object.hasOwn(answer.json, "error")) return undefined;
  if (Array.isArray(member(answer.json, "data"))) return undefined;
  return isObject(member(answer.json, "data"));
}

/** The payload of a success in either form. A list keeps `data` and `pagination`. */
export function payloadOf(answer: Answer): unknown {
  const { json } = answer;
  const data = member(json, "data");
  if (isObject(data)) return data;
  if (!isObject(json) || !Array.isArray(data)) return json;
  // In the envelope a list gains `meta` beside its own two fields (decision 1).
  const { meta: _, ...list } = json;
  return list;
}

/** An integer header, or `undefined` if it is absent or none. */
function integerHeader(answer: Answer, name: string): number | undefined {
  const text = answer.headers.get(name)?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The three rate-limit headers; those that are absent or no integers are `undefined`. */
export function rateOf(answer: Answer) {
  return {
    limit: integerHeader(answer, HEADERS.rateLimit),
    remaining: integerHeader(answer, HEADERS.rateRemaining),
    reset: integerHeader(answer, HEADERS.rateReset),
  };
}

/** How `X-RateLimit-Reset` can be read (decision 4). */
export type ResetUnit = "epoch-seconds" | "epoch-ms" | "delta-seconds";

/** The reading under which a reset value lies within a day from now, told by its size; `undefined` if none does. */
export function resetUnitOf(reset: number, now: number): ResetUnit | undefined {
  if (reset <= DAY_MS / 1000) return "delta-seconds";
  // A second's grace: the Date header has no fraction.
  const soon = (at: number) => at >= now - 1000 && at <= now + DAY_MS + 1000;
  if (soon(reset * 1000)) return "epoch-seconds";
  return soon(reset) ? "epoch-ms" : undefined;
}

/** When the window ends, milliseconds since 1970. */
export function resetAtOf(answer: Answer): number | undefined {
  const { reset } = rateOf(answer);
  if (reset === undefined) return undefined;
  const unit = resetUnitOf(reset, answer.at);
  if (unit === undefined) return undefined;
  if (unit === "delta-seconds") return answer.at + reset * 1000;
  return unit === "epoch-ms" ? reset : reset * 1000;
}

/** Method, path and status of an answer, with its error code if it has one. */
export function lineOf(answer: Answer): string {
  const { code } = errorOf(answer);
  const key =
    answer.request.key && answer.request.key !== "given" ? ` (${KEY_WORDS[answer.request.key]})` : "";
  const said = typeof code === "string" ? ` ${code}` : "";
  return `${answer.request.method} ${answer.request.path}${key} answered ${answer.status}${said}`;
}

const KEY_WORDS = {
  none: "without a key",
  malformed: "with a malformed key",
  unknown: "with an unknown key",
};
