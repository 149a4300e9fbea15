import type { PaymentJournal, PaymentRecord } from "intent-tx/solana";
import { expect, test } from "vitest";

/** A journal under test. */
export interface Lab {
  /** Returns another journal over the same payments, as a second process would have. */
  journal(): PaymentJournal;
  /** Advances the journal's clock. */
  pass(ms: number): Promise<void>;
  /** The most that the journal's clock may advance between two steps, in milliseconds. Default 0. */
  drift?: number;
}

const DAY_MS = 86_400_000;
let count = 0;

/** A record of a new payment; `over` replaces its fields. */
export function record(over: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    version: 1,
    paymentId: `order ${++count} / ü:{}*\n`,
    walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    genesisHash: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
    order: "hash",
    intentId: "int_1",
    state: "signed",
    attempts: [
      { signature: "s", messageHash: "m", transaction: "AQID", blockhash: "b", validAt: 300_000_000 },
    ],
    createdAt: 1_767_225_600_000,
    updatedAt: 1_767_225_600_001,
    ...over,
  };
}

const settled = (one: PaymentRecord): PaymentRecord => ({
  ...one,
  version: one.version + 1,
  state: "settled",
  outcome: "landed",
  receipt: { signature: "s", slot: 1, fee: "18446744073709551615", spent: [{ mint: "SOL", amount: "7" }] },
});

/** Tests that every journal must pass. */
export function journalSuite(lab: () => Lab): void {
  test("one of 20 concurrent claims stores its record, and the others get that record", async () => {
    const first = record();
    const racers = Array.from({ length: 20 }, (_, i) => ({ ...first, intentId: `int_${i}` }));
    const there = await Promise.all(racers.map((one) => lab().journal().claim(one)));
    const winners = racers.filter((_, i) => there[i] === undefined);
    expect(winners).toHaveLength(1);
    expect(there.filter((one) => one !== undefined)).toEqual(Array(19).fill(winners[0]));
    expect(await lab().journal().get(first.paymentId)).toEqual(winners[0]);
  });

  test("one of several concurrent updates succeeds; an out-of-order version changes nothing", async () => {
    const journal = lab().journal();
    let stored = record();
    expect(await journal.update({ ...stored, version: 2 })).toBe(false);
    expect(await journal.get(stored.paymentId)).toBeUndefined();
    await journal.claim(stored);
    for (let version = 2; version < 8; version++) {
      const racers = Array.from({ length: 10 }, (_, i) => ({ ...stored, version, intentId: `int_${i}` }));
      const done = await Promise.all(racers.map((one) => lab().journal().update(one)));
      expect(done.filter((one) => one)).toHaveLength(1);
      stored = racers[done.indexOf(true)] as PaymentRecord;
      expect(await journal.get(stored.paymentId)).toEqual(stored);
    }
    for (const version of [1, 6, 7, 9])
      expect(await journal.update({ ...stored, version, intentId: "late" })).toBe(false);
    expect(await journal.claim(record({ paymentId: stored.paymentId, intentId: "late" }))).toEqual(stored);
    expect(await journal.get(stored.paymentId)).toEqual(stored);
  });

  test("a record comes back as it was stored, and the caller's copy is not shared", async () => {
    const one = record();
    await lab().journal().claim(one);
    expect(JSON.stringify(await lab().journal().get(one.paymentId))).toBe(JSON.stringify(one));
    const end = settled(one);
    expect(await lab().journal().update(end)).toBe(true);
    const back = await lab().journal().get(one.paymentId);
    expect(back).toEqual(end);
    Object.assign(back as object, { intentId: "changed" });
    expect(await lab().journal().get(one.paymentId)).toEqual(end);
  });

  test("settled payments are kept for 7 days, open ones forever", async () => {
    const [open, over, again] = [record(), record(), record()];
    const reserved = record({ state: "settled", attempts: [], outcome: "not-sent" });
    for (const one of [open, over, again, reserved]) await lab().journal().claim(one);
    for (const one of [over, again]) expect(await lab().journal().update(settled(one))).toBe(true);
    const { drift = 0 } = lab();
    await lab().pass(7 * DAY_MS - 1 - drift);
    expect(await lab().journal().get(over.paymentId)).toEqual(settled(over));
    expect(await lab().journal().claim(reserved)).toEqual(reserved);
    // Another attempt reopens the payment.
    const {
      outcome: _,
      receipt: __,
      ...reopened
    } = { ...settled(again), version: 3, state: "signed" as const };
    expect(await lab().journal().update(reopened)).toBe(true);

    await lab().pass(1 + 2 * drift);
    expect(await lab().journal().get(over.paymentId)).toBeUndefined();
    expect(await lab().journal().claim(reserved)).toBeUndefined();
    expect(
      await lab()
        .journal()
        .update({ ...settled(over), version: 3 }),
    ).toBe(false);
    await lab().pass(365 * DAY_MS);
    const fresh = { ...over, intentId: "int_new" };
    expect(await lab().journal().claim(fresh)).toBeUndefined();
    expect(await lab().journal().get(over.paymentId)).toEqual(fresh);
    expect(await lab().journal().get(open.paymentId)).toEqual(open);
    expect(await lab().journal().get(again.paymentId)).toEqual(reopened);
    const ids = (await lab().journal().open()).map(({ paymentId }) => paymentId);
    expect(ids).toEqual(expect.arrayContaining([open, again, fresh].map(({ paymentId }) => paymentId)));
  });

  test("open lists the payments without outcome", async () => {
    const [first, second, third] = [record(), record(), record({ state: "settled", outcome: "not-sent" })];
    for (const one of [first, second, third]) await lab().journal().claim(one);
    await lab().journal().update(settled(first));
    const ids = [first, second, third].map(({ paymentId }) => paymentId);
    const listed = (await lab().journal().open()).filter(({ paymentId }) => ids.includes(paymentId));
    expect(listed).toEqual([second]);
  });
}
