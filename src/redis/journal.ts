import { ConfigurationError } from "../errors/errors.js";
import { adviseSeconds, checkOptions } from "../options/checks.js";
import { isTime } from "../rotation/shared-rotation.js";
import { type PaymentJournal, type PaymentRecord, SETTLED_KEPT_MS } from "../solana/pay/journal.js";
import type { RedisKeyStoreOptions } from "./key-store.js";
import { checkedName, checkedPrefix, RedisLink } from "./link.js";

// KEYS: the hash of all open payments, and the string of this payment if settled. Records are "<version> <JSON>".
const READ_STORED = `local stored = redis.call('HGET', KEYS[1], ARGV[1]) or redis.call('GET', KEYS[2])
`;

const GET = `${READ_STORED}return {stored or nil}`;

/** Stores a record. ARGV[2] is the record, ARGV[3] how long a settled record is kept; empty for an open one. */
const PUT = `if ARGV[3] == '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('DEL', KEYS[2])
else
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
  redis.call('HDEL', KEYS[1], ARGV[1])
end
`;

// Scripts may not call CONFIG. INFO reports the policy, unless the server's access list forbids it.
const CLAIM = `${READ_STORED}if stored then return {'stored', stored} end
local info = redis.pcall('INFO', 'memory')
local policy = type(info) == 'string' and string.match(info, 'maxmemory_policy:([%w-]+)')
if policy and policy ~= 'noeviction' then return {'policy', policy} end
${PUT}return {'done'}`;

const UPDATE = `${READ_STORED}if not stored or string.match(stored, '^%d+') ~= ARGV[4] then return {'0'} end
${PUT}return {'1'}`;

const OPEN = `return redis.call('HVALS', KEYS[1])`;

/** Options of `RedisJournal`. */
export interface RedisJournalOptions extends Pick<RedisKeyStoreOptions, "redis" | "timeout"> {
  /** Name of the journal, such as `payments`; processes with the same name share it. Default `default`. */
  readonly name?: string;
  /** Prefix of the keys in Redis, `<prefix>:journal:{<name>}`. Default `intent-tx`. */
  readonly prefix?: string;
}

/**
 * Stores payments in Redis or Valkey, for processes on many machines. In a cluster, a journal uses one hash slot.
 *
 * Set `maxmemory-policy noeviction`, because a payment whose record was evicted may be made twice. Set `appendonly yes`
 * with `appendfsync always`, so that a stored record survives a crash of the server. A failover to a replica can lose a
 * record that was just stored: if that must not happen, use `FileJournal` or a database. Every method throws a
 * `ConnectionError` when Redis does not respond in time: the record may still be stored later. `claim` throws a
 * `ConfigurationError`, and stores nothing, when the policy lets Redis evict records.
 * @example
 * ```ts no-run
 * import { RedisJournal } from "intent-tx/redis";
 * import { Redis } from "ioredis";
 * const journal = new RedisJournal({ redis: new Redis("redis://127.0.0.1:6379"), name: "payments" });
 * const open = await journal.open();
 * ```
 */
export class RedisJournal implements PaymentJournal {
  // No #private members, which a Proxy of the journal does not have.
  private readonly link: () => RedisLink;
  private readonly prefix: string;

  /**
   * @param options The Redis client; everything else has a default.
   * @throws ConfigurationError when an option is unknown or invalid.
   */
  constructor(options: RedisJournalOptions) {
    checkOptions(options, { redis: true, name: true, prefix: true, timeout: isTime }, "{ redis }");
    adviseSeconds(options);
    // A new link each time: a link pauses after a failure, but a journal operation must be retryable immediately.
    this.link = () => new RedisLink(options.redis, options.timeout);
    this.prefix = `${checkedPrefix(options.prefix)}:journal:{${checkedName(options.name) ?? "default"}}`;
    // Rejects an unsupported client immediately.
    this.link();
  }

  async get(paymentId: string): Promise<PaymentRecord | undefined> {
    const [stored] = await this.run(GET, paymentId);
    return stored === undefined ? undefined : parse(stored);
  }

  async claim(record: PaymentRecord): Promise<PaymentRecord | undefined> {
    const [answer, value = ""] = await this.run(CLAIM, record.paymentId, ...written(record));
    if (answer === "policy")
      throw new ConfigurationError(
        `Redis has maxmemory-policy ${value}, so it may forget a payment, which would then be made twice. Set it to noeviction. Nothing was stored.`,
      );
    return answer === "done" ? undefined : parse(value);
  }

  async update(record: PaymentRecord): Promise<boolean> {
    const [done] = await this.run(UPDATE, record.paymentId, ...written(record), String(record.version - 1));
    return done === "1";
  }

  async open(): Promise<readonly PaymentRecord[]> {
    // A payment whose record is damaged does not block the others; its own calls fail.
    return (await this.run(OPEN, "")).flatMap((stored) => {
      try {
        return [parse(stored)];
      } catch {
        return [];
      }
    });
  }

  private run(script: string, paymentId: string, ...args: string[]): Promise<string[]> {
    const keys = [`${this.prefix}:open`, `${this.prefix}:settled:${paymentId}`];
    return this.link().run(script, keys, [paymentId, ...args]);
  }
}

const written = (record: PaymentRecord): [string, string] => [
  `${record.version} ${JSON.stringify(record)}`,
  record.outcome === undefined ? "" : String(SETTLED_KEPT_MS),
];

function parse(stored: string): PaymentRecord {
  try {
    // A record of null is a damaged one, not a missing one.
    return JSON.parse(stored.slice(stored.indexOf(" ") + 1)) ?? {};
  } catch {
    throw new ConfigurationError(
      "Redis has no valid record of the payment. Restore it, because the payment may be in progress.",
    );
  }
}
