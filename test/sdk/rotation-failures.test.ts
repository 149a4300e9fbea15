import { type Logger, RotationUncertainError } from "intent-tx";
import { describe, expect, test } from "vitest";
import { clientWith, KEY_RECORD, PRICE, type Reply, refused } from "./harness.js";
import { OLD, setUp } from "./rotation-harness.js";

const lost: Reply = {
  error: Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } }),
};

test("a rotation by age that fails is told to the rotator's and the client's listeners, and logged", async () => {
  const { rotator, client, behaviour, clock } = setUp({ maxAgeMs: 1 });
  behaviour.rotate = lost;
  const heard: unknown[] = [];
  rotator.on("rotationFailed", (event) => heard.push(event));
  client.on("rotationFailed", ({ keyId, error }) => heard.push([keyId, error.name]));
  expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  expect(heard).toEqual([
    [OLD.keyId, "RotationUncertainError"],
    { keyId: OLD.keyId, error: expect.any(RotationUncertainError) },
  ]);
  expect(JSON.stringify(heard)).not.toContain(OLD.key);
  await client.prices.retrieve("SOL");
  expect(heard).toHaveLength(2);
  await clock.sleep(60_000);
  await client.prices.retrieve("SOL");
  expect(heard).toHaveLength(4);
});

test("one failure is told once, however many requests waited for it", async () => {
  const { rotator, behaviour } = setUp({ maxAgeMs: 1 });
  behaviour.rotate = refused(403, "insufficient_scope");
  const heard: string[] = [];
  rotator.on("rotationFailed", ({ keyId }) => heard.push(keyId));
  const clients = [1, 2, 3].map(() => clientWith([{ json: PRICE }], { apiKey: rotator.apiKey }).client);
  await Promise.all(clients.map((client) => client.prices.retrieve("SOL")));
  expect(heard).toEqual([OLD.keyId]);
});

test("the line about a failed rotation is a warning", async () => {
  const { rotator, behaviour } = setUp({ maxAgeMs: 1 });
  behaviour.rotate = refused(403, "insufficient_scope");
  const lines: string[] = [];
  const logger = { warn: (message: string) => lines.push(message) } as unknown as Logger;
  const { client } = clientWith([{ json: PRICE }], { apiKey: rotator.apiKey, logger });
  await client.prices.retrieve("SOL");
  expect(lines).toEqual(["intent-tx: rotationFailed"]);
});

describe("a key without a readable date", () => {
  const issued = { ...KEY_RECORD, keyId: "key_1", key: "svc_live_secret_1" };

  test.each([{ createdAt: "just now" }, { createdAt: null }, { createdAt: undefined }])(
    "a new key gets the moment of its arrival: %o",
    async (odd) => {
      const { client, log, behaviour, stored, clock } = setUp({ maxAgeMs: 1000 });
      behaviour.rotate = { status: 201, json: { ...issued, ...odd } };
      for (let i = 0; i < 4; i++) await client.prices.retrieve("SOL");
      expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(1);
      expect(stored()?.createdAt).toBe(new Date(clock.now()).toISOString());
    },
  );

  test("one in the store works on and is said to have no age; it is not rotated at every request", async () => {
    const { client, log } = setUp({ record: { ...OLD, createdAt: "last spring" } });
    const heard: string[] = [];
    client.on("rotationFailed", ({ error }) => heard.push(error.message));
    for (let i = 0; i < 4; i++) await client.prices.retrieve("SOL");
    expect(log.filter((line) => line.includes("/rotate"))).toEqual([]);
    expect(heard).toEqual([expect.stringContaining("createdAt")]);
  });
});

test("listeners hear of a rotator that withOptions brings, and of each rotation once", async () => {
  const { rotator } = setUp();
  const { client: base } = clientWith([{ json: PRICE }]);
  const heard: string[] = [];
  base.on("keyRotated", ({ keyId }) => heard.push(keyId));
  const client = base.withOptions({ apiKey: rotator.apiKey });
  client.withOptions({ apiKey: rotator.apiKey, timeout: 5000 }).withOptions({ maxRetries: 0 });
  await rotator.rotate();
  expect(heard).toEqual(["key_1"]);
});
