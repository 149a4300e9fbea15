import { ConfigurationError } from "./errors.js";
import type { ClientEvents } from "./events.js";
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

/** Writes lines of at least a level. A logger that throws does not break a call. */
export class Log {
  readonly #logger: Logger | undefined;
  readonly #level: number;

  constructor(logger: Logger | undefined, level: LogLevel | undefined) {
    this.#logger = logger ?? (level && console);
    this.#level = LEVELS.indexOf(level ?? "warn");
    if (this.#level < 0) throw new ConfigurationError(`logLevel must be one of ${LEVELS.join(", ")}.`);
  }

  /** Facts are events: they are put together from what may be shown, nothing is redacted afterwards. */
  write(level: keyof Logger, message: string, ...facts: readonly unknown[]): void {
    if (LEVELS.indexOf(level) < this.#level) return;
    try {
      this.#logger?.[level](`intent-tx: ${message}`, ...facts);
    } catch {
      // As with listeners.
    }
  }

  /** Writes an event under its name. */
  event<N extends keyof ClientEvents>(name: N, event: ClientEvents[N]): void {
    this.write(LEVEL_OF[name], name, event);
  }
}
