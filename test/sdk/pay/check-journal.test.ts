// The check of journals finds each way in which a journal of an app would pay twice.
import { checkJournal, KeyValueJournal, type KeyValueStore, type PaymentJournal } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { record } from "./record.js";

/** A journal over rows in memory, with its clock, and parts replaced by `broken`. */
function lab(
  broken: (store: KeyValueStore, rows: Map<string, string>) => Partial<KeyValueStore> = () => ({}),
) {
  const rows = new Map<string, string>();
  let now = 0;
  const store: KeyValueStore = {
    get: async (key) => rows.get(key),
    async compareAndSet(key, expected, next) {
      if (rows.get(key) !== expected) return false;
      if (next === undefined) rows.delete(key);
      else rows.set(key, next);
      return true;
    },
    list: async () => rows,
    now: () => now,
  };
  const pass = (ms: number) => {
    now += ms;
  };
  const damage = (paymentId: string) => void rows.set(paymentId, "null");
  return { journal: new KeyValueJournal({ ...store, ...broken(store, rows) }), pass, damage, rows };
}

test("a sound journal passes", async () => {
  const { journal, pass, damage } = lab();
  await checkJournal(() => journal, { pass, damage });
});

test("settled payments are removed after 7 days, at the first claim and then hourly", async () => {
  const { journal, pass, rows } = lab();
  const [open, over, late] = [
    record(),
    ...Array.from({ length: 2 }, () => record({ state: "settled", outcome: "failed" })),
  ];
  for (const one of [open, over]) await journal.claim(one!);
  pass(3_599_999);
  await journal.claim(late!);
  pass(7 * 86_400_000 - 3_599_999);
  await journal.claim(record());
  expect([rows.size, rows.has(over!.paymentId)]).toEqual([3, false]);
  pass(3_599_999);
  await journal.claim(record());
  expect(rows.has(late!.paymentId)).toBe(true);
  pass(1);
  await journal.claim(record());
  expect([rows.size, rows.has(late!.paymentId), rows.has(open!.paymentId)]).toEqual([4, false, true]);
});

test("a Proxy of a journal works, as Vue makes it, and a wrong store is refused", async () => {
  const journal = new Proxy(lab().journal, {});
  expect(await journal.claim(record())).toBeUndefined();
  expect(await journal.open()).toHaveLength(1);
  for (const store of [undefined, {}, { get() {}, list() {} }])
    expect(() => new KeyValueJournal(store as never)).toThrow("needs a store with the method");
});

describe("a store", () => {
  test.for<[string, Parameters<typeof lab>[0], RegExp]>([
    [
      "overwrites without comparing",
      (_, rows) => ({ compareAndSet: async (key, __, next) => rows.set(key, next ?? "") === rows }),
      /concurrent claims, 20 stored/,
    ],
    [
      "answers with counts",
      (store) => ({ compareAndSet: async (...c) => Number(await store.compareAndSet(...c)) as never }),
      /must return true or false/,
    ],
    [
      "ignores case",
      (store) => ({
        get: (key) => store.get(key.toLowerCase()),
        compareAndSet: (key, ...c) => store.compareAndSet(key.toLowerCase(), ...c),
      }),
      /differ in case/,
    ],
    [
      "cuts keys",
      (store) => ({
        get: (key) => store.get(key.slice(0, 255)),
        compareAndSet: (key, ...c) => store.compareAndSet(key.slice(0, 255), ...c),
      }),
      /at their end/,
    ],
    ["has another clock", () => ({ now: () => 0 }), /found after 7 days/],
    [
      "forgets settled payments",
      (store) => ({ now: () => (store.now?.() ?? 0) * 2 }),
      /forgotten within 7 days/,
    ],
    ["lists nothing", () => ({ list: async () => [] }), /does not return a payment without/],
    [
      "hides damaged rows",
      (_, rows) => ({ get: async (key) => rows.get(key)?.replace(/^null$/, "") || undefined }),
      /never made/,
    ],
  ])("that %s is found", async ([, broken, problem]) => {
    const { journal, pass, damage } = lab(broken);
    await expect(checkJournal(() => journal, { pass, damage })).rejects.toThrow(problem);
  });
});

describe("a journal", () => {
  const STALE = new Map<string, unknown>();
  test.for<[string, (journal: PaymentJournal) => Partial<PaymentJournal>, RegExp]>([
    [
      "reads from a replica that is behind",
      (journal) => ({
        async get(id) {
          const [before, now] = [STALE.get(id), await journal.get(id)];
          STALE.set(id, now);
          return (before as never) ?? now;
        },
      }),
      /stale replica/,
    ],
    [
      "keeps only the members that it knows",
      (journal) => ({
        async get(id) {
          const record = await journal.get(id);
          return record && Object.assign(record, { later: undefined });
        },
      }),
      /does not come back/,
    ],
    [
      "loses updates",
      (journal) => ({ update: async (one) => (await journal.get(one.paymentId)) !== undefined }),
      /20 succeeded/,
    ],
    [
      "stores an update without claim",
      (journal) => ({
        update: async (one) => (await journal.update(one)) || (await journal.claim(one)) == null,
      }),
      /not claimed/,
    ],
    [
      "takes any version",
      (journal) => ({ update: async (one) => (await journal.update(one)) || one.version === 1 }),
      /not the next/,
    ],
    [
      "keeps only known columns",
      (journal) => ({
        get: async (id) => {
          const { reservations: _, ...one } = (await journal.get(id)) ?? {};
          return ("version" in one ? one : undefined) as never;
        },
      }),
      /come back/,
    ],
    [
      "keeps only known columns of an attempt",
      (journal) => ({
        get: async (id) => {
          const one = await journal.get(id);
          return one && { ...one, attempts: one.attempts.map(({ byWallet: _, ...rest }) => rest) };
        },
      }),
      /come back/,
    ],
    [
      "cuts long transactions",
      (journal) => ({
        get: async (id) => {
          const text = JSON.stringify((await journal.get(id)) ?? null);
          return JSON.parse(text.replace(/("transaction":"[^"]{1000})[^"]*/g, "$1")) ?? undefined;
        },
      }),
      /come back/,
    ],
    [
      "drops the receipt of an update",
      (journal) => ({ update: ({ receipt: _, ...one }) => journal.update(one) }),
      /come back/,
    ],
    [
      "returns its own record from a lost claim",
      (journal) => ({ claim: async (one) => (await journal.claim(one)) && one }),
      /lost claim/,
    ],
    [
      "fails for one damaged row",
      (journal) => ({
        open: async () => {
          const all = await journal.open();
          if (STALE.has("damaged")) throw new Error("row");
          return all;
        },
      }),
      /blocks open/,
    ],
  ])("that %s is found", async ([, broken, problem]) => {
    const { journal, pass, damage } = lab();
    const wrong: PaymentJournal = Object.assign(Object.create(journal), broken(journal));
    const spoil = (id: string) => {
      damage(id);
      STALE.set("damaged", true);
    };
    await expect(checkJournal(() => wrong, { pass, damage: spoil })).rejects.toThrow(problem);
    STALE.clear();
  });
});
