import { type FetchLike, IntentTx, type KeyRecord, KeyRotator, type KeyRotatorOptions } from "intent-tx";
import { BASE, fakeClock, PRICE, type Reply, USAGE } from "../harness.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOW = Date.parse("2026-01-01T00:00:00Z");
export const OLD: KeyRecord = {
  keyId: "key_old",
  key: "svc_live_old_secret",
  createdAt: new Date(NOW - DAY).toISOString(),
};

/** Waits until a rotation in the background has ended. */
export async function settled(turns = 100): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

/** A rotator and a client over a fake service and store, which `behaviour` can make fail. */
export function setUp(
  options: Partial<KeyRotatorOptions> & { record?: KeyRecord | undefined; admin?: string } = {},
) {
  const log: string[] = [];
  const clock = fakeClock(NOW);
  let stored: KeyRecord | undefined = "record" in options ? options.record : OLD;
  const behaviour = {
    rotate: undefined as Reply | Promise<Reply> | (() => Promise<Reply>) | undefined,
    usage: { json: USAGE } as Reply,
    saveFails: 0,
    gate: undefined as Promise<void> | undefined,
  };
  let made = 0;
  const fetch = async (url: string, { method, headers }: Parameters<FetchLike>[1]): Promise<Response> => {
    const path = new URL(url).pathname.slice(3);
    const key = headers["authorization"]?.slice(7);
    log.push(`${method} ${path} ${key}`);
    let reply: Reply = { json: PRICE };
    if (path.endsWith("/rotate")) {
      made++;
      const { rotate } = behaviour;
      reply = (await (typeof rotate === "function" ? rotate() : rotate)) ?? {
        status: 201,
        json: {
          keyId: `key_${made}`,
          key: `svc_live_secret_${made}`,
          name: "n",
          scopes: ["admin"],
          environment: "live",
          status: "active",
          createdAt: new Date(clock.now()).toISOString(),
          rotatedFrom: path.split("/")[2],
        },
      };
    } else if (path === "/analytics/usage") reply = behaviour.usage;
    else await behaviour.gate;
    if (reply.error) throw reply.error;
    return Response.json(reply.json ?? {}, { status: reply.status ?? 200 });
  };
  const store = {
    load: async () => stored,
    save: async (record: KeyRecord) => {
      log.push(`save ${record.keyId}`);
      if (behaviour.saveFails-- > 0) throw new Error("disk full");
      stored = record;
    },
  };
  const rotator = new KeyRotator({ store, baseUrl: BASE, fetch, clock, ...options });
  const client = new IntentTx({ apiKey: rotator.apiKey, baseUrl: BASE, fetch, clock });
  return {
    rotator,
    client,
    log,
    clock,
    behaviour,
    stored: () => stored,
    put: (record: KeyRecord) => {
      stored = record;
    },
  };
}
