import { randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
import { type FileHandle, mkdir, open, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConflictError, type KeyRecord, type KeyStore, RotationUncertainError } from "intent-tx";
import { FileKeyStore, type FileKeyStoreOptions, StaleKeyError } from "intent-tx/node";
import { test as base, beforeEach, expect, vi } from "vitest";
import { FileCell } from "../../../src/node/file-cell.js";
import { type RotationState, SharedRotation } from "../../../src/rotation/shared-rotation.js";
import { temporaryFolder } from "../../folder.js";
import { deferred, failure, fakeClock } from "../harness.js";

type RotationService = Parameters<NonNullable<KeyStore["rotate"]>>[1];

const OLD = { keyId: "key_1", key: "svc_live_canary_1", createdAt: "2026-01-01T00:00:00Z" };
const RECORD = { ...OLD, key: "svc_live_canary_secret" };
const NEW = { keyId: "key_2", key: "svc_live_canary_2", createdAt: "2026-04-01T00:00:00Z" };

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "key.json");
});

/** A store over the file, which has `OLD`. */
async function saved(options: FileKeyStoreOptions = {}) {
  const store = new FileKeyStore(path, options);
  await store.save(OLD);
  return store;
}

const test = base.extend("store", () => saved());

/** A service that issues `NEW` as the successor of any key, and one whose check fails. */
function service() {
  const asked: string[] = [];
  const revoked: string[] = [];
  const one: RotationService = {
    issue: async ({ keyId, key, createdAt, version }, attempt) => {
      asked.push(attempt);
      return { ...NEW, previous: { keyId, key, createdAt }, version };
    },
    check: async () => {},
    revoke: async ({ keyId }) => revoked.push(keyId),
  };
  const down = { ...one, check: () => Promise.reject(new Error("the service is down")) };
  return { one, down, asked, revoked };
}

test("one of many stores over a file rotates, and all get the new key, which is in the file too", async () => {
  await saved();
  const { one, asked } = service();
  const stores = Array.from({ length: 12 }, () => new FileKeyStore(path));
  const records = await Promise.all(stores.map((store) => store.rotate("key_1", one, true)));
  expect(asked).toHaveLength(1);
  for (const record of records) expect(record).toMatchObject({ keyId: "key_2", previous: OLD });
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ keyId: "key_2" });
  for (const store of stores) expect(await store.load()).toMatchObject({ keyId: "key_2", version: 1 });
});

test("a key that another process has used and replaced is not revoked", async ({ store }) => {
  const { one, down, revoked } = service();
  await failure(store.rotate("key_1", down, true));
  const other = new FileKeyStore(path);
  await other.rotate("key_1", one, true);
  await other.rotate("key_2", { ...one, issue: async () => ({ ...NEW, keyId: "key_3" }) }, true);
  expect(await store.rotate("key_1", one, true)).toMatchObject({ keyId: "key_3" });
  expect(revoked).toEqual([]);
});

test("a process that fails after another one took its lease changes nothing", async () => {
  const cell = memoryCell({ fence: 0, record: OLD });
  const { one } = service();
  const issue = async () => {
    cell.write({ ...cell.state, fence: 2, lease: { token: 2, renewedAt: 0 } });
    throw new Error("the service is down");
  };
  const rotation = new SharedRotation(cell, 1000);
  expect(await rotation.rotate("key_1", { ...one, issue }, false)).toBeUndefined();
  expect(cell.state).toMatchObject({ lease: { token: 2 }, attempt: { keyId: "key_1" } });
});

/** One state in memory. Writes fail while `down` says so. */
function memoryCell(state: RotationState, down: (next: RotationState) => boolean = () => false) {
  let revision = 0;
  const memory = {
    state,
    write: (next: RotationState) => {
      memory.state = next;
      revision++;
      return true;
    },
    read: async () => ({ state: memory.state, revision, now: 0 }),
    swap: async (from: number, next: RotationState) => {
      if (down(next)) throw new Error("the store is down");
      return from === revision && memory.write(next);
    },
  };
  return memory;
}

