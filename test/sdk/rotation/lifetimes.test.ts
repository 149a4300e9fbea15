import { type FetchLike, IntentTx, type KeyRecord, KeyRotator, type KeyRotatorOptions } from "intent-tx";
import { expect, test } from "vitest";
import { BASE, fakeClock, KEY_RECORD, PRICE, USAGE } from "../harness.js";
import { DAY, NOW, OLD, settled, setUp } from "./rotation-harness.js";

const iso = (at: number) => new Date(at).toISOString();

function memoryStore(first: KeyRecord) {
  let stored = first;
  const save = async (record: KeyRecord) => {
    stored = record;
  };
  return { load: async () => stored, save, stored: () => stored };
}

/** A service whose keys live for `lifetime`, and a rotator and a client that start with the first key. */
function service(lifetime: number, options: Partial<KeyRotatorOptions> = {}) {
  const clock = fakeClock(NOW);
  const expiries = new Map<string, number>();
  const issue = () => {
    const number = expiries.size;
    expiries.set(`svc_live_secret_${number}`, clock.now() + lifetime);
    const dates = { createdAt: iso(clock.now()), expiresAt: iso(clock.now() + lifetime) };
    return { ...KEY_RECORD, ...dates, keyId: `key_${number}`, key: `svc_live_secret_${number}` };
  };
  const store = memoryStore(issue());
  const fetch = async (url: string, { headers }: Parameters<FetchLike>[1]) => {
    const isAlive = (expiries.get(headers["authorization"]?.slice(7) ?? "") ?? 0) > clock.now();
    if (!isAlive) return Response.json({ error: { code: "unauthorized", message: "no" } }, { status: 401 });
    return Response.json(url.endsWith("/rotate") ? issue() : url.includes("/prices") ? PRICE : USAGE);
  };
  const rotator = new KeyRotator({ store, baseUrl: BASE, fetch, clock, ...options });
  const heard: string[] = [];
  rotator.on("rotationFailed", ({ error }) => heard.push(`${error.name}: ${error.message}`));
  const client = new IntentTx({ apiKey: rotator.apiKey, baseUrl: BASE, fetch, clock });
  return { client, rotator, clock, heard, rotations: () => expiries.size - 1, stored: store.stored };
}

test.each([
  [1, 40],
  [30, 400],
  [90, 400],
  [365, 400],
])(
  "a key of %i days never expires in %i days of requests at least every tenth of its lifetime",
  async (days, total) => {
    const lifetime = days * DAY;
    const { client, clock, heard, rotations, stored } = service(lifetime);
    for (let step = 0; clock.now() < NOW + total * DAY; step++) {
      await client.prices.retrieve("SOL");
      await settled(5);
      // Steps between 0.08 and 0.1 of the lifetime.
      await clock.sleep(lifetime * (0.08 + ((step * 7) % 11) / 500));
    }
    const due = Math.min(90 * DAY, 0.8 * lifetime);
    expect(rotations()).toBeGreaterThanOrEqual(Math.floor((total * DAY) / (due + lifetime / 10)));
    expect(rotations()).toBeLessThanOrEqual((total * DAY) / due);
    expect(stored()).toMatchObject({ expiresAt: iso(Date.parse(stored().createdAt) + lifetime) });
    expect(heard).toEqual([]);
  },
);

test("a key that lives for minutes is rotated in time, although rotations by age are an hour apart otherwise", async () => {
  const { client, clock, rotations, heard } = service(10 * 60_000);
  for (let minute = 0; minute < 60; minute++) {
    await client.prices.retrieve("SOL");
    await settled(10);
    await clock.sleep(60_000);
  }
  expect([rotations(), heard]).toEqual([7, []]);
});

test("with maxAge Infinity a key is never rotated by age, and its expiry is reported once in its last fifth", async () => {
  const { client, rotator, clock, heard, rotations } = service(30 * DAY, {
    maxAge: Number.POSITIVE_INFINITY,
  });
  const day = async (days: number) => {
    await clock.sleep(days * DAY);
    for (let i = 0; i < 3; i++) await client.prices.retrieve("SOL");
  };
  await day(23.9);
  expect(heard).toEqual([]);
  await day(0.1);
  await day(5);
  expect([rotations(), heard]).toEqual([
    0,
    [expect.stringMatching(/^ConfigurationError: Key key_0 expires at 2026-01-31.*Call rotator\.rotate\(\)/)],
  ]);
  await rotator.rotate();
  await day(24);
  expect(heard).toHaveLength(2);
});

test("a key of unknown age is rotated if a rotation was started", async () => {
  const { client, stored } = setUp({ record: { ...OLD, createdAt: "last spring", unfinished: true } });
  await client.prices.retrieve("SOL");
  await settled();
  expect(stored()?.keyId).toBe("key_1");
});

test.each([
  ["without expiresAt", undefined],
  ["with an expiresAt that is not a date", "in spring"],
  ["with an expiresAt before createdAt", iso(NOW - 2 * DAY)],
  ["with an expiresAt equal to createdAt", OLD.createdAt],
])("a record %s is rotated by its age", async (_, expiresAt) => {
  const { client, log, clock } = setUp({ record: { ...OLD, expiresAt } });
  for (const days of [88, 1]) {
    await clock.sleep(days * DAY);
    await client.prices.retrieve("SOL");
    await settled();
    expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(days === 1 ? 1 : 0);
  }
});
