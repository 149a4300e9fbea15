import type { PlaceRequest, PlaceTaken } from "../client/options.js";
import type { RateLimit } from "../errors/api-errors.js";
import { Pacer } from "../http/rate-limit.js";
import type { RedisLink } from "./link.js";

/** In a window about which nothing is known yet, so many requests may go, and one more each second for some seconds. */
const PROBES = 2;
const MORE_PROBES = 10;
/** After the reset, so that no request arrives before it, milliseconds. */
const MARGIN_MS = 50;
/** Length that a window is taken to have when the next one begins unseen. */
const WINDOW_MS = 60_000;
/** Resets that lie as close together are one: services tell whole seconds. */
const SAME_MS = 2500;
/** A request that was not reported by then belonged to a process that died. */
const UNDERWAY_MS = 65_000;
/** A process has a share of the places for so long after it asked, or after the wait that it was sent into. */
const ASKING_MS = 2000;
/** A process that has had its share asks this often whether the others leave some of theirs, milliseconds. */
const PATIENCE_MS = 50;
/** After so many answers that tell no limit, all requests may go for so long. */
const SILENT = 3;
const OPEN_MS = 10_000;

const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Takes places. KEYS: the window (a hash), its requests under way and the processes that ask (sorted sets), and how many
 * places each process got (a hash). ARGV: the process, and how many places it wants. Answers how many it got, the number of
 * the first one, how long to wait before asking for another (milliseconds), "1" where that is until the next window, and how
 * many processes ask.
 *
 * Left are the fewest requests that an answer said to be left, without those under way, which it may not have counted.
 * A process that has had the whole places of its share gets one more while the others have theirs, and after that what they leave.
 */
export const TAKE = `${CLOCK}
local window, underway, asking, got = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local wanted = tonumber(ARGV[2])
local known = redis.call('HMGET', window, 'limit', 'left', 'reset', 'unseen', 'open')
local limit, left, reset = tonumber(known[1]), tonumber(known[2]), tonumber(known[3])
local unseen, open = tonumber(known[4]), tonumber(known[5])
redis.call('ZREMRANGEBYSCORE', underway, '-inf', now - ${UNDERWAY_MS})
redis.call('ZREMRANGEBYSCORE', asking, '-inf', now - ${ASKING_MS})
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
local pause = 20 + math.random(0, 20)
-- Where no limit is told there is nothing to share, and what is taken is nobody's share.
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
      room = math.floor(share)
    else
      local reserved = share > 0 and math.floor or math.ceil
      for at = 1, #processes do
        room = room - math.max(0, reserved(quota - tonumber(counts[at + 2] or 0)))
      end
      if share > 0 then room = math.min(room, 1) end
      if room < 1 then wait = ${PATIENCE_MS} end
    end
  elseif isNext == '0' then
    wait = pause
  end
end
-- It will ask again in the next window: those that ask earlier there must not share its places out.
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
 * Gives places back, with what their answers said. KEYS as above. ARGV: for each its number, and limit, what is left and the
 * milliseconds to the reset; or `none` and two empty texts, or three empty texts where nothing was sent.
 */
export const REPORT = `${CLOCK}
local window, underway, got = KEYS[1], KEYS[2], KEYS[4]
for at = 1, #ARGV, 4 do
  redis.call('ZREM', underway, ARGV[at])
  local limit, left, resetIn = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local known = redis.call('HMGET', window, 'left', 'reset', 'unseen')
  local knownLeft, knownReset, unseen = tonumber(known[1]), tonumber(known[2]), known[3]
  if not limit then
    if unseen and ARGV[at + 1] == 'none' and redis.call('HINCRBY', window, 'silent', 1) % ${SILENT} == 0 then
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
      -- Of moments that differ by a rounding the earliest, unless another window is the one with fewer left.
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

/** One that asks for a place. */
interface Asker {
  readonly request: PlaceRequest;
  resolve(answer: PlaceTaken | number): void;
}

/** Reports that are kept while Redis is away. */
const KEPT = 1000;

