import { ConfigurationError } from "../errors/errors.js";
import type { PaymentJournal, PaymentRecord, PaymentReservation } from "../solana/pay/journal.js";
import type { TokenAmount } from "../solana/verify/verify.js";

/**
 * Maximum that may leave the wallet, in base units by mint. SOL uses the wrapped-SOL mint. A limit forbids all mints
 * that it does not list. Fees and rent are not included.
 */
export interface SpendingLimits {
  /** Limit per order. Default none. */
  readonly perOrder?: Readonly<Record<string, bigint>>;
  /** Limit per rolling 60-minute window. Default none. */
  readonly perHour?: Readonly<Record<string, bigint>>;
  /** Limit in any 24 hours. Default none. */
  readonly perDay?: Readonly<Record<string, bigint>>;
}

/** Names of the limits, their duration in milliseconds, and their wording in messages. */
const WINDOWS = [
  ["perOrder", 0, "an order"],
  ["perHour", 3_600_000, "an hour"],
  ["perDay", 86_400_000, "a day"],
] as const;

/** A transaction may land minutes after its reservation, so each reservation counts this many milliseconds longer. */
const LANDING_MS = 300_000;

/** Maximum attempts at a change while other processes change the record. One process succeeds in each round. */
const MAX_TRIES = 200;

export interface Order {
  readonly paymentId: string;
  /** The action, the mints and the recipient, as one text. */
  readonly order: string;
  readonly amounts: readonly TokenAmount[];
}

export interface Excess {
  readonly message: string;
  readonly mint: string;
  /** Base units that the limits still allow. */
  readonly left: bigint;
}

/** Rejects unknown limits, and amounts other than a `bigint` of 0 or more. */
export function checkLimits(limits: SpendingLimits): void {
  for (const [name, table] of Object.entries(Object(limits) as object)) {
    if (!WINDOWS.some(([known]) => known === name))
      throw new ConfigurationError(`limits has no ${name}. Use perOrder, perHour and perDay.`);
    const amounts: unknown[] =
      typeof table === "object" && table !== null ? Object.values(table) : [undefined];
    if (amounts.some((one) => typeof one !== "bigint" || one < 0n))
      throw new ConfigurationError(`limits.${name} must map each mint to base units, a bigint of 0 or more.`);
  }
}

/**
 * A wallet's spending, in one journal record that all processes change by compare-and-set. An amount is reserved before
 * the wallet signs. If the process dies, its reservation counts until its hour and day are over.
 */
export class Spending {
  readonly #holder = crypto.randomUUID();
  readonly #recordId: string;

  constructor(
    private readonly journal: PaymentJournal,
    private readonly walletAddress: string,
    private readonly limits: SpendingLimits,
    private readonly now: () => number = Date.now,
  ) {
    this.#recordId = `intent-tx.spending:${walletAddress}`;
  }

  /** IDs of other payments of the same order that were reserved in the last day. */
  async duplicates({ paymentId, order }: Order): Promise<string[]> {
    const all = this.#reservations(await this.journal.get(this.#recordId));
    return all.flatMap((one) => (one.order === order && one.paymentId !== paymentId ? [one.paymentId] : []));
  }

