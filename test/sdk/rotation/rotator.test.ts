import { ConnectionError, type KeyRecord, KeyRotator, TimeoutError } from "intent-tx";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { StoreCell } from "../../../src/rotation/store-cell.js";
import { systemClock, within } from "../../../src/runtime/clock.js";
import { BASE, deferred, failure, KEY_RECORD, PRICE, type Reply, refused, USAGE } from "../harness.js";
import { DAY, NOW, OLD, settled, setUp } from "./rotation-harness.js";

test("the new key is saved, then checked, then used; the old one stays valid for its overlap", async () => {
  const { rotator, client, log, stored } = setUp();
  await client.prices.retrieve("SOL");
  expect(await rotator.rotate()).toEqual({
    keyId: "key_1",
    previousKeyId: "key_old",
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  await client.prices.retrieve("SOL");
  expect(log).toEqual([
    "GET /prices/SOL svc_live_old_secret",
    "POST /keys/key_old/rotate svc_live_old_secret",
    "save key_1",
    "GET /analytics/usage svc_live_secret_1",
    "GET /prices/SOL svc_live_secret_1",
  ]);
  expect(stored()).toEqual({
    keyId: "key_1",
    key: "svc_live_secret_1",
    createdAt: "2026-01-01T00:00:00.000Z",
    previous: OLD,
    rotatedAt: "2026-01-01T00:00:00.000Z",
  });
});

test("an adminKey rotates a key that cannot rotate itself", async () => {
  const { rotator, log } = setUp({ adminKey: async () => "svc_live_admin_secret" });
  await rotator.rotate();
  expect(log[0]).toBe("POST /keys/key_old/rotate svc_live_admin_secret");
});

test("a rotation whose adminKey cannot be read was not sent, so it is not uncertain", async () => {
  for (const away of [new ConnectionError("Redis is away."), new TimeoutError("total", 1)]) {
    const load = () => Promise.reject(away);
    const { rotator, client } = setUp({ adminKey: new KeyRotator({ store: { load, save } }).apiKey });
    expect((await failure(rotator.rotate())).name).toBe(away.name);
    expect(await failure(client.prices.retrieve("SOL", { apiKey: load }))).not.toMatchObject({ sent: true });
  }
});

test("concurrent rotations are merged, and requests in flight keep their key", async () => {
  const { rotator, client, log, behaviour } = setUp();
  const gate = deferred();
  behaviour.gate = gate.promise;
  const inFlight = client.prices.retrieve("SOL");
  await expect.poll(() => log).toHaveLength(1);
  const [first, second] = await Promise.all([rotator.rotate(), rotator.rotate()]);
  expect(second).toBe(first);
  gate.resolve();
  expect(await inFlight).toEqual(PRICE);
  expect(log.filter((line) => line.includes("rotate"))).toHaveLength(1);
});

describe("by age", () => {
  test.each([
    [89, 0, {}],
    [90, 1, {}],
    [900, 0, { maxAge: Number.POSITIVE_INFINITY }],
  ])("a key of %i days: %i rotations", async (days, rotations, options) => {
    const createdAt = new Date(NOW - days * DAY).toISOString();
    const { client, log } = setUp({ record: { ...OLD, createdAt }, ...options });
    await Promise.all([client.prices.retrieve("SOL"), client.prices.retrieve("SOL")]);
    await settled();
    await client.prices.retrieve("SOL");
    expect(log.filter((line) => line.includes("rotate"))).toHaveLength(rotations);
    expect(log.at(-1)).toContain(rotations ? "svc_live_secret_1" : "svc_live_old_secret");
  });

  test("requests use the old key while the service takes long to rotate it, unless it is refused", async () => {
    const { rotator, client, log, behaviour } = setUp({ maxAge: 1 });
    const answer = deferred<Reply>();
    behaviour.rotate = answer.promise;
    for (let i = 0; i < 3; i++) await client.prices.retrieve("SOL");
    const replacement = rotator.apiKey({ rejected: OLD.key });
    await settled();
    expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(1);
    answer.resolve({ status: 201, json: { ...KEY_RECORD, key: "svc_live_secret_1" } });
    expect(await replacement).toBe("svc_live_secret_1");
  });
});

const never = () => new Promise<never>(() => {});
const save = async () => {};

test("a call's own deadline ends the wait for a store that does not answer", async () => {
  const { client } = setUp({ store: { load: never, save } });
  const error = await failure(client.prices.retrieve("SOL", { totalTimeout: 50 }));
  expect(error.message).toMatch(/^No API key from the apiKey function or its store within 50 ms/);
});

test.each(["load", "save", "rotate"])(
  "a %s() that never ends fails a rotation, not the next",
  async (name) => {
    const hung = vi.fn(async () => ({ ...OLD, keyId: "key_1" }) as never).mockImplementationOnce(never);
    const { rotator } = setUp({ store: { load: async () => OLD, save, [name]: hung } });
    const limits = [0, name === "rotate" ? 300_000 : 30_000];
    const sleep = vi
      .spyOn(systemClock, "sleep")
      .mockImplementation((ms) => (limits.includes(ms) ? new Promise(setImmediate) : never()));
    expect((await failure(rotator.rotate())).message).toMatch(/^The key store could not /);
    sleep.mockRestore();
    expect(await rotator.rotate()).toMatchObject({ keyId: "key_1" });
  },
);

test("a rotation leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { rotator } = setUp();
  await rotator.rotate();
  expect(vi.getTimerCount()).toBe(0);
});

test("an answer that arrived while the process was busy is in time", async () => {
  const answer = await new Promise((resolve, reject) => {
    // In this phase of the event loop, timers come before the answer.
    setImmediate(() => {
      within(5, new Promise((arrive) => setImmediate(arrive, OLD))).then(resolve, reject);
      for (const until = performance.now() + 20; performance.now() < until; );
    });
  });
  expect(answer).toBe(OLD);
});

test("a reload that fails does not matter, and one that never ends delays only one request, for a second", async () => {
  const load = vi.fn(never).mockImplementationOnce(async () => OLD as never);
  load.mockRejectedValueOnce(new Error("away"));
  const { rotator } = setUp({ store: { refresh: 0, load, save } });
  await rotator.apiKey();
  const sleep = vi
    .spyOn(systemClock, "sleep")
    .mockImplementation((ms) => (ms > 1000 ? never() : new Promise(setImmediate)));
  for (let i = 0; i < 4; i++) expect(await rotator.apiKey()).toBe(OLD.key);
  expect(sleep.mock.calls.filter(([ms]) => ms === 1000)).toHaveLength(2);
  sleep.mockRestore();
});

test("after a failed save the old key stays in use, and the next rotate() saves the key already issued", async () => {
  const { rotator, client, log, behaviour, stored } = setUp();
  behaviour.saveFails = 1;
  const error = await failure(rotator.rotate());
  expect(error).toMatchObject({ name: "ConfigurationError", cause: { message: "disk full" } });
  await client.prices.retrieve("SOL");
  expect(log.at(-1)).toBe("GET /prices/SOL svc_live_old_secret");
  await rotator.rotate();
  expect(log.filter((line) => line.includes("/rotate"))).toHaveLength(1);
  expect(log.filter((line) => line.startsWith("save"))).toEqual(["save key_1", "save key_1"]);
  expect(stored()?.keyId).toBe("key_1");
  await client.prices.retrieve("SOL");
  expect(log.at(-1)).toBe("GET /prices/SOL svc_live_secret_1");
});

test.each(["before the next rotate()", "and is already in use"])(
  "a key saved by hand after a failed save %s stays, and the issued key is revoked",
  async (when) => {
    const { rotator, client, log, behaviour, stored, put } = setUp();
    behaviour.saveFails = 1;
    await failure(rotator.rotate());
    put({ ...OLD, keyId: "key_hand", key: "svc_live_hand" });
    if (when.startsWith("and")) await rotator.apiKey({ rejected: OLD.key });
    await rotator.rotate();
    expect(log).toContain("DELETE /keys/key_1 svc_live_secret_1");
    expect(log).not.toContain("POST /keys/key_old/rotate svc_live_hand");
    // A key that was in use already is the one that rotate() replaces.
    if (when.startsWith("and")) expect(stored()?.previous?.keyId).toBe("key_hand");
    else expect(stored()?.keyId).toBe("key_hand");
    await client.prices.retrieve("SOL");
    expect(log.at(-1)).toContain(stored()?.key);
  },
);

test.each<[string, Reply]>([
  ["a lost answer", { error: { code: "ECONNRESET" } }],
  ["a 500", refused(500, "internal_error")],
  ["an answer that cannot be read", { status: 201, json: { keyId: 7 } }],
])("%s to a rotation is reported as uncertain and not retried, and the old key stays", async (_, reply) => {
  const { rotator, client, log, behaviour } = setUp();
  behaviour.rotate = reply;
  const error = await failure(rotator.rotate());
  expect(error.name).toBe("RotationUncertainError");
  expect(error.message).toContain("24 hours");
  expect(log).toHaveLength(1);
  await client.prices.retrieve("SOL");
  expect(log.at(-1)).toContain("svc_live_old_secret");
});

test.each<[string, Reply]>([
  ["ConflictError", refused(409, "key_not_rotatable")],
  ["ConnectionError", { error: { code: "ECONNREFUSED" } }],
])("an error that proves that nothing was issued is passed on unchanged: %s", async (name, reply) => {
  const { rotator, behaviour } = setUp();
  behaviour.rotate = reply;
  expect((await failure(rotator.rotate())).name).toBe(name);
});

test.each<[string, Reply]>([
  ["a field missing", { json: { ...USAGE, requests: undefined } }],
  ["a page instead of JSON", { json: "<html>" }],
  ["a 500", refused(500, "internal_error")],
  ["a 404", refused(404, "not_found")],
])("a check that is answered with %s shows that the key is accepted", async (_, reply) => {
  const { rotator, behaviour } = setUp();
  behaviour.usage = reply;
  expect(await rotator.rotate()).toMatchObject({ keyId: "key_1" });
  expect(await rotator.apiKey()).toBe("svc_live_secret_1");
});

test("a 403 proves a new key that lacks the scope of the check; a check without an answer is repeated", async () => {
  const { rotator, log, behaviour } = setUp();
  behaviour.usage = { error: new TypeError("fetch failed") };
  expect((await failure(rotator.rotate())).name).toBe("ConnectionError");
  behaviour.usage = refused(403, "insufficient_scope");
  expect(await rotator.rotate()).toMatchObject({ keyId: "key_1" });
  expect(log.filter((line) => line.includes("/rotate") || line.startsWith("save"))).toEqual([
    "POST /keys/key_old/rotate svc_live_old_secret",
    "save key_1",
  ]);
});

test("a state that was read while a key was saved replaces nothing", async () => {
  const saved = deferred();
  const cell = new StoreCell({ load: async () => OLD, save: () => saved.promise }, () => NOW);
  const { revision, state } = await cell.read();
  const issued = { ...OLD, keyId: "key_1", key: "svc_live_secret_1" };
  const swapping = cell.swap(revision, { ...state, issued });
  const during = await cell.read();
  saved.resolve();
  expect(await swapping).toBe(true);
  expect(await cell.swap(during.revision, during.state)).toBe(false);
  expect((await cell.read()).state).toMatchObject({ record: OLD, issued });
});

test("a load that ends after a change of the state is repeated", async () => {
  const slow = deferred<KeyRecord>();
  const load = vi.fn(async () => OLD as KeyRecord);
  const cell = new StoreCell({ load, save: async () => {} }, () => NOW);
  const { revision, state } = await cell.read();
  load.mockImplementationOnce(() => slow.promise);
  const reading = cell.read();
  await cell.swap(revision, { ...state, fence: 7 });
  slow.resolve({ ...OLD, keyId: "key_late", key: "svc_live_late" });
  expect((await reading).state).toMatchObject({ fence: 7, record: OLD });
});

const createdAt = new Date(NOW).toISOString();
const THEIRS = { keyId: "key_theirs", key: "svc_live_their_secret", createdAt };

test.each(["rotate()", "a 401"])("%s loads a key that another process has rotated", async (on) => {
  const { rotator, log, put } = setUp();
  await rotator.apiKey();
  put(THEIRS);
  if (on === "a 401") expect(await rotator.apiKey({ rejected: OLD.key })).toBe(THEIRS.key);
  else expect(await rotator.rotate()).toMatchObject({ keyId: "key_theirs", previousKeyId: "key_old" });
  expect(await rotator.apiKey()).toBe("svc_live_their_secret");
  expect(log).toEqual([]);
});

test("clients and listeners are notified of a rotation", async () => {
  const { rotator, client } = setUp();
  const heard: unknown[] = [];
  client.on("keyRotated", (event) => heard.push(["client", event.keyId]));
  const stop = rotator.on("keyRotated", (event) => heard.push(["rotator", event.keyId]));
  client.withOptions({ maxRetries: 1 });
  await rotator.rotate();
  stop();
  await rotator.rotate();
  expect(heard.join()).toBe("client,key_1,rotator,key_1,client,key_2");
});

test("an empty or unreadable store is a configuration error", async () => {
  expect(await failure(setUp({ record: undefined }).client.prices.retrieve("SOL"))).toMatchObject({
    name: "ConfigurationError",
    message: expect.stringContaining("empty"),
  });
  const store = { load: () => Promise.reject(new Error("locked")), save: async () => {} };
  const error = await failure(new KeyRotator({ store, baseUrl: BASE }).rotate());
  expect(error).toMatchObject({ name: "ConfigurationError", cause: { message: "locked" } });
});