test("a store that has lost writes is refused; a newer key that was saved by hand is used", async () => {
  const cell = memoryCell({ fence: 9, record: { ...NEW, version: 5 } });
  const rotation = new SharedRotation(cell, 1000);
  expect(await rotation.load()).toMatchObject({ keyId: "key_2" });
  cell.write({ fence: 2, record: { ...OLD, version: 4 } });
  const { one, asked } = service();
  for (const call of [rotation.load(), rotation.rotate("key_1", one, true)])
    expect((await failure(call)).message).toContain("it has lost writes");
  expect(asked).toEqual([]);
  const createdAt = new Date(Date.parse(NEW.createdAt) + 1).toISOString();
  cell.write({ fence: 1, record: { ...OLD, keyId: "key_9", version: 1, createdAt } });
  expect(await rotation.load()).toMatchObject({ keyId: "key_9" });
  // The same key, saved again to an emptied store.
  cell.write({ fence: 0, record: { ...OLD, keyId: "key_9", version: 0, createdAt } });
  expect(await rotation.load()).toMatchObject({ keyId: "key_9", version: 0 });
});

test("a slow read of an older record does not hide that the store has lost writes", async () => {
  const cell = memoryCell({ fence: 1, record: { ...OLD, version: 1 } });
  const [older, answer] = [await cell.read(), deferred()];
  vi.spyOn(cell, "read").mockImplementationOnce(() => answer.promise.then(() => older));
  const rotation = new SharedRotation(cell, 1000);
  const first = rotation.load();
  cell.write({ fence: 3, record: { ...NEW, version: 3 } });
  expect(await rotation.load()).toMatchObject({ keyId: "key_2" });
  answer.resolve();
  await first;
  cell.write({ fence: 2, record: { ...OLD, keyId: "key_1b", version: 2 } });
  expect((await failure(rotation.load())).message).toContain("it has lost writes");
});

test("a conflict is no failure if the process that received the key has stored it", async () => {
  const cell = memoryCell({ fence: 1, record: OLD, attempt: { id: "begun elsewhere", keyId: "key_1" } });
  const issue = async () => {
    cell.write({ ...cell.state, issued: NEW });
    throw new ConflictError("It is rotated.", { status: 409, code: "key_not_rotatable" } as never);
  };
  const rotation = new SharedRotation(cell, 1000);
  expect(await rotation.rotate("key_1", { ...service().one, issue }, true)).toMatchObject({ keyId: "key_2" });
  expect(cell.state.attempt).toBeUndefined();
});

test("a rotation that another process began keeps its idempotency key after a failure", async () => {
  const cell = memoryCell({ fence: 1, record: OLD, attempt: { id: "begun elsewhere", keyId: "key_1" } });
  const rotation = new SharedRotation(cell, 1000);
  const busy = new Error("The service is busy.");
  const issue = vi.fn(async (..._: Parameters<RotationService["issue"]>) => Promise.reject(busy));
  for (let tries = 0; tries < 2; tries++)
    expect(await failure(rotation.rotate("key_1", { ...service().one, issue }, true))).toBe(busy);
  // A new key would be a second successor, if the other process has got the first one.
  expect(issue.mock.calls.map(([, attempt]) => attempt)).toEqual(["begun elsewhere", "begun elsewhere"]);
});

test("a service whose answers are lost is asked with one idempotency key, and less and less often", async () => {
  const rotation = new SharedRotation(memoryCell({ fence: 1, record: OLD }), 1000);
  let minute = 0;
  const asked: number[] = [];
  const attempts = new Set<string>();
  const issue: RotationService["issue"] = async (_, attempt) => {
    asked.push(minute);
    attempts.add(attempt);
    throw new RotationUncertainError("lost");
  };
  const lost = { ...service().one, issue, now: () => minute * 60_000 };
  const rotate = (wait: boolean) => rotation.rotate("key_1", lost, wait).catch(() => undefined);
  for (; minute < 24 * 60; minute++) await rotate(false);
  // Every 128 minutes, as long as the old key can work.
  const later = [383, 511, 639, 767, 895, 1023, 1151, 1279, 1407];
  expect(asked).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, ...later]);
  await rotate(true);
  expect([asked.at(-1), attempts.size]).toEqual([24 * 60, 1]);
});

