/**
 * An API key, a rate limit and a payment journal shared by many processes through Redis or Valkey. Works with
 * `ioredis`, `redis` or `@valkey/valkey-glide`; none of them is a dependency.
 *
 * @module intent-tx/redis
 */

export type { RateLimitWindow, ReleaseSlot, SlotRequest } from "../options/options.js";
export { StaleKeyError } from "../rotation/shared-rotation.js";
export type { KeyRecord, KeyStore } from "../rotation/store.js";
export type {
  PaymentAttempt,
  PaymentJournal,
  PaymentRecord,
  StoredReceipt,
} from "../solana/pay/journal.js";
export type { EncryptionKey } from "./cell.js";
export { RedisJournal, type RedisJournalOptions } from "./journal.js";
export { RedisKeyStore, type RedisKeyStoreOptions } from "./key-store.js";
export type { GlideClient, IoredisClient, NodeRedisClient, RedisClient, RedisEvents } from "./link.js";
export { RedisRateLimit, type RedisRateLimitOptions } from "./redis-rate-limit.js";
