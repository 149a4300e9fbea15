import { Events } from "../client/events.js";
import { safeCause } from "../client/secrets.js";
import { ConnectionError } from "../errors/errors.js";
import { type Evaluate, evaluator, type RedisClient } from "./client.js";

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
