import { Pacer, WINDOW_MS } from "../http/rate-limit.js";
import { adviseSeconds, checkName, checkOptions } from "../options/checks.js";
import type { RateLimitWindow, ReleaseSlot, SlotRequest } from "../options/options.js";
import { isTime } from "../rotation/shared-rotation.js";
import type { RedisKeyStoreOptions } from "./key-store.js";
import { checkedName, checkedPrefix, type RedisEvents, RedisLink } from "./link.js";

/** Requests that may be sent immediately while the limit is unknown, then one more per second, up to 10 more. */
const PROBES = 2;
const MORE_PROBES = 10;
/** Margin after the reset, so that no request arrives before it, milliseconds. */
const MARGIN_MS = 50;
/** Reports whose reset times differ by less mean the same reset, because services report whole seconds. */
const SAME_MS = 2500;
/** A request not reported within this time belongs to a process that died. */
const UNDERWAY_MS = 65_000;
/** How long a process keeps its share after its last request for a slot, or after the wait that it was given. */
const SHARE_MS = 2000;
/** Interval at which a process with no share left looks for unused shares of other processes, milliseconds. */
const POLL_MS = 50;
/** After this many responses without a rate limit, all requests may be sent for a while. */
const UNREPORTED = 3;
const OPEN_MS = 10_000;

const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Acquires slots. KEYS: the window (hash), its requests in flight and the asking processes (sorted sets), and the number
 * of slots that each process got (hash). ARGV: the process, and how many slots it wants. Returns how many it got, the
 * index of the first slot, the wait before the next request in milliseconds, "1" if the wait lasts until the next
 * window, and the number of asking processes.
 *
 * The remaining count is the lowest one reported, minus the requests in flight, which it may not include. A process
 * whose share is less than one slot gets at most one. If its share is used up, it gets only slots that other processes
 * do not use.
 */
export const TAKE = `${CLOCK}
local window, underway, asking, got = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local wanted = tonumber(ARGV[2])
-- After the clock was set back, all waits would be too long, so the window becomes unknown.
if tonumber(redis.call('HGET', window, 'at') or 0) > now + 1000 then
  redis.call('DEL', underway, asking, got)
  redis.call('HDEL', window, 'limit', 'left', 'reset', 'unseen', 'open', 'silent')
end
redis.call('HSET', window, 'at', now)
local known = redis.call('HMGET', window, 'limit', 'left', 'reset', 'unseen', 'open')
local limit, left, reset = tonumber(known[1]), tonumber(known[2]), tonumber(known[3])
local unseen, open = tonumber(known[4]), tonumber(known[5])
redis.call('ZREMRANGEBYSCORE', underway, '-inf', now - ${UNDERWAY_MS})
redis.call('ZREMRANGEBYSCORE', asking, '-inf', now - ${SHARE_MS})
redis.call('ZADD', asking, now, ARGV[1])
if not limit and not unseen then
  unseen = now
  redis.call('HSET', window, 'unseen', now)
elseif limit and now >= reset + ${MARGIN_MS} then
  unseen, left, reset = now, limit, now + ${WINDOW_MS}
  redis.call('HSET', window, 'unseen', now, 'left', left, 'reset', reset)
  redis.call('DEL', got)
end
local room = wanted
local wait, isNext = 0, '0'
-- Without a reported limit, nothing is shared, and taken slots count for no process.
local isOpen = open and now < open
if not isOpen then
  if unseen then
    local probes = ${PROBES} + math.min(${MORE_PROBES}, math.floor((now - unseen) / 1000))
    room = probes - redis.call('ZCOUNT', underway, unseen, '+inf')
  else
    room = left - redis.call('ZCARD', underway)
    if left < 1 then
      wait, isNext = math.max(1, reset + ${MARGIN_MS} - now), '1'
    end
  end
  if room > 0 then
    local processes = redis.call('ZRANGE', asking, 0, -1)
    local counts = redis.call('HMGET', got, 'all', ARGV[1], unpack(processes))
    local quota = (tonumber(counts[1] or 0) + room) / #processes
    local share = quota - tonumber(counts[2] or 0)
    if share >= 1 then
      room = math.min(room, math.floor(share))
    else
      local reserved = share > 0 and math.floor or math.ceil
      for at = 1, #processes do
        room = room - math.max(0, reserved(quota - tonumber(counts[at + 2] or 0)))
      end
      if share > 0 then room = math.min(room, 1) end
      if room < 1 then wait = ${POLL_MS} end
    end
  elseif isNext == '0' then
    wait = 20 + math.random(0, 20)
  end
end
-- It will ask again in the next window: processes that ask earlier must leave its share.
if isNext == '1' then redis.call('ZADD', asking, now + wait, ARGV[1]) end
local given = math.max(0, math.min(wanted, room))
local last = redis.call('HINCRBY', window, 'places', given)
if not isOpen then
  redis.call('HINCRBY', got, 'all', given)
  redis.call('HINCRBY', got, ARGV[1], given)
end
for place = last - given + 1, last do redis.call('ZADD', underway, now, place) end
local life = math.max(600000, (reset or now) - now + 600000)
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, life) end
return {tostring(given), tostring(last - given + 1), tostring(wait), isNext, tostring(redis.call('ZCARD', asking))}`;

