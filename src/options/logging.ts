import type { ApiError, RateLimit } from "../errors/api-errors.js";
import type { IntentTxError } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { type Hide, redact } from "../errors/secrets.js";
import { type ClientEvents, ignoreRejection } from "./events.js";
import type { Logger, LogLevel } from "./options.js";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error", "off"];

const LEVEL_OF: { readonly [N in keyof ClientEvents]: keyof Logger } = {
  request: "debug",
  response: "debug",
  retry: "info",
  rateLimit: "warn",
  error: "info",
  keyRotated: "info",
  rotationFailed: "warn",
};

export const EVENT_NAMES = /* @__PURE__ */ Object.keys(LEVEL_OF);

/** An event's fields for a log line; of an error only its name and code, because its message can contain private data. */
function factsOf(event: object): Record<string, unknown> {
  const { error, rateLimit, ...own } = event as { error?: Partial<ApiError>; rateLimit?: RateLimit };
  const code = error?.code ?? (error?.cause as { code?: string } | undefined)?.code;
  const facts = { ...own, remaining: rateLimit?.remaining, error: error?.name, code };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Longest body in a log line, characters. */
const MAX_BODY = 10_000;

/** A body without secrets: the field `key` of an issued key, the keys of the call, and everything that looks like a key. */
function shownBody(body: string, hide: Hide): string {
  // Hidden before it is cut: half a key would not be recognised.
  const text = hide(body.slice(0, 4 * MAX_BODY).replace(/("key"\s*:\s*")(?:[^"\\]|\\.)*/g, "$1***"));
  return text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : text;
}

/** Writes log lines that have at least a given level. A logger that throws does not fail the call. */
export class Log {
  readonly logger: Logger | undefined;
  readonly #level: number;

  constructor(logger: Logger | undefined, level: string | undefined) {
    this.logger = logger ?? (level ? console : undefined);
    this.#level = LEVELS.indexOf((level ?? "warn") as LogLevel);
    if (this.#level < 0)
      throw new ConfigurationError(`logLevel and INTENT_TX_LOG must be one of ${LEVELS.join(", ")}.`);
  }

  isEnabled(level: keyof Logger): boolean {
    return this.logger !== undefined && LEVELS.indexOf(level) >= this.#level;
  }

  /** Writes a line. Callers pass only facts without secrets, so nothing is redacted here. */
  write(level: keyof Logger, message: string, ...facts: readonly unknown[]): void {
    if (!this.isEnabled(level)) return;
    try {
      const line = [`intent-tx: ${message}`, ...facts];
      // pino, which Fastify uses, ignores facts after the message, so the facts come first.
      const factsFirst = typeof (this.logger as { bindings?: unknown }).bindings === "function";
      ignoreRejection(this.logger?.[level](...((factsFirst ? line.reverse() : line) as [string])));
    } catch {
      // Errors of the logger are ignored, like errors of listeners.
    }
  }

  advise(message: string): void {
    if (this.logger) this.write("warn", message);
    else console.warn(`intent-tx: ${message}`);
  }
}

/**
 * Writes an event of a client. Not a method, because payments log without a client.
 * @param body The body of a request or a response, without keys.
 */
export function logEvent<N extends keyof ClientEvents>(
  log: Log,
  name: N,
  event: ClientEvents[N],
  body?: string,
  hide: Hide = redact,
): void {
  const level = LEVEL_OF[name];
  if (!log.isEnabled(level)) return;
  const { docsUrl } = (event as { error?: Partial<IntentTxError> }).error ?? {};
  const see = name === "error" && docsUrl ? `\nSee ${docsUrl}` : "";
  log.write(level, name + see, { ...factsOf(event), ...(body && { body: shownBody(body, hide) }) });
}
