// Behaviour of IndexedDB that fake-indexeddb shows, too. The tests in Chromium are in test/deep/pay.
import { IDBObjectStore as FDBObjectStore, forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { checkJournal, IndexedDbJournal, type PaymentRecord } from "intent-tx/solana";
import { afterEach, describe, expect, test, vi } from "vitest";
import { record, settleOne } from "./record.js";
import { ends, setup } from "./setup.js";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const done = (request: IDBOpenDBRequest) =>
  new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });

/** A browser: its databases, and the connections that pages have opened. */
function browser() {
  const indexedDB = new IDBFactory();
  const connections: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...args) => {
    const request = open(...args);
    request.addEventListener("success", () => connections.push(request.result));
    return request;
  };
  /** Another page: it has its own object for the same databases. */
  const page = () => new IndexedDbJournal({ indexedDB: { open: (name: string) => indexedDB.open(name) } });
  /** Changes the rows without a journal. */
  const write = (work: (rows: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      const request = open("intent-tx");
      request.onsuccess = () => {
        const change = request.result.transaction("payments", "readwrite");
        work(change.objectStore("payments"));
        change.oncomplete = () => resolve(request.result.close());
        change.onerror = reject;
      };
    });
  const remove = () =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase("intent-tx");
      request.onsuccess = () => resolve();
      request.onblocked = reject;
    });
  return { indexedDB, page, write, remove, connections };
}

/** A factory whose requests fail with an error, and whose transactions neither complete nor abort. */
function failing(name: string) {
  const failed = () => {
    const request = { error: new DOMException("Internal error", name), onerror: () => {} };
    queueMicrotask(() => request.onerror());
    return request;
  };
  const rows = { get: failed, getAll: failed, getAllKeys: failed };
  const result = { transaction: () => ({ objectStore: () => rows }) };
  return {
    open: () => {
      const request = { result, onsuccess: () => {} };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  };
}

test("meets the contract of journals", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { page, write } = browser();
  await checkJournal(page, {
    pass: (ms) => void vi.setSystemTime(Date.now() + ms),
    damage: (paymentId) => write((rows) => rows.put("{", paymentId)),
  });
});

describe("a connection", () => {
  test("that the browser closed is opened again, and the payments are there", async () => {
    const { page, connections } = browser();
    const [journal, one] = [page(), record()];
    await journal.claim(one);
    forceCloseDatabase(connections[0] as never);
    expect(await journal.update({ ...one, version: 2 })).toBe(true);
    // Without the event, the first call finds the connection closed.
    connections[1]?.close();
    expect(await journal.get(one.paymentId)).toMatchObject({ version: 2 });
    expect(connections).toHaveLength(3);
  });

  test("does not keep another tab from deleting the database; this page then claims none of its payments", async () => {
    const { page, remove } = browser();
    const [journal, one, other] = [page(), record(), record()];
    await journal.claim(one);
    await remove();
    const calls = [
      () => journal.get(one.paymentId),
      () => journal.claim(one),
      () => journal.update({ ...one, version: 2 }),
    ];
    for (const call of calls)
      await expect(call()).rejects.toThrow(`The browser has deleted the record of payment ${one.paymentId}`);
    expect(await journal.claim(other)).toBeUndefined();
    // A page that has not seen the payment cannot know it.
    expect(await page().get(one.paymentId)).toBeUndefined();
  });

  test("is that of all journals of a page: what one has seen, no other one claims after a loss", async () => {
    const { indexedDB, page, remove, connections } = browser();
    const [first, one] = [new IndexedDbJournal({ indexedDB }), record()];
    await first.claim(one);
    expect(await new IndexedDbJournal({ indexedDB }).get(one.paymentId)).toEqual(one);
    expect(connections).toHaveLength(1);
    await remove();
    const lost = new IndexedDbJournal({ indexedDB }).claim(one);
    await expect(lost).rejects.toThrow("The browser has deleted the record");
    for (const other of [page(), browser().page(), new IndexedDbJournal({ indexedDB, name: "other" })])
      expect(await other.get(one.paymentId)).toBeUndefined();
  });

  test("that only listed a payment does not claim it after the storage was deleted", async () => {
    const { page, remove } = browser();
    const one = record();
    await page().claim(one);
    const journal = page();
    expect(await journal.open()).toEqual([one]);
    await remove();
    await expect(journal.claim(one)).rejects.toThrow("The browser has deleted the record");
  });

  test("opens a database of a newer build, as after a rollback of the site", async () => {
    const { indexedDB, page } = browser();
    const newer = indexedDB.open("intent-tx", 3);
    newer.onupgradeneeded = () => newer.result.createObjectStore("payments");
    (await done(newer)).close();
    expect(await page().claim(record())).toBeUndefined();
  });

  test("that waits for another tab's upgrade gets no event: the payment ends within journalTimeout", async () => {
    const { indexedDB, page } = browser();
    const held = indexedDB.open("intent-tx", 2);
    held.onupgradeneeded = () => held.result.createObjectStore("payments");
    await done(held);
    indexedDB.deleteDatabase("intent-tx");
    const { pay, server } = await setup();
    await ends(pay({ journal: page(), journalTimeout: 50 }), "unknown");
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(0);
    held.result.close();
  });
});

