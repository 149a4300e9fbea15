import { ConfigurationError } from "../errors/errors.js";
import { EMPTY, type Reading, type RotationState, type StateCell } from "../keys/shared-state.js";
import type { KeyRecord } from "../keys/store.js";
import type { RedisLink } from "./link.js";
import type { Seal } from "./seal.js";

/** Answers revision, state and Redis's own clock; with arguments it first puts a state in place of a revision. */
const SCRIPT = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local kept = redis.call('HMGET', KEYS[1], 'revision', 'state')
local revision = kept[1] or '0'
if ARGV[1] then
  if ARGV[1] ~= revision then return {'0'} end
  redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'state', ARGV[3])
  return {'1'}
end
return {revision, kept[2] or '', now}`;

/** A state as it is written. */
interface Written extends Omit<RotationState, "record" | "issued"> {
  readonly record?: unknown;
  readonly issued?: unknown;
}

/** The state of a rotation in a hash of Redis. */
export class RedisCell implements StateCell {
  readonly #link: RedisLink;
  readonly #key: string;
  readonly #seal: Seal;

  constructor(link: RedisLink, key: string, seal: Seal) {
    this.#link = link;
    this.#key = key;
    this.#seal = seal;
  }

  async read(): Promise<Reading> {
    const [revision, text, now] = await this.#link.run(SCRIPT, [this.#key], []);
    return { revision: Number(revision), now: Number(now), state: text ? await this.#open(text) : EMPTY };
  }

  async swap(revision: number, state: RotationState): Promise<boolean> {
    const { record, issued, ...rest } = state;
    const written: Written = {
      ...rest,
      ...(record && { record: await this.#seal.close(record) }),
      ...(issued && { issued: await this.#seal.close(issued) }),
    };
    const args = [String(revision), String(revision + 1), JSON.stringify(written)];
    const [done] = await this.#link.run(SCRIPT, [this.#key], args);
    return done === "1";
  }

  async #open(text: string): Promise<RotationState> {
    let written: Written;
    try {
      written = JSON.parse(text) as Written;
    } catch {
      // The parser's message quotes what may be a secret.
      throw new ConfigurationError(`The key ${this.#key} in Redis holds no key record.`);
    }
    const { record, issued, ...rest } = written;
    return {
      ...rest,
      ...(record !== undefined && { record: await this.#checked(record) }),
      ...(issued !== undefined && { issued: await this.#checked(issued) }),
    };
  }

  async #checked(kept: unknown): Promise<KeyRecord> {
    const record = await this.#seal.open(kept);
    if (typeof record?.keyId !== "string" || typeof record.key !== "string")
      throw new ConfigurationError(`The key ${this.#key} in Redis holds no key record.`);
    return record;
  }
}
