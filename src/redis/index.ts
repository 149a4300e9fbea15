/**
 * One key and one rate limit for many processes, over Redis or Valkey: with `ioredis`, `redis` or `@valkey/valkey-glide`, none
 * of which is a dependency.
 *
 * @module intent-tx/redis
 */
export { StaleKeyError } from "../keys/shared/stale.js";
export type { KeyRecord, KeyStore, RotationService } from "../keys/store.js";
export type { PlaceRequest, PlaceTaken, RateLimitWindow } from "../options.js";
export type { GlideClient, IoredisClient, NodeRedisClient, RedisClient } from "./client.js";
export { RedisKeyStore, type RedisKeyStoreOptions } from "./key-store.js";
export type { RedisEvents } from "./link.js";
export { RedisRateLimit, type RedisRateLimitOptions } from "./redis-rate-limit.js";
export type { SealKey } from "./seal.js";