test("a store that lost everything during the rotation gets the new key", async () => {
  const cell = memoryCell({ fence: 1, record: OLD });
  const { one, revoked } = service();
  const issue = async () => {
    cell.write({ fence: 1 });
    return NEW;
  };
  const rotated = new SharedRotation(cell, 1000).rotate("key_1", { ...one, issue }, true);
  expect(await rotated).toMatchObject({ keyId: "key_2" });
  expect(cell.state).toMatchObject({ record: { keyId: "key_2" } });
  expect([cell.state.issued, revoked]).toEqual([undefined, []]);
});

test("a conflict of a rotation that no process began before is passed on unchanged", async () => {
  const conflict = new ConflictError("It is revoked.", { status: 409, code: "key_not_rotatable" } as never);
  const rotation = new SharedRotation(memoryCell({ fence: 1, record: OLD }), 1000);
  const issue = async () => Promise.reject(conflict);
  expect(await failure(rotation.rotate("key_1", { ...service().one, issue }, true))).toBe(conflict);
});

test("an issued key is saved although two writes fail, and a lease that another process took stays its own", async () => {
  let fails = 2;
  const cell = memoryCell({ fence: 1, record: OLD }, ({ issued }) => issued !== undefined && fails-- > 0);
  const lease = { token: 9, renewedAt: 0 };
  const issue = async () => {
    cell.write({ ...cell.state, fence: 9, lease });
    // The lease is renewed meanwhile.
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    return NEW;
  };
  const check = vi.fn(async () => expect(cell.state.lease).toEqual(lease));
  const rotation = new SharedRotation(cell, 1000, fakeClock());
  const slow = { ...service().one, issue, check };
  expect(await rotation.rotate("key_1", slow, true)).toMatchObject({ keyId: "key_2" });
  expect([fails, check.mock.calls.length]).toEqual([-1, 1]);
});

test.each([
  ["in a store that is down", () => true],
  ["for lack of space", ({ issued }: RotationState) => issued !== undefined],
])(
  "a key not saved %s is saved by the next rotation, although another process calls it lost",
  async (_, fails) => {
    let isDown = false;
    const cell = memoryCell({ fence: 1, record: OLD }, (next) => isDown && fails(next));
    const { one, asked } = service();
    const issue: RotationService["issue"] = (...order) => {
      isDown = true;
      return one.issue(...order);
    };
    const rotation = new SharedRotation(cell, 1000, fakeClock());
    expect((await failure(rotation.rotate("key_1", { ...one, issue }, true))).message).toMatch(/is down/);
    expect(await new SharedRotation(cell, 1000).load()).toMatchObject({ unfinished: true });
    isDown = false;
    cell.write({ fence: 2, record: OLD, attempt: { id: "another", keyId: "key_1", lost: true } });
    const check = vi.fn(async () => expect(cell.state.issued).toMatchObject({ keyId: "key_2" }));
    expect(await rotation.rotate("key_1", { ...one, check }, true)).toMatchObject({ keyId: "key_2" });
    expect([asked.length, check.mock.calls.length]).toEqual([1, 1]);
  },
);

test("a slow read that began before a rotation does not mean that writes were lost", async ({ store }) => {
  await store.rotate("key_1", service().one, true);
  const issue = async () => ({ ...NEW, keyId: "key_3" });
  const read = vi.spyOn(FileCell.prototype, "read");
  await store.load();
  const rotate = () => store.rotate("key_2", { ...service().one, issue }, true);
  read.mockImplementationOnce(() => rotate().then(() => read.mock.results[0]?.value));
  expect((await store.load())?.keyId).toBe("key_2");
  read.mockRestore();
});

test("a lost response is requested again under the same idempotency key", async ({ store }) => {
  const { one, asked } = service();
  const issue = async (old: KeyRecord, attempt: string) => {
    await one.issue(old, attempt);
    throw Object.assign(new RotationUncertainError("lost"), { code: "E503" }); // not of the file system
  };
  const error = await failure(store.rotate("key_1", { ...one, issue }, true));
  expect(error).toBeInstanceOf(RotationUncertainError);
  expect(await new FileKeyStore(path).rotate("key_1", one, true)).toMatchObject({ keyId: "key_2" });
  expect(asked).toEqual([asked[0], asked[0]]);
});

