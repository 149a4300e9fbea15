import { Events } from "../client/events.js";
import { safeCause } from "../client/secrets.js";
import { ConfigurationError, ConnectionError } from "../errors/errors.js";

/** A client of `ioredis`, also of a cluster or a sentinel. */
export interface IoredisClient {
  /**
   * Sends a command.
   *
   * @param command Its name.
   * @param args Its arguments.
   */
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A client, a pool or a cluster of `redis` (node-redis). */
export interface NodeRedisClient {
  /**
   * Runs a script.
   *
   * @param script The script.
   * @param options Its keys and arguments.
   */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A client of `@valkey/valkey-glide`, also of a cluster. */
export interface GlideClient {
  /**
   * Sends a command.
   *
   * @param args The command and its arguments.
   */
  customCommand(args: string[]): Promise<unknown>;
}

/**
 * A connection to Redis or Valkey: a client of `ioredis`, `redis` or `@valkey/valkey-glide`, connected and closed by you. Of
 * the commands only `EVAL` is used.
 *
 * @example
 * ```ts
 * import { Redis } from "ioredis";
 * import { RedisKeyStore } from "intent-tx/redis";
 * const redis = new Redis("redis://127.0.0.1:6379", { lazyConnect: true });
 * const store = new RedisKeyStore({ redis });
 * ```
 */
export type RedisClient = IoredisClient | NodeRedisClient | GlideClient;

/** A name under which processes share something; an API key there would stand in Redis for everyone to read. */
export function checkedKey(key: string | undefined): string | undefined {
  if (key !== undefined && (typeof key !== "string" || /^(?:$|\}|[a-z\d]+_(?:live|test)_)/i.test(key)))
    throw new ConfigurationError(
      'key must be a name such as "payments", which is no secret: never an API key.',
    );
  return key;
}

/** The beginning of what is kept in Redis. A cluster reads `{}` as no tag, and would spread what belongs to one name. */
export function checkedPrefix(prefix: string | undefined): string {
  if (prefix !== undefined && (typeof prefix !== "string" || !prefix || prefix.includes("{}")))
    throw new ConfigurationError('prefix must be a text such as "intent-tx", without {}.');
  return prefix ?? "intent-tx";
}

/** Runs a script; its answer is a list. */
type Evaluate = (script: string, keys: readonly string[], args: readonly string[]) => Promise<string[]>;

/** The one command that is needed, as the client at hand takes it. */
function evaluator(client: RedisClient): Evaluate {
  const given = (client ?? {}) as Partial<IoredisClient & NodeRedisClient & GlideClient>;
  const { call, customCommand, eval: evaluate } = given;
  let run: (...question: Parameters<Evaluate>) => Promise<unknown>;
  const command = (...[script, keys, args]: Parameters<Evaluate>): [string, ...string[]] => [
    "EVAL",
    script,
    String(keys.length),
    ...keys,
    ...args,
  ];
  // In this order: a client of ioredis has an `eval` as well, which takes something else.
  if (typeof customCommand === "function")
    run = (...question) => customCommand.call(client, command(...question));
  else if (typeof call === "function") run = (...question) => call.apply(client, command(...question));
  else if (typeof evaluate === "function")
    run = (script, keys, args) => evaluate.call(client, script, { keys: [...keys], arguments: [...args] });
  else throw new ConfigurationError("redis must be a client of ioredis, redis or @valkey/valkey-glide.");
  return async (...question) => {
    const reply = await run(...question);
    // Clients may be set to answer bytes.
    return Array.isArray(reply) ? reply.map(String) : [];
  };
}

/** The first pause after a failure, and the longest, milliseconds. */
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** The events of what rests on Redis, and what their listeners get. */
export interface RedisEvents {
  /** Redis did not answer: this process goes on by itself. */
  away: {
    /** Why; it holds no secret. */
    readonly error: Error;
  };
  /** Redis answers again. */
  back: Record<string, never>;
}

/** Asks Redis, and waits no longer than it may. While Redis is away only one question after each pause is asked. */
export class RedisLink {
  readonly events = new Events<RedisEvents>();
  readonly #evaluate: Evaluate;
  readonly #timeoutMs: number;
  #failure: Error | undefined;
  #failures = 0;
  #askAgainAt = 0;

  constructor(client: RedisClient, timeoutMs: number) {
    this.#evaluate = evaluator(client);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Runs a script.
   *
   * @param late Gets an answer that came too late for the caller.
   * @throws ConnectionError when there is no answer in time, at once while Redis is known to be away.
   */
  async run(
    script: string,
    keys: readonly string[],
    args: readonly string[],
    late?: (reply: string[]) => void,
  ): Promise<string[]> {
    if (this.#failure && performance.now() < this.#askAgainAt) throw this.#failure;
    // The others need not wait for what this one finds.
    if (this.#failure) this.#askAgainAt = performance.now() + this.#timeoutMs + PAUSE_MS;
    try {
      const reply = await this.#within(this.#evaluate(script, keys, args), late);
      this.#succeeded();
      return reply;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #within(reply: Promise<string[]>, late?: (reply: string[]) => void): Promise<string[]> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const end = () => {
        isLate = true;
        reject(new Error(`no answer within ${this.#timeoutMs} ms`));
      };
      let timer = setTimeout(() => {
        // After this process was busy the answer may be here, and only be read after its timers.
        timer = setTimeout(end);
      }, this.#timeoutMs);
      reply.then(
        (answer) => {
          clearTimeout(timer);
          if (!isLate) return resolve(answer);
          this.#succeeded();
          late?.(answer);
        },
        (error) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }

  #succeeded(): void {
    const wasAway = this.#failure !== undefined;
    this.#failure = undefined;
    this.#failures = 0;
    if (wasAway) this.events.emit("back", {});
  }

  #failed(error: unknown): Error {
    const wasAway = this.#failure !== undefined;
    // The clients' errors may hold the command, and with it a key.
    const cause = safeCause(error);
    const failure = new ConnectionError(`Redis could not be asked: ${cause.message.replace(/\.$/, "")}.`, {
      cause,
    });
    this.#failure = failure;
    this.#askAgainAt = performance.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.#failures++);
    if (!wasAway) this.events.emit("away", { error: failure });
    return failure;
  }
}