/** The end of an attempt. */
interface Report {
  readonly place: number;
  /** Undefined for a place that nobody needed. */
  readonly outcome?: {
    readonly seen: RateLimit | undefined;
    /** When the window begins anew, on `performance.now()`. */
    readonly resetAt: number;
  };
}

/** One window, as this process takes part in it. However many calls ask, one question at a time is under way. */
export class SharedWindow {
  readonly #link: RedisLink;
  readonly #keys: readonly string[];
  readonly #process = crypto.randomUUID();
  /** Counts along, and counts this process's share while Redis is away. */
  readonly #alone = new Pacer();
  #asking: Asker[] = [];
  #isAsking = false;
  #reports: Report[] = [];
  #isReporting = false;

  constructor(link: RedisLink, keys: readonly string[]) {
    this.#link = link;
    this.#keys = keys;
  }

  take(request: PlaceRequest): Promise<PlaceTaken | number> | PlaceTaken | number {
    if (request.must) return this.#alone.take(request);
    return new Promise((resolve) => {
      this.#asking.push({ request, resolve });
      if (!this.#isAsking) void this.#ask();
    });
  }

  /** Asks until nobody waits any more: first come, first served. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    // Those that ask in the same moment ask together.
    await Promise.resolve();
    while (this.#asking.length > 0) {
      const count = this.#asking.length;
      let answer: string[];
      try {
        const args = [this.#process, String(count)];
        answer = await this.#link.run(TAKE, this.#keys, args, (late) => this.#giveBack(late));
      } catch {
        for (const { request, resolve } of this.#asking.splice(0)) resolve(this.#alone.take(request));
        break;
      }
      if (this.#reports.length > 0 && !this.#isReporting) void this.#send();
      const [given = "0", first = "0", wait = "0", isNext, processes] = answer;
      this.#alone.processes = Number(processes) || 1;
      const served = this.#asking.splice(0, Number(given));
      for (const [index, { request, resolve }] of served.entries())
        resolve(this.#taken(request, Number(first) + index));
      if (isNext === "1" && served.length < count)
        // They come again with the next window; those that came meanwhile are told the same.
        for (const { resolve } of this.#asking.splice(0)) resolve(Number(wait));
      else if (wait !== "0") await new Promise((resolve) => setTimeout(resolve, Number(wait)));
    }
    this.#isAsking = false;
    if (this.#asking.length > 0) void this.#ask();
  }

  #taken({ now }: PlaceRequest, place: number): PlaceTaken {
    const began = performance.now();
    const done = this.#alone.take({ now, must: true }) as PlaceTaken;
    return (seen) => {
      done(seen);
      // The client's clock may be any; how far the reset lies ahead on it holds on each.
      const resetAt = seen ? began + seen.resetAt.getTime() - now : 0;
      this.#report({ place, outcome: { seen, resetAt } });
    };
  }

  /** Places that came too late for the question go back. */
  #giveBack([given = "0", first = "0", , , processes = "1"]: string[]): void {
    // Processes ask seldom while Redis is slow: the script forgets some of them.
    this.#alone.processes = Math.max(this.#alone.processes, Number(processes));
    for (let index = 0; index < Number(given); index++) this.#report({ place: Number(first) + index });
  }

  #report(report: Report): void {
    this.#reports.push(report);
    if (!this.#isReporting) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isReporting = true;
    // Those that end in the same moment are told together.
    await Promise.resolve();
    while (this.#reports.length > 0) {
      const reports = this.#reports.splice(0, 200);
      try {
        await this.#link.run(REPORT, this.#keys, reports.flatMap(written));
      } catch {
        // Until they are told, with the next one, their places count as taken: on the safe side.
        this.#reports = [...reports, ...this.#reports].slice(-KEPT);
        break;
      }
    }
    this.#isReporting = false;
  }
}

function written({ place, outcome }: Report): string[] {
  if (!outcome) return [String(place), "", "", ""];
  const { seen, resetAt } = outcome;
  if (!seen) return [String(place), "none", "", ""];
  return [place, seen.limit, seen.remaining, Math.round(resetAt - performance.now())].map(String);
}
