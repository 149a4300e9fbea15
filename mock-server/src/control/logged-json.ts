import { redactSecrets } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";

/** A longer body is not kept: a thousand of them would be felt. */
const BODY_BYTES = 16_384;

/** Whether a body is too long to be kept. */
export function isLong(body: unknown): boolean {
  return (typeof body === "string" || body instanceof Uint8Array) && body.length > BODY_BYTES;
}

/** An exchange as it may be kept. */
export function withoutLong(exchange: Exchange): Exchange {
  const { body, reply } = exchange;
  if (!isLong(body) && !isLong(reply.body)) return exchange;
  return {
    ...exchange,
    body: isLong(body) ? undefined : body,
    reply: isLong(reply.body) ? { ...reply, body: undefined } : reply,
  };
}

/** A value without secrets: JSON may write their characters as escapes, which only reading it undoes. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redactSecrets(name),
      // Nothing in a wallet's key tells that it is one; only the name of its member does.
      name === "secretKey" ? "…" : withoutSecrets(member),
    ]),
  );
}

/** A body as JSON without secrets; undefined when it is none, or too long. */
export function loggedJson(body: unknown): unknown {
  if (body === undefined) return undefined;
  const text =
    typeof body === "string" ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
  if (text === "" || text.length > BODY_BYTES) return undefined;
  try {
    return withoutSecrets(JSON.parse(text));
  } catch {
    return undefined;
  }
}
