import { promises, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { ConfigurationError } from "intent-tx";
import { FileJournal } from "intent-tx/node";
import { type JournalStorage, MemoryJournal, type PaymentRecord, StorageJournal } from "intent-tx/solana";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { journalSuite, record } from "./journal-suite.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
};

describe("MemoryJournal", () => {
  const journal = new MemoryJournal();
  journalSuite(() => ({ journal: () => journal, pass }));
});

describe("StorageJournal", () => {
  const items = new Map<string, string>([["another app", "not ours"]]);
  const storage: JournalStorage = {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
  let last: Promise<unknown> = Promise.resolve();
  const locks = {
    request: <T>(_: string, callback: () => Promise<T>): Promise<T> => {
      const next = last.then(callback);
      last = next.catch(() => undefined);
      return next;
    },
  };
  journalSuite(() => ({ journal: () => new StorageJournal(storage, locks), pass }));

  test("without Web Locks it is refused", () => {
    expect(() => new StorageJournal(storage, {} as never)).toThrow(ConfigurationError);
  });
});

describe("FileJournal", () => {
  const root = temporaryFolder(afterAll);
  const folder = join(root, "deep", "payments");
  journalSuite(() => ({ journal: () => new FileJournal(folder), pass }));

  const next = (one: PaymentRecord, over: Partial<PaymentRecord> = {}): PaymentRecord => ({
    ...one,
    version: one.version + 1,
    ...over,
  });

  test("is readable only by its owner, keeps two versions, and reveals no payment in file names", async () => {
    const path = join(root, "own");
    const journal = new FileJournal(path);
    let one = record({ paymentId: "canary" });
    await journal.claim(one);
    for (let i = 0; i < 4; i++) {
      one = next(one);
      expect(await journal.update(one)).toBe(true);
    }
    const names = readdirSync(path).sort();
    expect(names).toEqual([
      expect.stringMatching(/^[\da-f]{64}\.4\.json$/),
      expect.stringMatching(/\.5\.json$/),
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of names) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
  });

  test("a settled payment's files are removed when the files are 7 days old", async () => {
    const path = join(root, "old");
    const [open, over] = [record(), record()];
    const journal = new FileJournal(path);
    for (const one of [open, over]) await journal.claim(one);
    await journal.update(next(over, { state: "settled", outcome: "expired" }));
    writeFileSync(join(path, "dead.tmp"), "half");
    const old = new Date(Date.now() - 8 * 86_400_000);
    for (const name of readdirSync(path)) utimesSync(join(path, name), old, old);
    const other = record();
    await new FileJournal(path).claim(other);
    expect(readdirSync(path)).toHaveLength(2);
    expect(await journal.open()).toEqual(expect.arrayContaining([open, other]));
  });

  test("a late update of a removed payment stores nothing", async () => {
    const path = join(root, "slow");
    const one = record();
    const [journal, slow] = [new FileJournal(path), new FileJournal(path)];
    await journal.claim(one);
    const read = slow.get.bind(slow);
    slow.get = async (id) => {
      const there = await read(id);
      for (const name of readdirSync(path)) rmSync(join(path, name));
      return there;
    };
    expect(await slow.update(next(one))).toBe(false);
    expect(await journal.get(one.paymentId)).toBeUndefined();
  });

  test("an invalid file is named, and does not prevent the claim of another payment", async () => {
    const path = join(root, "broken");
    const journal = new FileJournal(path);
    const [broken, whole] = [record(), record()];
    await journal.claim(broken);
    const [name = ""] = readdirSync(path);
    writeFileSync(join(path, name), '{"vers');
    const old = new Date(Date.now() - 8 * 86_400_000);
    utimesSync(join(path, name), old, old);
    await expect(new FileJournal(path).claim(broken)).rejects.toThrow(`${name} contains no payment record`);
    expect(await new FileJournal(path).claim(whole)).toBeUndefined();
  });

  test("lists the folder once to find open payments among many settled ones", async () => {
    const path = join(root, "busy");
    const journal = new FileJournal(path);
    const open = record();
    await journal.claim(open);
    for (let i = 0; i < 20; i++) {
      const settled = JSON.stringify(record({ state: "settled", outcome: "landed" }));
      writeFileSync(join(path, `${i.toString(16).padStart(64, "0")}.1.json`), settled);
    }
    // If each record listed the folder again, this would take longer than a blockhash is valid.
    const list = vi.spyOn(promises, "readdir");
    syncBuiltinESMExports();
    expect(await journal.open()).toEqual([open]);
    expect(list).toHaveBeenCalledTimes(1);
    list.mockRestore();
    syncBuiltinESMExports();
  });

  test("a path is required", () => {
    expect(() => new FileJournal("")).toThrow(ConfigurationError);
  });
});
