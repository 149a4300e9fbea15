// The rules of rotation, with a key in every store: in memory, which only loads and saves, in a file, and in Redis.
import { inspect } from "node:util";
import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx, type KeyRecord, KeyRotator, type KeyRotatorOptions, type KeyStore } from "intent-tx";
import { FileKeyStore } from "intent-tx/node";
import { RedisKeyStore } from "intent-tx/redis";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { failure, KEY_RECORD, PRICE, refused, USAGE } from "../harness.js";
import { DAY, HOUR, NOW, OLD, settled, setUp } from "./rotation-harness.js";

const iso = (at: number) => new Date(at).toISOString();

/** Redis, for the script that reads and replaces a state. */
function redis() {
  let [revision, state] = ["0", ""];
  const call = async (...[, , , , from, to = "", next = ""]: string[]) => {
    if (from === undefined) return [revision, state, String(Date.now())];
    if (from !== revision) return ["0"];
    [revision, state] = [to, next];
    return ["1"];
  };
  return { call };
}

/** The function opens the store as another process does. */
const STORES: Record<string, () => () => KeyStore> = {
  memory() {
    let stored: KeyRecord | undefined;
    const save = async (record: KeyRecord) => {
      stored = record;
    };
    const store = { load: async () => stored, save };
    return () => store;
  },
  file() {
    const path = `${temporaryFolder()}/key.json`;
    return () => new FileKeyStore(path, { refresh: 1 });
  },
  Redis() {
    const server = redis();
    return () => new RedisKeyStore({ redis: server, refresh: 1 });
  },
};

type Options = Partial<KeyRotatorOptions> & { record?: KeyRecord };

/** A rotator over a store with a key, and what its service and listeners got. */
async function lab(open: () => KeyStore, { record = OLD, ...options }: Options = {}) {
  await open().save(record);
  const start = () => {
    const all = setUp({ store: open(), maxAge: DAY, ...options });
    const heard: (Error & { answer?: string })[] = [];
    all.client.on("rotationFailed", ({ error }) => heard.push(error));
    const rotations = () => all.log.filter((line) => line.includes("/rotate")).length;
    /** Makes requests until an event of a rotation by age. */
    const aged = async () => {
      const over = new Promise((resolve) => {
        for (const name of ["keyRotated", "rotationFailed"] as const) all.rotator.on(name, resolve);
      });
      expect(await all.client.prices.retrieve("SOL")).toEqual(PRICE);
      await over;
    };
    return { ...all, heard, rotations, aged };
  };
  return { ...start(), restarted: start };
}

const SCENARIOS: Record<string, (open: () => KeyStore) => Promise<void>> = {
  async "on a virtual clock, each successor lives as long as its predecessor and is rotated as early"(open) {
    await using server = await createMockServer({ clock: { now: NOW, mode: "frozen" } });
    const { baseUrl, fetch, clock } = server;
    await open().save(
      await server.issueKey({ tier: "pro", environment: "live", expiresAt: iso(NOW + 30 * DAY) }),
    );
    const rotator = new KeyRotator({ store: open(), baseUrl, fetch, clock });
    const client = new IntentTx({ apiKey: rotator.apiKey, baseUrl, fetch, clock });
    for (let rotation = 1; rotation <= 3; rotation++) {
      await clock.advance(24 * DAY - 1);
      await client.prices.retrieve("SOL");
      const rotated = new Promise((resolve) => client.on("keyRotated", resolve));
      await clock.advance(1);
      await client.prices.retrieve("SOL");
      await rotated;
      const [expiresAt, rotatedAt] = [iso(clock.now() + 30 * DAY), iso(clock.now())];
      expect(await open().load()).toMatchObject({ expiresAt, rotatedAt });
    }
  },

  async "an answer in another shape, or with the old key, is reported, and asked for once without the app"(
    open,
  ) {
    const odd = { ...OLD, api_key: { id: "key_theirs", value: "opaque-secret-1" } };
    const { rotator, clock, behaviour, heard, rotations, aged } = await lab(open);
    behaviour.rotate = { status: 201, json: odd };
    for (let hour = 0; hour < 30; hour++) {
      await aged();
      await clock.sleep(HOUR);
    }
    expect([rotations(), heard.length]).toEqual([1, 30]);
    expect(heard.at(-1)).toMatchObject({
      name: "RotationUncertainError",
      answer: expect.stringContaining('"id":"***"'),
    });
    expect(inspect(heard, { depth: 9 })).not.toMatch(/opaque|svc_live_old/);
    await failure(rotator.rotate());
    expect(rotations()).toBe(2);
    await aged();
    expect(rotations()).toBe(2);
  },

  async "a request whose key is refused takes the key that an unfinished rotation has issued"(open) {
    const { rotator, behaviour, restarted, rotations } = await lab(open);
    behaviour.usage = { error: new TypeError("fetch failed") };
    expect((await failure(rotator.rotate())).name).toBe("ConnectionError");
    for (const one of [restarted(), restarted()])
      expect(await one.rotator.apiKey({ rejected: OLD.key })).toBe("svc_live_secret_1");
    behaviour.usage = { json: USAGE };
    expect(await rotator.apiKey({ rejected: OLD.key })).toBe("svc_live_secret_1");
    expect(rotations()).toBe(1);
  },

  async "a key that the service issues but refuses is not used"(open) {
    const { rotator, client, log, behaviour } = await lab(open);
    behaviour.usage = refused(401, "unauthorized");
    expect((await failure(rotator.rotate())).name).toBe("RotationUncertainError");
    await client.prices.retrieve("SOL");
    expect(log.at(-1)).toContain(OLD.key);
  },

  async "a key saved by hand during a rotation stays, and the issued one is revoked"(open) {
    const { rotator, log, behaviour } = await lab(open);
    const hand = { ...OLD, keyId: "key_hand", key: "svc_live_hand", version: (await open().load())?.version };
    const issued = { ...KEY_RECORD, keyId: "key_1", key: "svc_live_secret_1" };
    behaviour.rotate = async () => {
      await open().save(hand);
      return { status: 201, json: issued };
    };
    expect(await rotator.rotate()).toMatchObject({ keyId: "key_hand" });
    expect(log.at(-1)).toBe("DELETE /keys/key_1 svc_live_secret_1");
    expect(await open().load()).toMatchObject({ keyId: "key_hand" });
  },

  async "a key of unknown age stays in use, is reported once and is not rotated by age"(open) {
    const record = { ...OLD, createdAt: "last spring", expiresAt: iso(NOW + 30 * DAY) };
    const { client, heard, clock, rotations } = await lab(open, { record });
    for (let hour = 0; hour < 4; hour++) {
      await client.prices.retrieve("SOL");
      await clock.sleep(HOUR);
    }
    await settled();
    expect([rotations(), heard.map(({ message }) => message)]).toEqual([
      0,
      [expect.stringMatching(/^createdAt .*is not a date/)],
    ]);
  },
};

describe.each(Object.entries(STORES))("in a %s store", (_, make) => {
  test.each(Object.entries(SCENARIOS))("%s", (_, play) => play(make()));
});