test("a quota that is used up at any write of a payment: it is paid once, when there is room again", async () => {
  const alice = async ({ connection, keypair }: Awaited<ReturnType<typeof setup>>) =>
    BigInt(await connection.getBalance(keypair.publicKey, "processed"));
  const outcomes: unknown[] = [];
  for (let full = 1; full <= 4; full++) {
    const [world, { page }] = [await setup(), browser()];
    const [journal, before] = [page(), await alice(world)];
    let writes = 0;
    const { put } = FDBObjectStore.prototype;
    const limited = vi.spyOn(FDBObjectStore.prototype, "put").mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      if (++writes < full) return put.apply(this, args);
      const request = { error: new DOMException("full", "QuotaExceededError"), onerror: () => {} };
      queueMicrotask(() => request.onerror());
      this.transaction.abort();
      return request as never;
    });
    outcomes.push(
      await world.pay({ journal, maxWait: 5000 }).then(
        () => "landed",
        ({ outcome }) => outcome,
      ),
    );
    limited.mockRestore();
    await world.server.clock.advance("3m");
    expect(await world.pay({ journal })).toMatchObject({ spent: [{ amount: 500_000_000n }] });
    expect((before - (await alice(world))) / 100_000_000n).toBe(5n);
  }
  // The second write may be stored, because the write that would take it back fails, too.
  expect(outcomes).toEqual(["not-sent", "unknown", "unknown", "landed"]);
});

describe("a browser that cannot store", () => {
  test.for([
    ["QuotaExceededError", "storage quota is used up"],
    ["UnknownError", "the disk may be full"],
    ["AbortError", "see cause"],
  ] as const)("%s: each call ends with its own words", async ([name, words]) => {
    const journal = new IndexedDbJournal({ indexedDB: failing(name) });
    for (const call of [() => journal.get("a"), () => journal.claim(record()), () => journal.open()])
      await expect(call()).rejects.toMatchObject({
        name: "ConfigurationError",
        message: expect.stringContaining(words),
        cause: { name },
      });
  });

  test("a sandboxed frame, a foreign database, and no browser at all", async () => {
    const sandboxed = new IndexedDbJournal({
      indexedDB: {
        open: () => {
          throw new DOMException("denied", "SecurityError");
        },
      },
    });
    await expect(sandboxed.get("a")).rejects.toThrow("its frame is sandboxed");
    const { indexedDB, page } = browser();
    await new Promise((resolve) => {
      indexedDB.open("intent-tx", 1).onsuccess = resolve;
    });
    await expect(page().get("a")).rejects.toThrow("belongs to other code");
    await expect(new IndexedDbJournal().get("a")).rejects.toThrow("Use it in a browser");
    for (const wrong of [{ name: "" }, { database: "x" }, { indexedDB: "x" }, null])
      expect(() => new IndexedDbJournal(wrong as never)).toThrow();
  });
});

test("a localStorage without methods, as of Node 25.0 without a file, is ignored", async () => {
  vi.stubGlobal("localStorage", {});
  const journal = browser().page();
  expect(await journal.claim(record())).toBeUndefined();
  expect(await journal.open()).toHaveLength(1);
});

