import { ConfigurationError, ConnectionError } from "../errors/errors.js";
import { safeCause } from "../errors/secrets.js";
import { Events } from "../options/events.js";
import { within } from "../runtime/clock.js";

/** An `ioredis` client, also for a cluster or with Sentinel. */
export interface IoredisClient {
  /**
   * Sends a command.
   * @param command Name of the command.
   * @param args Arguments of the command.
   */
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A client, pool or cluster of `redis` (node-redis). */
export interface NodeRedisClient {
  /**
   * Runs a script.
   * @param script The script.
   * @param options Keys and arguments of the script.
   */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A `@valkey/valkey-glide` client, also for a cluster. */
export interface GlideClient {
  /**
   * Sends a command.
   * @param args The command and its arguments.
   */
  customCommand(args: string[]): Promise<unknown>;
}

/**
 * A connection to Redis or Valkey: a client of `ioredis`, `redis` or `@valkey/valkey-glide`. You connect and close it.
 * The only command used is `EVAL`.
 * @example
 * ```ts
 * import { Redis } from "ioredis";
 * import { RedisKeyStore } from "intent-tx/redis";
 * const redis = new Redis("redis://127.0.0.1:6379", { lazyConnect: true });
 * const store = new RedisKeyStore({ redis });
 * ```
 */
export type RedisClient = IoredisClient | NodeRedisClient | GlideClient;

/** Validates a shared name. Rejects API keys, because names in Redis are not secret. */
export function checkedName(name: string | undefined, option = "name"): string | undefined {
  if (name !== undefined && (typeof name !== "string" || /^(?:$|\}|[a-z\d]+_(?:live|test)_)/i.test(name)))
    throw new ConfigurationError(`${option} must be a name such as "payments", never an API key.`);
  return name;
}

/** Validates the key prefix. With `{}` in the prefix, Redis Cluster would spread the keys over several slots. */
export function checkedPrefix(prefix: string | undefined): string {
  if (prefix !== undefined && (typeof prefix !== "string" || !prefix || prefix.includes("{}")))
    throw new ConfigurationError('prefix must be a string such as "intent-tx", without {}.');
  return prefix ?? "intent-tx";
}

type Evaluate = (script: string, keys: readonly string[], args: readonly string[]) => Promise<unknown>;

function evaluator(client: RedisClient): Evaluate {
  const methods = (client ?? {}) as Partial<IoredisClient & NodeRedisClient & GlideClient>;
  const { call, customCommand, eval: evaluate } = methods;
  const rest = (keys: readonly string[], args: readonly string[]) => [String(keys.length), ...keys, ...args];
  // Order matters: an ioredis client also has an `eval`, with different arguments.
  if (typeof customCommand === "function")
    return async (script, keys, args) => customCommand.call(client, ["EVAL", script, ...rest(keys, args)]);
  if (typeof call === "function")
    return async (script, keys, args) => call.call(client, "EVAL", script, ...rest(keys, args));
  if (typeof evaluate === "function")
    return async (script, keys, args) =>
      evaluate.call(client, script, { keys: [...keys], arguments: [...args] });
  throw new ConfigurationError("redis must be a client of ioredis, redis or @valkey/valkey-glide.");
}

/** Pause after the first failure, milliseconds. Each further failure doubles the pause. */
const PAUSE_MS = 500;
const MAX_PAUSE_MS = 5000;

/** The events of a key store or a rate limit in Redis, and their payloads. */
export interface RedisEvents {
  /** Redis did not respond: this process continues without it. */
  disconnected: {
    /** The cause, without secrets. */
    readonly error: Error;
  };
  /** Redis responds again. */
  reconnected: Record<string, never>;
}

/** Runs scripts with a time limit. While Redis is unavailable, only one request is sent after each pause. */
export class RedisLink {
  readonly events = new Events<RedisEvents>();
  readonly #evaluate: Evaluate;
  readonly #timeout: number;
  #failure: Error | undefined;
  #failures = 0;
  #retryAt = 0;

  constructor(client: RedisClient, timeout = 1000) {
    this.#evaluate = evaluator(client);
    this.#timeout = timeout;
  }

  /** Runs a script. Rejects if Redis is late or known to be away. `late` gets a response that arrives too late. */
  async run(
    script: string,
    keys: readonly string[],
    args: readonly string[],
    late?: (reply: string[]) => void,
  ): Promise<string[]> {
    if (this.#failure && performance.now() < this.#retryAt) throw this.#failure;
    // Until this attempt ends, other callers fail immediately.
    if (this.#failure) this.#retryAt = performance.now() + this.#timeout + PAUSE_MS;
    const reply = this.#evaluate(script, keys, args).then((answer) => {
      // Every script returns a list, of strings or of bytes. Without it, a state would be written again and again.
      if (!Array.isArray(answer)) throw new Error("the client returned no list");
      this.#succeeded();
      return answer.map(String);
    });
    return within(this.#timeout, reply).catch((error) => {
      reply.then(late, () => {});
      throw this.#failed(error);
    });
  }

  #succeeded(): void {
    const wasAway = this.#failure !== undefined;
    this.#failure = undefined;
    this.#failures = 0;
    if (wasAway) this.events.emit("reconnected", {});
  }

  #failed(error: unknown): Error {
    const wasAway = this.#failure !== undefined;
    // Errors of the clients may contain the command, and with it a key.
    const cause = safeCause(error);
    const reason = cause.message.replace(/\.$/, "");
    const failure = new ConnectionError(`The request to Redis failed: ${reason}.`, { cause });
    this.#failure = failure;
    this.#retryAt = performance.now() + Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** this.#failures++);
    if (!wasAway) this.events.emit("disconnected", { error: failure });
    return failure;
  }
}
