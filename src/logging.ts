import { ApiError, ServerError } from "./errors.js";
import type { ClientEvents } from "./events.js";
import type { Logger, LogLevel } from "./options.js";

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error", "off"];

type Lines = { [N in keyof ClientEvents]: (event: ClientEvents[N]) => readonly [keyof Logger, string] };

// Lines are put together from what may be shown; nothing is printed and then redacted.
const LINES: Lines = {
  request: ({ method, path, attempt }) => ["debug", `${method} ${path} (attempt ${attempt})`],
  response: ({ method, path, status, durationMs, requestId }) => [
    "debug",
    `${method} ${path}: ${status} in ${Math.round(durationMs)} ms${requestId ? ` (${requestId})` : ""}`,
  ],
  retry: ({ method, path, delayMs, error }) => [
    "info",
    `${method} ${path} again in ${delayMs} ms: ${error.name}: ${error.message}`,
  ],
  rateLimit: ({ method, path, retryAfterMs }) => [
    "warn",
    `${method} ${path} reached the rate limit${retryAfterMs === undefined ? "" : `, free in ${retryAfterMs} ms`}`,
  ],
  error: ({ operation, error }) => [
    error instanceof ApiError && !(error instanceof ServerError) ? "info" : "error",
    `${operation} failed: ${error.name}: ${error.message}`,
  ],
  keyRotated: ({ keyId, previousKeyId }) => ["info", `key ${previousKeyId} was rotated to ${keyId}`],
};

/** Writes lines of at least a level. A logger that throws does not break a call. */
export class Log {
  readonly #logger: Logger | undefined;
  readonly #level: number;

  constructor(logger: Logger | undefined, level: LogLevel | undefined) {
    this.#logger = logger ?? (level && console);
    this.#level = LEVELS.indexOf(level ?? "warn");
  }

  write(level: keyof Logger, message: string): void {
    if (LEVELS.indexOf(level) < this.#level) return;
    try {
      this.#logger?.[level](`intent-tx: ${message}`);
    } catch {
      // As with listeners.
    }
  }

  event<N extends keyof ClientEvents>(name: N, event: ClientEvents[N]): void {
    this.write(...LINES[name](event));
  }
}