/**
 * Releases slots and records what their responses reported. KEYS as above. ARGV for each slot: its number and three
 * values: limit, remaining requests and milliseconds to the reset; `none` and two empty strings if the response had no
 * rate limit; or three empty strings if there was no response.
 */
export const REPORT = `${CLOCK}
local window, underway, got = KEYS[1], KEYS[2], KEYS[4]
for at = 1, #ARGV, 4 do
  redis.call('ZREM', underway, ARGV[at])
  local limit, left, resetIn = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local known = redis.call('HMGET', window, 'left', 'reset', 'unseen')
  local knownLeft, knownReset, unseen = tonumber(known[1]), tonumber(known[2]), known[3]
  if not limit then
    if unseen and ARGV[at + 1] == 'none' and redis.call('HINCRBY', window, 'silent', 1) % ${UNREPORTED} == 0 then
      redis.call('HSET', window, 'open', now + ${OPEN_MS})
      redis.call('DEL', got)
    end
  elseif resetIn > 0 then
    local reset = now + resetIn
    if unseen or not knownReset or reset > knownReset + ${SAME_MS} then
      if not unseen then redis.call('DEL', got) end
      redis.call('HSET', window, 'limit', limit, 'left', left, 'reset', reset)
      redis.call('HDEL', window, 'unseen', 'open', 'silent')
    else
      -- Of resets that differ by rounding, keeps the earliest. Another window counts if it has fewer left.
      if reset > knownReset - ${SAME_MS} then reset = math.min(reset, knownReset) end
      if left < knownLeft then
        redis.call('HSET', window, 'limit', limit, 'left', left, 'reset', reset)
      elseif reset > knownReset - ${SAME_MS} then
        redis.call('HSET', window, 'reset', reset)
      end
    end
  end
end
return {}`;

/** Maximum number of reports kept while Redis is unavailable. */
const REPORTS_KEPT = 1000;

/** This process's requests in one shared window. However many calls wait, only one request to Redis is in flight. */
class SharedWindow {
  readonly #process = crypto.randomUUID();
  /** Also counts this process's requests. While Redis is unavailable, limits them to the process's share. */
  readonly #local = new Pacer();
  #waiting: { readonly request: SlotRequest; resolve(answer: ReleaseSlot | number): void }[] = [];
  #isRequesting = false;
  /** Functions that write the arguments of {@link REPORT} for one slot, at the moment of sending. */
  #reports: (() => string[])[] = [];
  #isReporting = false;

  constructor(
    private readonly link: RedisLink,
    private readonly keys: readonly string[],
  ) {}

  acquire(request: SlotRequest): Promise<ReleaseSlot | number> | ReleaseSlot | number {
    if (request.must) return this.#local.acquire(request);
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve });
      void this.#requestSlots();
    });
  }

  /** Requests slots until no call waits. Calls get slots in the order of `acquire`. */
  async #requestSlots(): Promise<void> {
    if (this.#isRequesting) return;
    this.#isRequesting = true;
    // Waits one microtask, so that simultaneous calls share one request.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const count = this.#waiting.length;
      const args = [this.#process, String(count)];
      const asked = this.link.run(TAKE, this.keys, args, (late) => this.#release(late));
      const answer = await asked.catch(() => undefined);
      if (!answer) {
        for (const { request, resolve } of this.#waiting.splice(0)) resolve(this.#local.acquire(request));
        break;
      }
      void this.#send();
      const [granted = "0", first = "0", wait = "0", isNext, processes] = answer;
      this.#local.processes = Number(processes) || 1;
      const served = this.#waiting.splice(0, Number(granted));
      for (const [index, { request, resolve }] of served.entries())
        resolve(this.#taken(request, Number(first) + index));
      if (isNext === "1" && served.length < count)
        // These calls request slots again in the next window. Calls that arrived meanwhile get the same wait.
        for (const { resolve } of this.#waiting.splice(0)) resolve(Number(wait));
      else if (wait !== "0") await new Promise((resolve) => setTimeout(resolve, Number(wait)));
    }
    this.#isRequesting = false;
  }

  #taken({ now }: SlotRequest, slot: number): ReleaseSlot {
    const startedAt = performance.now();
    const done = this.#local.acquire({ now, must: true }) as ReleaseSlot;
    return (seen, missing) => {
      done(seen, missing);
      // The service's clock may differ from this process's, so only the time left until the reset is used.
      const resetAt = seen ? startedAt + seen.resetAt.getTime() - now : 0;
      this.#report(() =>
        seen
          ? [slot, seen.limit, seen.remaining, Math.round(resetAt - performance.now())].map(String)
          : [String(slot), missing ? "" : "none", "", ""],
      );
    };
  }

  /** Releases slots that arrived too late. */
  #release([granted = "0", first = "0", , , processes = "1"]: string[]): void {
    // While Redis is slow, processes rarely request slots and the script forgets some, so the number must not fall.
    this.#local.processes = Math.max(this.#local.processes, Number(processes));
    for (let index = 0; index < Number(granted); index++)
      this.#report(() => [String(Number(first) + index), "", "", ""]);
  }

  #report(report: () => string[]): void {
    this.#reports.push(report);
    void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isReporting) return;
    this.#isReporting = true;
    // Waits one microtask, so that simultaneous ends are reported together.
    await Promise.resolve();
    while (this.#reports.length > 0) {
      const reports = this.#reports.splice(0, 200);
      try {
        const args = reports.flatMap((report) => report());
        await this.link.run(REPORT, this.keys, args);
      } catch {
        // Until these slots are reported again, they count as taken, which is safe.
        this.#reports = [...reports, ...this.#reports].slice(-REPORTS_KEPT);
        break;
      }
    }
    this.#isReporting = false;
  }
}

