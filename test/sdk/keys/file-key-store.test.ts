import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileKeyStore } from "intent-tx/node";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { failure } from "../harness.js";

const RECORD = { keyId: "key_1", key: "svc_live_canary_secret", createdAt: "2026-01-01T00:00:00Z" };
let folder = "";
let path = "";
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "key.json");
});

test("loads the saved record, also from another store; undefined if there is none", async () => {
  expect(await new FileKeyStore(path).load()).toBeUndefined();
  await new FileKeyStore(path).save({ ...RECORD, previous: RECORD });
  expect(await new FileKeyStore(path).load()).toEqual({ ...RECORD, previous: RECORD });
});

test.skipIf(process.platform === "win32")(
  "only the owner can read it, also where everybody could before",
  async () => {
    await writeFile(path, "{}", { mode: 0o644 });
    await new FileKeyStore(path).save(RECORD);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  },
);

test("a failed save leaves the old record and no temporary file", async () => {
  await new FileKeyStore(path).save(RECORD);
  const circular: Record<string, unknown> = { ...RECORD };
  circular["previous"] = circular;
  await failure(new FileKeyStore(path).save(circular as never));
  expect(await new FileKeyStore(path).load()).toEqual(RECORD);
  expect(await readdir(folder)).toEqual(["key.json"]);
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
  JSON.stringify({ ...RECORD, createdAt: "soon" }),
  `${JSON.stringify(RECORD)}x`,
])("a file containing %j is refused without showing it", async (text) => {
  await writeFile(path, text);
  const error = await failure(new FileKeyStore(path).load());
  expect(error.name).toBe("ConfigurationError");
  expect(`${error.message}${error.stack}`).not.toContain("canary");
  expect(await readFile(path, "utf8")).toBe(text);
});
