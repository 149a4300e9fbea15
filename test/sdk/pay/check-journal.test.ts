// The check of journals finds each way in which a journal of an app would pay twice.
import {
  checkJournal,
  KeyValueJournal,
  type KeyValueStore,
  type PaymentJournal,
  type PaymentRecord,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { record, settleOne } from "./record.js";

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
  const journal = new KeyValueJournal({ ...store, ...broken(store, rows) });
  return { journal, pass, damage, rows, now: () => now };
}

test("a sound journal passes", async () => {
  const { journal, pass, damage } = lab();
  await checkJournal(() => journal, { pass, damage });
});

test("settled payments are removed after 7 days, when another one is settled, and then hourly", async () => {
  const { journal, pass, rows } = lab();
  const [open, over] = [record(), record({ state: "settled", outcome: "failed" })];
  const settle = async () => {
    const { paymentId } = await settleOne(journal);
    await new Promise(setImmediate);
    return paymentId;
  };
  for (const one of [open, over]) await journal.claim(one);
  pass(3_599_999);
  const late = await settle();
  pass(7 * 86_400_000 - 3_599_999);
  await settle();
  expect([rows.has(over.paymentId), rows.has(late)]).toEqual([false, true]);
  pass(3_599_999);
  await settle();
  expect(rows.has(late)).toBe(true);
  pass(1);
  await settle();
  expect([rows.has(late), rows.has(open.paymentId), rows.size]).toEqual([false, true, 4]);
});

test.each([
  ["never ends", () => new Promise<never>(() => {})],
  ["fails", () => Promise.reject(new Error("scan"))],
])("a payment does not wait for the list of all others: it %s", async (_, list) => {
  const { journal } = lab(() => ({ list }));
  const { paymentId } = await settleOne(journal);
  expect(await journal.get(paymentId)).toMatchObject({ outcome: "landed" });
});

test("a Proxy of a journal works, as Vue makes it, and a wrong store is refused", async () => {
  const journal = new Proxy(lab().journal, {});
  expect(await journal.claim(record())).toBeUndefined();
  expect(await journal.open()).toHaveLength(1);
  for (const store of [undefined, {}, { get() {}, list() {} }])
    expect(() => new KeyValueJournal(store as never)).toThrow("needs a store with the method");
});

/** A store that takes different keys for one. */
const folding = (store: KeyValueStore, fold: (key: string) => string): Partial<KeyValueStore> => ({
  get: (key) => store.get(fold(key)),
  compareAndSet: (key, ...call) => store.compareAndSet(fold(key), ...call),
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
    ["ignores case", (store) => folding(store, (key) => key.toLowerCase()), /differ in case/],
    ["cuts keys", (store) => folding(store, (key) => key.slice(0, 255)), /at their end/],
    ["has another clock", () => ({ now: () => 0 }), /found after 7 days/],
    [
      "forgets settled payments",
      (store) => ({ now: () => (store.now?.() ?? 0) * 2 }),
      /forgotten within 7 days/,
    ],
    [
      "folds accents",
      (store) => folding(store, (key) => key.normalize("NFD").replace(/\p{M}/gu, "")),
      /differ in case, accents/,
    ],
    ["normalises keys", (store) => folding(store, (key) => key.normalize("NFC")), /Unicode's normal form/],
    [
      "normalises keys when it writes",
      (store) => ({ compareAndSet: (key, ...c) => store.compareAndSet(key.normalize("NFKC"), ...c) }),
      /consecutive claims/,
    ],
    ["trims keys", (store) => folding(store, (key) => key.trim()), /in spaces/],
    [
      "cuts values at 4 kB",
      (store) => ({
        compareAndSet: (key, old, next) => store.compareAndSet(key, old, next?.slice(0, 4096)),
      }),
      /no valid text/,
    ],
    [
      "cuts values at 64 kB",
      (store) => ({ get: async (key) => (await store.get(key))?.slice(0, 65_535) }),
      /no valid text/,
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
  /** Keeps a payment for 7 days from the first call that `begins` them. */
  const keptFrom =
    (begins: (record: PaymentRecord) => boolean) =>
    (journal: PaymentJournal, now: () => number): Partial<PaymentJournal> => {
      const began = new Map<string, number>();
      const begin = (one: PaymentRecord) => {
        if (begins(one) && !began.has(one.paymentId)) began.set(one.paymentId, now());
        return one;
      };
      return {
        claim: (one) => journal.claim(begin(one)),
        update: (one) => journal.update(begin(one)),
        async get(id) {
          const one = await journal.get(id);
          const isOver = one?.outcome && now() - (began.get(id) ?? now()) >= 7 * 86_400_000;
          return isOver ? undefined : one;
        },
      };
    };
  type Broken = [string, (journal: PaymentJournal, now: () => number) => Partial<PaymentJournal>, RegExp];
  test.for<Broken>([
    ["counts the 7 days from the claim", keptFrom(() => true), /forgotten within 7 days/],
    [
      "counts the 7 days from the first outcome",
      keptFrom(({ outcome }) => outcome !== undefined),
      /forgotten within 7 days of its last change/,
    ],
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
      "drops what a receipt received",
      (journal) => ({
        update: ({ receipt, ...one }) => {
          if (!receipt) return journal.update(one);
          const { received: _, ...rest } = receipt;
          return journal.update({ ...one, receipt: rest });
        },
      }),
      /come back/,
    ],
    ...(["failed", "isReported"] as const).map(
      (name): Broken => [
        `drops ${name} of a reservation`,
        (journal) => ({
          claim: ({ reservations, ...one }) =>
            journal.claim({
              ...one,
              ...(reservations && { reservations: reservations.map(({ [name]: _, ...rest }) => rest) }),
            }),
        }),
        /come back/,
      ],
    ),
    [
      "returns its own record from a lost claim",
      (journal) => ({ claim: async (one) => (await journal.claim(one)) && one }),
      /lost claim/,
    ],
    [
      "fails for one damaged row",
      (journal) => ({
        open: async () => {
          if (STALE.has("damaged")) throw new Error("row");
          return journal.open();
        },
      }),
      /blocks open/,
    ],
  ])("that %s is found", async ([, broken, problem]) => {
    const { journal, pass, damage, now } = lab();
    const wrong: PaymentJournal = Object.assign(Object.create(journal), broken(journal, now));
    const spoil = (id: string) => {
      damage(id);
      STALE.set("damaged", true);
    };
    await expect(checkJournal(() => wrong, { pass, damage: spoil })).rejects.toThrow(problem);
    STALE.clear();
  });
});
