import { ConfigurationError } from "../../errors/errors.js";
import { asObject } from "../../wire/shape.js";
import {
  type PaymentAttempt,
  type PaymentJournal,
  type PaymentRecord,
  type PaymentReservation,
  SETTLED_KEPT_MS,
  type StoredReceipt,
} from "./journal.js";
import { checkedJournal } from "./record.js";

/** What {@link checkJournal} can do to the journal's database. @inline */
export interface CheckJournalOptions {
  /**
   * Advances the journal's clock. Without it, the check does not cover how long settled payments are kept.
   * @param ms Milliseconds.
   */
  readonly pass?: (ms: number) => Promise<void> | void;
  /**
   * Overwrites the row of a payment with anything, as a failing disk does. Without it, damaged rows are not checked.
   * @param paymentId The payment.
   */
  readonly damage?: (paymentId: string) => Promise<void> | void;
}

/** The journal's clock may differ by this many milliseconds from what the check has passed. */
const SLACK_MS = 600_000;

function check(isTrue: boolean, problem: string): void {
  if (!isTrue) throw new ConfigurationError(`The journal does not meet its contract: ${problem}.`);
}

/** Compared without the order of members, which some databases change. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => {
    const object = asObject(part);
    return object ? Object.fromEntries(Object.entries(object).sort()) : part;
  });
const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other);

const next = (record: PaymentRecord, changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
  ...record,
  version: record.version + 1,
  ...changes,
});

/**
 * Checks that your journal meets its contract: races of claims and updates, reads after writes, similar payment IDs,
 * records of up to 80 kB that come back as they were stored, open and settled payments, and with the options their expiry
 * and damaged rows. Run it in a test, against the database that you use. Its payments stay in the database.
 * @param makeJournal Returns a journal over the same payments each time, as another process would have.
 * @param options What the test can do to the database.
 * @throws ConfigurationError that names what the journal does wrong.
 * @example
 * ```ts
 * import { checkJournal, MemoryJournal } from "intent-tx/solana";
 * const journal = new MemoryJournal(); // your own
 * await checkJournal(() => journal);
 * ```
 */
export async function checkJournal(
  makeJournal: () => PaymentJournal | Promise<PaymentJournal>,
  { pass, damage }: CheckJournalOptions = {},
): Promise<void> {
  if (typeof makeJournal !== "function")
    throw new ConfigurationError("Pass a function that returns the journal: checkJournal(() => journal).");
  const run = crypto.randomUUID();
  let count = 0;
  // Each call is made to another journal over the same payments.
  const journal = async () => checkedJournal(await makeJournal());
  const lab: Lab = {
    get: async ({ paymentId }) => (await journal()).get(paymentId),
    claim: async (record) => (await journal()).claim(record),
    update: async (record) => (await journal()).update(record),
    open: async () => (await journal()).open(),
    record: (over = {}) => ({
      version: 1,
      paymentId: `intent-tx check ${run} ${++count} / ü:{}*\n'"`,
      walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
      genesisHash: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
      order: '{"command":"send 1 SOL to bob.sol"}',
      intentId: "int_1",
      state: "signed",
      attempts: [{ signature: "s", messageHash: "m", transaction: "AQID", blockhash: "b", validAt: 1 }],
      createdAt: 1,
      updatedAt: 1,
      ...over,
    }),
  };
  await checkClaims(lab);
  await checkUpdates(lab);
  await checkRecords(lab);
  await checkOpen(lab);
  if (pass !== undefined) await checkExpiry(lab, pass);
  if (damage !== undefined) await checkDamage(lab, damage);
}

interface Lab extends Omit<PaymentJournal, "get"> {
  get(record: PaymentRecord): Promise<PaymentRecord | undefined>;
  /** A record of a new payment. */
  record(over?: Partial<PaymentRecord>): PaymentRecord;
}

const RACERS = 20;

async function checkClaims({ get, claim, record }: Lab): Promise<void> {
  const first = record();
  check((await get(first)) === undefined, "get() of a new paymentId returns a record");
  const racers = Array.from({ length: RACERS }, (_, at) => ({ ...first, intentId: `int_${at}` }));
  const found = await Promise.all(racers.map(claim));
  const winners = racers.filter((_, at) => found[at] === undefined);
  check(
    winners.length === 1,
    `of ${RACERS} concurrent claims, ${winners.length} stored their record instead of one`,
  );
  const losers = found.filter((one) => one !== undefined);
  check(
    losers.every((one) => isSame(one, winners[0])),
    "a lost claim does not return the record that is stored",
  );
  const id = first.paymentId;
  const long = id.padEnd(255, "i");
  // Accents, Unicode's normal forms, letters and digits of another width, and what collations ignore or expand.
  const forms = ["u", "u\u0308", "ue", "\uff55", "\u00fc\u200b", "\u00fc\u00ad"].map((letter) =>
    id.replace("\u00fc", letter),
  );
  const others = [
    id.toUpperCase(),
    ` ${id}`,
    `${id} `,
    `${id}1`,
    `${id}\uff11`,
    ...forms,
    `${long}1`,
    `${long}2`,
  ].map((paymentId) => ({ ...first, paymentId }));
  const mixed =
    "payment IDs that differ in case, accents, Unicode's normal form, in spaces or at their end are taken for one";
  for (const one of others) check((await claim(one)) === undefined, mixed);
  for (const one of others) check(isSame(await get(one), one), mixed);
}

