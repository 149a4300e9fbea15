import { createHash } from "node:crypto";
import { promises, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { ConfigurationError } from "intent-tx";
import { FileJournal } from "intent-tx/node";
import { checkJournal, MemoryJournal, type PaymentRecord } from "intent-tx/solana";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { record, settleOne } from "./record.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
};

test("MemoryJournal meets the contract of journals", async () => {
  const journal = new MemoryJournal();
  await checkJournal(() => journal, { pass });
});

describe("FileJournal", () => {
  const root = temporaryFolder(afterAll);
  const folder = join(root, "deep", "payments");
  test("meets the contract of journals", async () => {
    const damage = (paymentId: string) => {
      const hash = createHash("sha256").update(paymentId).digest("hex");
      for (const name of readdirSync(folder))
        if (name.startsWith(hash)) writeFileSync(join(folder, name), '{"version":1');
    };
    // A file has the machine's time, which is not faked.
    const age = (ms: number) => {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const time = new Date(statSync(path).mtimeMs - ms);
        utimesSync(path, time, time);
      }
    };
    await checkJournal(() => new FileJournal(folder), { pass: age, damage });
  });

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
      expect.stringMatching(/^[\da-f]{64}\.\d+3\.json$/),
      expect.stringMatching(/\d+4\.json$/),
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
    await settleOne(new FileJournal(path));
    // The open payment, and two versions of the new one.
    await expect.poll(() => readdirSync(path)).toHaveLength(3);
    expect(await journal.open()).toEqual([open]);
  });

  test("an old temporary file that cannot be removed does not prevent payments", async () => {
    const path = join(root, "leftover");
    await new FileJournal(path).claim(record());
    const left = join(path, "dead.tmp");
    writeFileSync(left, "half");
    utimesSync(left, new Date(0), new Date(0));
    const busy = Object.assign(new Error("resource busy"), { code: "EBUSY" });
    const { rm } = promises;
    const spy = vi
      .spyOn(promises, "rm")
      .mockImplementation((file, options) => (file === left ? Promise.reject(busy) : rm(file, options)));
    syncBuiltinESMExports();
    const claimed = await new FileJournal(path).claim(record()).finally(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    expect(claimed).toBeUndefined();
    expect(readdirSync(path)).toContain("dead.tmp");
  });

  describe("another process acts at any moment", () => {
    const CALLS = ["link", "open", "readdir", "rm", "stat", "mkdir"] as const;

    /** Runs `work`, and `other` before the file system call number `moment` of `work`. Returns the number of calls. */
    async function interleave(moment: number, work: () => Promise<void>, other: () => Promise<void>) {
      let calls = 0;
      let isOther = false;
      const spies = CALLS.map((name) => {
        const original = promises[name] as (...args: unknown[]) => Promise<unknown>;
        return vi.spyOn(promises, name).mockImplementation((async (...args: unknown[]) => {
          if (!isOther && calls++ === moment) {
            isOther = true;
            await other();
            isOther = false;
          }
          return original(...args);
        }) as never);
      });
      syncBuiltinESMExports();
      await work().finally(() => {
        for (const spy of spies) spy.mockRestore();
        syncBuiltinESMExports();
      });
      return calls;
    }

    /** Removes old payments now and not in the background, so that each moment of it is known. */
    const remove = (journal: FileJournal) => (journal as unknown as { sweep(): Promise<void> }).sweep();

    /** A process that sends its transaction if it gets the payment, and settles it. */
    const payer =
      (first: PaymentRecord, winners: string[]) => async (journal: FileJournal, intentId: string) => {
        const one = { ...first, intentId };
        if ((await journal.claim(one)) !== undefined) return;
        if (!(await journal.update(next(one, { state: "sending" })))) return;
        winners.push(intentId);
        await journal.update(next(next(one), { state: "settled", outcome: "landed" }));
      };

    test("of two claims around midnight, one gets the payment", async () => {
      for (let moment = 0; moment < 20; moment++) {
        const journal = new FileJournal(join(root, `midnight ${moment}`));
        await remove(journal);
        await journal.claim(record());
        const winners: string[] = [];
        const pays = payer(record(), winners);
        const now = Date.now();
        await interleave(
          moment,
          () => pays(journal, "A"),
          async () => {
            vi.setSystemTime(now - 86_400_000);
            await pays(journal, "B");
            vi.setSystemTime(now);
          },
        );
        expect(winners).toHaveLength(1);
      }
    });

    test.each([
      ["claims it", 1, false],
      ["removes and claims it", 2, true],
    ])(
      "while one claims a payment of 7 days ago, another %s: one of them pays",
      async (_, versions, removes) => {
        let moments = 1;
        for (let moment = 0; moment < moments; moment++) {
          const path = join(root, `race ${versions} ${removes} ${moment}`);
          const first = record();
          const before = new FileJournal(path);
          const now = Date.now();
          const old = new Date(now - 8 * 86_400_000);
          vi.setSystemTime(old);
          await remove(before);
          await before.claim(first);
          let over = first;
          for (let version = 2; version <= versions; version++) {
            over = next(over, { state: "sending" });
            await before.update(over);
          }
          const settled = next(over, { state: "settled", outcome: "expired" });
          vi.setSystemTime(now);
          const [own, other] = [new FileJournal(path), new FileJournal(path)];
          if (!removes) await remove(other);
          vi.setSystemTime(old);
          await before.update(settled);
          vi.setSystemTime(now);
          for (const name of readdirSync(path)) utimesSync(join(path, name), old, old);

          const winners: string[] = [];
          const pays = payer(first, winners);
          const calls = await interleave(
            moment,
            () => remove(own).then(() => pays(own, "A")),
            () => remove(other).then(() => pays(other, "B")),
          );
          moments = Math.max(moments, calls);
          expect(winners).toHaveLength(1);
          expect(await before.get(first.paymentId)).toMatchObject({
            intentId: winners[0],
            outcome: "landed",
          });
          expect(await before.claim({ ...first, intentId: "C" })).toMatchObject({ intentId: winners[0] });
        }
        expect(moments).toBeGreaterThan(20);
      },
    );

    test("a late update of a removed payment stores nothing", async () => {
      const late: boolean[] = [];
      for (let moment = 0; moment < 12; moment++) {
        const path = join(root, `slow ${moment}`);
        const one = record();
        const journal = new FileJournal(path);
        await journal.claim(one);
        await interleave(
          moment,
          async () => void late.push(await journal.update(next(one))),
          async () => {
            for (const name of readdirSync(path)) if (name.endsWith(".json")) rmSync(join(path, name));
          },
        );
        if (!late.at(-1)) expect(await journal.get(one.paymentId)).toBeUndefined();
      }
      expect(late.filter((done) => !done).length).toBeGreaterThan(5);
    });
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