  /** Reserves an order's amounts. If they exceed a limit, reserves nothing and returns how much is left. */
  async reserve({ paymentId, order, amounts }: Order): Promise<Excess | undefined> {
    let excess: Excess | undefined;
    // A wallet can land an open payment at any time, so its age does not matter.
    const open = new Set((await this.journal.open()).map((one) => one.paymentId));
    await this.#change((reservations) => {
      const counted = reservations.map((one) => (open.has(one.paymentId) ? { ...one, at: this.now() } : one));
      excess = this.#excess(counted, paymentId, amounts);
      if (excess !== undefined) return undefined;
      const written = amounts.map(({ mint, amount }) => ({ mint, amount: String(amount) }));
      const own = { paymentId, holder: this.#holder, order, amounts: written, at: this.now() };
      return [...reservations.filter((one) => !this.#isOwn(one, paymentId)), own];
    });
    return excess;
  }

  release(paymentId: string): Promise<void> {
    return this.#change((reservations) =>
      reservations.some((one) => this.#isOwn(one, paymentId))
        ? reservations.filter((one) => !this.#isOwn(one, paymentId))
        : undefined,
    );
  }

  #isOwn({ paymentId, holder }: PaymentReservation, of: string): boolean {
    return paymentId === of && holder === this.#holder;
  }

  #excess(reservations: readonly PaymentReservation[], paymentId: string, amounts: readonly TokenAmount[]) {
    const now = this.now();
    for (const mint of new Set(amounts.map((one) => one.mint))) {
      const amount = sumOf(amounts, mint);
      const [tightest] = WINDOWS.flatMap(([name, length, words]) => {
        const table = this.limits[name];
        if (table === undefined) return [];
        const counts = (one: PaymentReservation) =>
          length > 0 && one.paymentId !== paymentId && now - one.at < length + LANDING_MS;
        const limit = table[mint] ?? 0n;
        const left = limit - spentOf(reservations.filter(counts), mint);
        return [{ words, limit, left: left < 0n ? 0n : left }];
      }).sort((one, other) => (one.left < other.left ? -1 : 1));
      if (tightest === undefined || amount <= tightest.left) continue;
      const { words, limit, left } = tightest;
      const message = `The order spends up to ${amount} base units of ${mint}. The limit of ${words} is ${limit}, and ${left} are left. Nothing was signed.`;
      return { message, mint, left };
    }
    return undefined;
  }

  #reservations(record: PaymentRecord | undefined): readonly PaymentReservation[] {
    if (record === undefined) return [];
    if (!Array.isArray(record.reservations))
      throw new ConfigurationError(
        `The journal does not return the reservations of ${this.#recordId}: it must keep the whole record.`,
      );
    return record.reservations.filter(({ at }) => this.now() - at < WINDOWS[2][1] + LANDING_MS);
  }

  /** Replaces the reservations, unless `next` returns undefined. */
  async #change(
    next: (reservations: readonly PaymentReservation[]) => readonly PaymentReservation[] | undefined,
  ): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const record = await this.journal.get(this.#recordId);
      const reservations = next(this.#reservations(record));
      if (reservations === undefined) return;
      const updatedAt = Date.now();
      const stored =
        record === undefined
          ? (await this.journal.claim(this.#first(reservations, updatedAt))) === undefined
          : await this.journal.update({ ...record, version: record.version + 1, reservations, updatedAt });
      if (stored) return;
    }
    throw new ConfigurationError(
      `The journal rejected ${MAX_TRIES} consecutive changes to ${this.#recordId}. Nothing was signed.`,
    );
  }

  /** Settled from the start, so that `open` does not list it. Kept for 7 days, longer than any reservation counts. */
  #first(reservations: readonly PaymentReservation[], now: number): PaymentRecord {
    return {
      version: 1,
      paymentId: this.#recordId,
      walletAddress: this.walletAddress,
      genesisHash: "",
      order: "",
      intentId: "",
      state: "settled",
      attempts: [],
      outcome: "not-sent",
      reservations,
      createdAt: now,
      updatedAt: now,
    };
  }
}

const sumOf = (
  amounts: readonly { readonly mint: string; readonly amount: bigint | string }[],
  mint: string,
) => amounts.reduce((sum, one) => (one.mint === mint ? sum + BigInt(one.amount) : sum), 0n);

/** Base units of a mint that payments have reserved. If a payment has several reservations, only the largest counts. */
function spentOf(reservations: readonly PaymentReservation[], mint: string): bigint {
  const largest = new Map<string, bigint>();
  for (const { paymentId, amounts } of reservations) {
    const amount = sumOf(amounts, mint);
    if (amount > (largest.get(paymentId) ?? 0n)) largest.set(paymentId, amount);
  }
  return [...largest.values()].reduce((sum, amount) => sum + amount, 0n);
}