async function checkUpdates({ get, claim, update, record }: Lab): Promise<void> {
  let stored = record();
  check(!(await update(next(stored))), "update() stores a payment that was not claimed");
  await claim(stored);
  for (let round = 0; round < 5; round++) {
    const racers = Array.from({ length: RACERS }, (_, at) => next(stored, { intentId: `int_${at}` }));
    const results = await Promise.all(racers.map(update));
    const winners = racers.filter((_, at) => results[at]);
    check(
      winners.length === 1,
      `of ${RACERS} concurrent updates, ${winners.length} succeeded instead of one`,
    );
    stored = winners[0] ?? stored;
    check(
      isSame(await get(stored), stored),
      "get() after an update returns another record, as a stale replica does",
    );
  }
  for (const version of [1, stored.version - 1, stored.version, stored.version + 2])
    check(!(await update({ ...stored, version })), "update() accepts a version that is not the next");
  const existing = await claim({ ...stored, version: 1 });
  check(isSame(existing, stored), "claim() of a stored payment does not return its record");
}

async function checkRecords({ get, claim, update, record }: Lab): Promise<void> {
  const amounts = [{ mint: "SOL", amount: "18446744073709551615" }];
  // After a rollback, a record has members of a later version, which that version needs again.
  const later: object = { later: { at: [null] } };
  const receipt: Required<StoredReceipt> = {
    signature: "s",
    slot: 1,
    fee: "5000",
    rent: "-1",
    spent: amounts,
    received: amounts,
    ...later,
  };
  const reservation: Required<PaymentReservation> = {
    paymentId: "p",
    holder: "h",
    order: "o",
    amounts,
    fee: "1",
    rent: "0",
    failed: "s",
    isReported: true,
    at: 1,
  };
  // The reservations of an agent in a busy week, more than 64 kB.
  const reservations = Array.from({ length: 400 }, (_, index) => ({
    ...reservation,
    holder: `h${index}`.padEnd(36, "h"),
  }));
  const [sent] = record().attempts;
  const edited: Required<PaymentAttempt> = {
    signature: "t",
    messageHash: "m",
    blockhash: "b",
    validAt: 1,
    built: { blockhash: "c", validAt: 1 },
    edits: ["guard"],
    byWallet: true,
    transaction: "AQID".repeat(411),
    ...later,
  };
  const claimed = record({
    attempts: sent ? [sent, edited] : [edited],
    reservations: [{ ...reservation, ...later }, ...reservations],
    createdAt: Date.now(),
    ...later,
  });
  const settled: Required<PaymentRecord> = {
    ...claimed,
    version: claimed.version + 1,
    reservations: claimed.reservations ?? [],
    state: "settled",
    outcome: "landed",
    receipt,
  };
  const unchanged = async (one: PaymentRecord) =>
    check(isSame(await get(one), one), "a record does not come back as it was stored");
  await claim(claimed);
  await unchanged(claimed);
  await update(settled);
  await unchanged(settled);
}

async function checkOpen({ claim, update, open, record }: Lab): Promise<void> {
  const [first, over, again] = [record(), record(), record()];
  for (const one of [first, over, again]) await claim(one);
  for (const one of [over, again]) await update(next(one, { state: "settled", outcome: "expired" }));
  await update(next(next(again)));
  const listed = (await open()).map(({ paymentId }) => paymentId);
  for (const { paymentId } of [first, again])
    check(listed.includes(paymentId), "open() does not return a payment without an outcome");
  check(!listed.includes(over.paymentId), "open() returns a payment with an outcome");
}

async function checkExpiry(
  { get, claim, update, record }: Lab,
  pass: NonNullable<CheckJournalOptions["pass"]>,
): Promise<void> {
  const [open, over, again] = [record(), record(), record()];
  const own = { state: "settled", attempts: [], outcome: "not-sent" } as const;
  const [reserved, spending] = [record(own), record(own)];
  const end = { state: "settled", outcome: "landed" } as const;
  for (const one of [open, over, again, spending]) await claim(one);
  // A payment may take long, and the record of an agent's spending is settled and changes. The last change counts.
  await pass(2 * SLACK_MS);
  await claim(reserved);
  for (const one of [over, again]) await update(next(one, end));
  await update(next(spending));
  await pass(SETTLED_KEPT_MS - SLACK_MS);
  const early = "a settled payment is forgotten within 7 days";
  check(isSame(await get(over), next(over, end)), early);
  check(isSame(await get(spending), next(spending)), `${early} of its last change`);
  check(isSame(await claim(reserved), reserved), early);
  check(await update(next(next(again))), early);
  await pass(2 * SLACK_MS);
  check((await get(over)) === undefined, "a settled payment is found after 7 days");
  check(!(await update(next(next(over)))), "an expired payment can be updated");
  check((await claim(reserved)) === undefined, "an expired payment cannot be claimed again");
  await pass(365 * 24 * 3_600_000);
  for (const [one, stored] of [
    [open, open],
    [again, next(next(again))],
  ] as const)
    check(isSame(await get(one), stored), "an open payment is forgotten");
}

async function checkDamage(
  { get, claim, open, record }: Lab,
  damage: NonNullable<CheckJournalOptions["damage"]>,
): Promise<void> {
  const [damaged, sound] = [record(), record()];
  for (const one of [damaged, sound]) await claim(one);
  await damage(damaged.paymentId);
  for (const call of [get, claim])
    check(
      (await call(damaged).catch(() => damaged)) !== undefined,
      "a payment whose row is damaged looks like one that was never made",
    );
  const listed = await open().catch(() => []);
  check(
    listed.some((one) => isSame(one, sound)),
    "a damaged row blocks open() for the other payments",
  );
  check((await claim(record())) === undefined, "a damaged row blocks new payments");
}