describe("rows that earlier builds kept in localStorage", () => {
  const settled = { state: "settled", outcome: "not-sent" } as const;
  /** A `localStorage` and `navigator.locks`, and what a tab of an earlier build writes. */
  function oldBuild() {
    const items: Record<string, string> = Object.create({
      getItem: (key: string) => items[key] ?? null,
      removeItem: (key: string) => delete items[key],
    });
    const request = vi.fn((_: string, callback: () => Promise<unknown>) => callback());
    vi.stubGlobal("localStorage", items);
    vi.stubGlobal("navigator", { locks: { request } });
    const write = (one: PaymentRecord, settledAt?: number) => {
      items[`intent-tx.payment.${one.paymentId}`] = JSON.stringify({ record: one, settledAt });
    };
    return { items, write, request };
  }

  test("are all carried over at each start, under the old lock; an existing row wins", async () => {
    const { write, request, items } = oldBuild();
    const [open, over] = [record(), record(settled)];
    const message = record({ ...settled, paymentId: "intent-tx.message:hash" });
    const spending = record({ ...settled, paymentId: "intent-tx.spending:wallet", reservations: [] });
    items["another app"] = "not ours";
    write(open);
    for (const one of [over, message, spending]) write(one, Date.now());
    const { page } = browser();
    const journal = page();
    for (const one of [open, over, message, spending]) expect(await journal.get(one.paymentId)).toEqual(one);
    expect(request).toHaveBeenCalledExactlyOnceWith("intent-tx.payment.", expect.any(Function));
    expect(await journal.update({ ...open, version: 2 })).toBe(true);
    const late = record();
    write(late);
    expect(await page().get(late.paymentId)).toEqual(late);
    expect(await page().get(open.paymentId)).toMatchObject({ version: 2 });
    expect(Object.keys(items)).toHaveLength(6);
  });

  test("that a tab of the old build then changes: the payment is unknown, the others are not", async () => {
    const { write } = oldBuild();
    const world = await setup();
    const { page } = browser();
    const journal = page();
    await ends(world.pay({ journal, connection: world.cutOff, maxWait: 1 }), "unknown");
    const [open] = await journal.open();
    write({ ...(open as PaymentRecord), version: 9 });
    const fresh = record();
    write(fresh);
    for (const own of [journal, page()])
      await expect(world.pay({ journal: own })).rejects.toMatchObject({
        outcome: "unknown",
        cause: { message: expect.stringContaining("A tab with an earlier version of this site has changed") },
      });
    expect((await page().open()).map(({ paymentId }) => paymentId)).toEqual([fresh.paymentId]);
    // Claimed by the old tab after the start of this page.
    const later = record();
    write(later);
    await expect(journal.claim(later)).rejects.toThrow("earlier version of this site");
    // Both tabs paid, in as many steps.
    const twice = { ...record(), version: 2 };
    await journal.claim({ ...twice, version: 1 });
    await journal.update(twice);
    write({ ...twice, intentId: "int_other" });
    await expect(journal.get(twice.paymentId)).rejects.toThrow("earlier version of this site");
  });

  test("end after 7 days in both places, first in the old one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { write, items } = oldBuild();
    const one = record(settled);
    write(one, Date.now());
    const { page } = browser();
    const journal = page();
    await journal.claim(record());
    vi.setSystemTime(Date.now() + 7 * 86_400_000);
    expect(await journal.get(one.paymentId)).toBeUndefined();
    await settleOne(journal);
    await expect.poll(() => Object.keys(items)).toEqual([]);
    expect(await journal.claim(one)).toBeUndefined();
  });

  test("end after 7 days also for a payment that is claimed before old rows are removed", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { write } = oldBuild();
    const one = record({ ...settled, version: 3 });
    write(one, Date.now());
    const { page } = browser();
    const journal = page();
    vi.setSystemTime(Date.now() + 7 * 86_400_000 - 1000);
    await journal.claim(record());
    vi.setSystemTime(Date.now() + 2000);
    const again = record({ paymentId: one.paymentId });
    expect(await journal.claim(again)).toBeUndefined();
    expect(await page().get(one.paymentId)).toEqual(again);
  });
});