/** Maximum number of windows kept. The oldest is dropped first, so that windows of rotated keys disappear. */
const WINDOWS_KEPT = 16;

/** Options of `RedisRateLimit`. */
export interface RedisRateLimitOptions extends Pick<RedisKeyStoreOptions, "redis" | "timeout"> {
  /**
   * Name of the window; processes with the same name share it. Set it if you rotate the key, since the service counts
   * per account. Default: the SHA-256 of key and base URL.
   */
  readonly name?: string | undefined;
  /** Prefix of the keys in Redis, `<prefix>:window:{…}`. Default `intent-tx`. */
  readonly prefix?: string | undefined;
}

/**
 * Shares the service's rate limit between processes: pass it to their clients as `rateLimit.store`. A request that
 * would be rejected waits, and the remaining requests are divided evenly among the processes that need them. While
 * Redis is unavailable or slow, each process uses its share of the limit, as reported in its own responses; no call
 * fails because of Redis.
 * @example
 * ```ts no-run
 * import { IntentTx } from "intent-tx";
 * import { RedisRateLimit } from "intent-tx/redis";
 * import { Redis } from "ioredis";
 * const store = new RedisRateLimit({ redis: new Redis("redis://127.0.0.1:6379") });
 * store.on("disconnected", ({ error }) => console.warn(error.message));
 * const client = new IntentTx({ rateLimit: { store, maxWait: 60_000 } });
 * ```
 */
export class RedisRateLimit implements RateLimitWindow {
  readonly #link: RedisLink;
  readonly #name: string | undefined;
  readonly #prefix: string;
  readonly #windows = new Map<string, SharedWindow>();

  /**
   * @param options The Redis client; everything else has a default.
   * @throws ConfigurationError when an option is unknown or invalid.
   */
  constructor(options: RedisRateLimitOptions) {
    checkOptions(options, { redis: true, name: true, prefix: true, timeout: isTime }, "{ redis }");
    adviseSeconds(options);
    this.#link = new RedisLink(options.redis, options.timeout);
    this.#name = checkedName(options.name);
    this.#prefix = checkedPrefix(options.prefix);
  }

  async acquire(request: SlotRequest): Promise<ReleaseSlot | number> {
    return this.#window(request).acquire(request);
  }

  /**
   * Reports when Redis becomes unavailable and available again.
   * @param event `disconnected` or `reconnected`.
   * @param listener Called for each event.
   * @returns A function that removes the listener.
   * @example
   * ```ts
   * import type { RedisRateLimit } from "intent-tx/redis";
   * const watch = (limit: RedisRateLimit) => limit.on("reconnected", () => console.log("counted together again"));
   * ```
   */
  on<N extends keyof RedisEvents>(event: N, listener: (event: RedisEvents[N]) => unknown): () => void {
    checkName("event", event, ["disconnected", "reconnected"]);
    return this.#link.events.on(event, listener);
  }

  #window({ account }: SlotRequest): SharedWindow {
    const name = this.#name ?? account;
    const window = this.#windows.get(name) ?? this.#open(name);
    this.#windows.set(name, window);
    const [oldest = name] = this.#windows.keys();
    if (this.#windows.size > WINDOWS_KEPT) this.#windows.delete(oldest);
    return window;
  }

  #open(name: string): SharedWindow {
    // The braces put all keys into one slot of a cluster.
    const base = `${this.#prefix}:window:{${name}}`;
    return new SharedWindow(this.#link, [base, `${base}:underway`, `${base}:asking`, `${base}:got`]);
  }
}
