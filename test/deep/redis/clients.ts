import { GlideClient } from "@valkey/valkey-glide";
import type { RedisClient } from "intent-tx/redis";
import { Redis } from "ioredis";
import { createClient, createClientPool } from "redis";

/** A connected client of one of the libraries. */
export interface Connected {
  readonly client: RedisClient;
  close(): unknown;
}

/** Connects a client of each library. */
export const CLIENTS: Record<string, (port: number) => Promise<Connected>> = {
  ioredis: async (port) => {
    const client = new Redis(port);
    return { client, close: () => client.disconnect() };
  },
  redis: async (port) => {
    const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
    return { client, close: () => client.destroy() };
  },
  "redis, a pool": async (port) => {
    const client = createClientPool({ url: `redis://127.0.0.1:${port}` });
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  "valkey-glide": async (port) => {
    const client = await GlideClient.createClient({ addresses: [{ host: "127.0.0.1", port }] });
    return { client, close: () => client.close() };
  },
};