test("a late write of a replaced key is ignored; a manually stored key is used", async ({ store }) => {
  await store.rotate("key_1", service().one, true);
  await writeFile(path, JSON.stringify(OLD));
  expect(await store.load()).toMatchObject({ keyId: "key_2" });
  await writeFile(path, JSON.stringify({ ...OLD, keyId: "key_9" }));
  expect(await store.load()).toMatchObject({ keyId: "key_9" });
});

test("a record with a version replaces only that version, a record without one replaces any", async () => {
  const store = await saved();
  await store.rotate("key_1", service().one, true);
  const mine = { ...OLD, keyId: "key_mine" };
  expect(await failure(store.save({ ...mine, version: 7 }))).toBeInstanceOf(StaleKeyError);
  await store.save({ ...mine, version: 1 });
  expect(await store.load()).toMatchObject({ keyId: "key_mine", version: 2 });
  await store.save(OLD);
  expect(await store.load()).toMatchObject({ keyId: "key_1" });
});

test("no concurrent change is lost, and old states do not accumulate", async () => {
  const cells = Array.from({ length: 4 }, () => new FileCell(path));
  await Promise.all(
    cells.map(async (cell) => {
      for (let done = 0; done < 10; ) {
        const { revision, state } = await cell.read();
        if (await cell.swap(revision, { ...state, fence: state.fence + 1 })) done++;
      }
    }),
  );
  expect((await cells[0]!.read()).state.fence).toBe(40);
  const left = await readdir(`${path}.rotation`);
  expect(left.length).toBeLessThan(45);
  expect(left.filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a save concurrent with a rotation never restores the rotated key", async () => {
  for (let round = 0; round < 10; round++) {
    const place = join(folder, `${round}.json`);
    await new FileKeyStore(place).save(OLD);
    const { one, asked, revoked } = service();
    // The user saves the same key with an old date. Another process rotates as soon as it reads that date.
    const person = new FileKeyStore(place).save({ ...OLD, createdAt: "2020-01-01T00:00:00Z" });
    const other = new FileKeyStore(place);
    while ((await other.load())?.createdAt === OLD.createdAt);
    await Promise.all([person, other.rotate("key_1", one, true)]);
    expect(await other.load()).toMatchObject({ keyId: "key_2" });
    expect([asked.length, revoked]).toEqual([1, []]);
  }
});

test("of all replaced keys only the last is kept, for its overlap", async ({ store }) => {
  for (let number = 2; number < 12; number++) {
    const { one } = service();
    const issue = async (old: KeyRecord, attempt: string) => ({
      ...(await one.issue(old, attempt)),
      keyId: `key_${number}`,
      key: `svc_live_canary_${number}`,
    });
    await store.rotate(`key_${number - 1}`, { ...one, issue }, true);
  }
  const states = await readdir(`${path}.rotation`, { recursive: true });
  const files = states.filter((name) => name.endsWith(".json")).map((name) => join(`${path}.rotation`, name));
  const texts = await Promise.all([path, ...files].map((file) => readFile(file, "utf8")));
  const found = new Set(texts.join().match(/canary_\d+/g));
  expect([...found].sort()).toEqual(["canary_10", "canary_11"]);
});

test("rotations by age keep a minimum interval on the store's clock; requested rotations do not", async () => {
  const store = await saved();
  const { one, asked } = service();
  await store.rotate("key_1", { ...one, minAge: 60_000 }, false);
  expect(await store.load()).toMatchObject({ keyId: "key_2", rotatedAt: expect.any(String) });
  expect(await store.rotate("key_2", { ...one, minAge: 60_000 }, false)).toBeUndefined();
  expect(asked).toHaveLength(1);
  await store.rotate("key_2", { ...one, minAge: 60_000 }, true);
  expect(asked).toHaveLength(2);
});

test("a newest state without its file is reported, instead of searched for ever", async () => {
  await mkdir(join(`${path}.rotation`, "3"), { recursive: true });
  await writeFile(join(`${path}.rotation`, "3", "taken"), "");
  expect((await failure(new FileKeyStore(path).load())).message).toContain("cannot be read");
});

test("a rotation removes what a killed process left of the key file, and nothing else", async () => {
  await saved();
  const names = [`key.json.${randomUUID()}.tmp`, `other.json.${randomUUID()}.tmp`, "key.json.mine.tmp"];
  for (const name of names) {
    await writeFile(join(folder, name), JSON.stringify(RECORD));
    await utimes(join(folder, name), 0, 0);
  }
  await new FileKeyStore(path).rotate(OLD.keyId, service().one, true);
  expect((await readdir(folder)).sort()).toEqual(["key.json", "key.json.rotation", ...names.slice(1)].sort());
});

test("renewing a lease leaves no listener on its signal", async () => {
  const store = await saved({ lease: 3 });
  const add = vi.spyOn(EventTarget.prototype, "addEventListener");
  const renewals = () => add.mock.calls.filter(([type]) => type === "abort").length;
  let most = 0;
  const check = async () => {
    await expect.poll(renewals).toBeGreaterThan(3);
    for (const signal of add.mock.contexts as EventTarget[])
      most = Math.max(most, getEventListeners(signal, "abort").length);
  };
  await store.rotate("key_1", { ...service().one, check }, true);
  add.mockRestore();
  expect(most).toBeLessThanOrEqual(1);
});

test("loads the saved record, also from another store; undefined if there is none", async () => {
  expect(await new FileKeyStore(path).load()).toBeUndefined();
  await new FileKeyStore(path).save({ ...RECORD, previous: RECORD });
  expect(await new FileKeyStore(path).load()).toEqual({ ...RECORD, previous: RECORD });
});

test.skipIf(process.platform === "win32")(
  "only the owner can read the file, even if everyone could before",
  async () => {
    await writeFile(path, "{}", { mode: 0o644 });
    await new FileKeyStore(path).save(RECORD);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  },
);

test.each([
  ["a record", false, "{\n"],
  ["a rotation's state", true, '{"fence'],
])("a disk too full for %s leaves the old key, and errors explain it", async (_, rotated, start) => {
  const store = await saved();
  if (rotated) await store.rotate("key_1", service().one, true);
  const { keyId = "" } = (await store.load()) ?? {};
  await using file = await open(path);
  const write = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, "writeFile");
  write.mockImplementation(async function (this: FileHandle, text) {
    await this.write(String(text));
    if (String(text).startsWith(start)) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  });
  for (const change of [() => store.save(RECORD), () => store.rotate(keyId, service().one, true)]) {
    const { name, message } = await failure(change());
    expect(name).toBe("ConfigurationError");
    expect(message).toContain(`${path} could not be changed: ENOSPC. A working key remains. Free disk space`);
  }
  write.mockRestore();
  for (const one of [store, new FileKeyStore(path)]) expect(await one.load()).toMatchObject({ keyId });
  expect((await readdir(folder, { recursive: true })).join()).not.toContain(".tmp");
});

test("concurrent saves leave one complete record", async () => {
  const store = new FileKeyStore(path);
  await Promise.all(Array.from({ length: 20 }, (_, i) => store.save({ ...RECORD, keyId: `key_${i}` })));
  expect((await store.load())?.keyId).toMatch(/^key_\d+$/);
  expect(await readdir(folder)).toEqual(["key.json"]);
});

test.each([
  "",
  "null",
  "[]",
  "{}",
  '{"keyId":1}',
  JSON.stringify({ ...RECORD, key: 1 }),
  `${JSON.stringify(RECORD)}x`,
])("a file containing %j is refused without showing it", async (text) => {
  await writeFile(path, text);
  const error = await failure(new FileKeyStore(path).load());
  expect(error.name).toBe("ConfigurationError");
  expect(`${error.message}${error.stack}`).not.toContain("canary");
  expect(await readFile(path, "utf8")).toBe(text);
});

test("a key store creates its folder, readable only by its owner", async () => {
  const inner = join(folder, "keys", "app", "key.json");
  await new FileKeyStore(inner).save(RECORD);
  expect(await new FileKeyStore(inner).load()).toEqual(RECORD);
  expect((await stat(inner)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "keys", "app"))).mode & 0o777).toBe(0o700);
});
