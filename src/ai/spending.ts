import { isAddress, NATIVE_MINT } from "../contract/chain.js";
import { ConfigurationError } from "../errors/errors.js";
import { ownRecord } from "../solana/pay/claim.js";
import {
  nextVersion,
  type PaymentJournal,
  type PaymentRecord,
  type PaymentReservation,
} from "../solana/pay/journal.js";
import { isUnpaid } from "../solana/pay/order.js";
import type { Receipt } from "../solana/pay/receipt.js";
import { amountOf, type Effects } from "../solana/verify/verify.js";

/**
 * Maximum that may leave the wallet, in base units by mint. SOL uses the wrapped-SOL mint. A limit forbids all mints
 * that it does not list. Fees and rent count against the SOL entry of the same limit; without one, against `costs`.
 */
export interface SpendingLimits {
  /** Limit per order. Default: none. */
  readonly perOrder?: Readonly<Record<string, bigint>>;
  /** Limit per rolling 60-minute window. Default: none. */
  readonly perHour?: Readonly<Record<string, bigint>>;
  /** Limit in any 24 hours. Default: none. */
  readonly perDay?: Readonly<Record<string, bigint>>;
  /** Limits for fees and rent, in lamports. They apply to each limit above that has no SOL entry. */
  readonly costs?: {
    /** Lamports per order. Default 5,000,000 (0.005 SOL). */
    readonly perOrder?: bigint;
    /** Lamports per rolling 60-minute window. Default 20,000,000 (0.02 SOL). */
    readonly perHour?: bigint;
    /** Lamports in any 24 hours. Default 50,000,000 (0.05 SOL). */
    readonly perDay?: bigint;
  };
}

/** The limits: name, duration in milliseconds, wording in messages, and the default for fees and rent. */
const WINDOWS = [
  ["perOrder", 0, "order", 5_000_000n],
  ["perHour", 3_600_000, "hour", 20_000_000n],
  ["perDay", 86_400_000, "day", 50_000_000n],
] as const;

/** A transaction may land minutes after its reservation, so each reservation counts this many milliseconds longer. */
const LANDING_MS = 300_000;

/** How long a reservation stays in the record. A clock that is wrong by days must not delete what still counts. */
const KEPT_MS = 7 * 86_400_000;

/** Maximum attempts at a change while other processes change the record. One process succeeds in each round. */
const MAX_TRIES = 200;

export interface SpendingOrder {
  readonly paymentId: string;
  /** The action, the mints and the recipient, as one text. */
  readonly order: string;
  /** The worst case for the wallet. */
  readonly effects: Pick<Effects, "spendAtMost" | "fee" | "rent">;
}

export interface Excess {
  readonly message: string;
  /** The mint whose limit is exceeded; undefined if fee and rent alone exceed theirs. */
  readonly mint: string | undefined;
  /** Base units of the mint that the limits still allow. */
  readonly left: bigint;
}

const isWindow = (name: string) => WINDOWS.some(([known]) => known === name);

/** Rejects unknown limits, and amounts other than a `bigint` of 0 or more. */
export function checkLimits(limits: SpendingLimits): void {
  if (Object.keys(Object(limits)).length === 0)
    throw new ConfigurationError("limits is empty, so it would not limit what is spent.");
  for (const [name, table] of Object.entries(Object(limits) as object)) {
    if (!isWindow(name) && name !== "costs")
      throw new ConfigurationError(`limits has no ${name}. Use perOrder, perHour, perDay and costs.`);
    const isTable = typeof table === "object" && table !== null;
    const entries: [string, unknown][] = isTable ? Object.entries(table) : [["", undefined]];
    const unit = name === "costs" ? "limit to lamports" : "mint, a base58 address, to base units";
    const isWrong = ([key, amount]: [string, unknown]) =>
      typeof amount !== "bigint" || amount < 0n || !(name === "costs" || isAddress(key));
    if (entries.some(isWrong))
      throw new ConfigurationError(`limits.${name} must map each ${unit}, a bigint of 0 or more.`);
    const [unknown] = entries.find(([key]) => name === "costs" && !isWindow(key)) ?? [];
    if (unknown)
      throw new ConfigurationError(`limits.costs has no ${unknown}. Use perOrder, perHour and perDay.`);
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
    /** Undefined: nothing is limited. */
    private readonly limits: SpendingLimits | undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.#recordId = `intent-tx.spending:${walletAddress}`;
  }

  /**
   * Other payments of the same order that are open, that a call still makes, or that have landed without a tool call that
   * returned the receipt.
   */
  async duplicates(
    { paymentId, order }: SpendingOrder,
    isRunning: (paymentId: string) => boolean,
  ): Promise<PaymentRecord[]> {
    const all = this.#reservations(await this.journal.get(this.#recordId));
    const same = new Set(all.flatMap((one) => (one.order === order ? [one.paymentId] : [])));
    for (const one of all) if (one.isReported) same.delete(one.paymentId);
    same.delete(paymentId);
    const records = await Promise.all([...same].map((id) => this.journal.get(id)));
    return records.flatMap((one) =>
      one === undefined || (isUnpaid(one) && !isRunning(one.paymentId)) ? [] : [one],
    );
  }

  /** Reserves what an order may take. If that exceeds a limit, reserves nothing and returns how much is left. */
  async reserve({ paymentId, order, effects }: SpendingOrder): Promise<Excess | undefined> {
    let excess: Excess | undefined;
    // A wallet can land an open payment at any time, so its age does not matter.
    const open = new Set((await this.journal.open()).map((one) => one.paymentId));
    const landedAt = await this.#landings();
    await this.#change((reservations) => {
      const counted = reservations.map((one) => {
        const at = open.has(one.paymentId) ? this.now() : (landedAt.get(one.paymentId) ?? 0);
        return { ...one, at: Math.max(one.at, at) };
      });
      excess = this.limits && this.#excess(this.limits, counted, paymentId, effects);
      if (excess !== undefined) return undefined;
      const amounts = effects.spendAtMost.map(({ mint, amount }) => ({ mint, amount: String(amount) }));
      const [fee, rent] = [String(effects.fee), String(effects.rent)];
      const own = { paymentId, holder: this.#holder, order, amounts, fee, rent, at: this.now() };
      return [...reservations.filter((one) => !this.#isOwn(one, paymentId)), own];
    });
    return excess;
  }

  /** When payments landed that no tool call has returned, because the process ended while the wallet was prompting. */
  async #landings(): Promise<Map<string, number>> {
    const all = this.#reservations(await this.journal.get(this.#recordId));
    const ids = new Set(all.flatMap((one) => (one.isReported || one.failed ? [] : [one.paymentId])));
    const landingOf = async (id: string): Promise<[string, number]> => {
      const record = await this.journal.get(id);
      return [id, record?.outcome === "landed" ? record.updatedAt : 0];
    };
    // A damaged record does not stop other payments. Its payment may have just landed, so it counts as landed.
    return new Map(
      await Promise.all([...ids].map((id) => landingOf(id).catch((): [string, number] => [id, this.now()]))),
    );
  }

  release(paymentId: string): Promise<void> {
    return this.#settle(paymentId, () => []);
  }

  /** Releases a payment that failed, except its fee, which was paid. */
  fail(paymentId: string, signature: string): Promise<void> {
    return this.#settle(paymentId, (own, others) => {
      const isCounted = others.some((one) => one.failed === signature);
      return isCounted ? [] : [{ ...own, amounts: [], rent: "0", failed: signature }];
    });
  }

  /**
   * Stores that a tool call has returned that a payment landed, for the reservations of all processes. They count from
   * now on: the wallet may have needed hours. The fee and rent of the transaction, if known, replace the maximum: most
   * rent is returned in the same transaction. What left the wallet besides, such as a tip that it added, counts too.
   */
  land(
    paymentId: string,
    { fee, rent, spent = [] }: Partial<Pick<Receipt, "fee" | "rent" | "spent">> = {},
  ): Promise<void> {
    const isKnown = fee !== undefined && rent !== undefined;
    const costs = isKnown && { fee: String(fee), rent: String(rent < 0n ? 0n : rent) };
    const withMore = ({ amounts }: PaymentReservation) => [
      ...amounts,
      ...spent.flatMap(({ mint, amount }) => {
        const more = amount - amountOf(amounts, mint);
        return more > 0n ? { mint, amount: String(more) } : [];
      }),
    ];
    return this.#change((all) =>
      all.map((one) =>
        one.paymentId === paymentId && !one.isReported
          ? {
              ...one,
              ...(one.failed === undefined && { ...costs, amounts: withMore(one) }),
              isReported: true,
              at: this.now(),
            }
          : one,
      ),
    );
  }

  /** Replaces the reservation that this process made for a payment. */
  #settle(
    paymentId: string,
    next: (own: PaymentReservation, others: readonly PaymentReservation[]) => readonly PaymentReservation[],
  ): Promise<void> {
    return this.#change((reservations) => {
      const own = reservations.find((one) => this.#isOwn(one, paymentId));
      const others = reservations.filter((one) => one !== own);
      return own && [...others, ...next(own, others)];
    });
  }

  #isOwn({ paymentId, holder, failed }: PaymentReservation, of: string): boolean {
    return paymentId === of && holder === this.#holder && failed === undefined;
  }

  #excess(
    limits: SpendingLimits,
    reservations: readonly PaymentReservation[],
    paymentId: string,
    { spendAtMost, fee, rent }: SpendingOrder["effects"],
  ): Excess | undefined {
    const now = this.now();
    const others = reservations.filter((one) => one.paymentId !== paymentId || one.failed !== undefined);
    const costs = fee + rent;
    const rows: LimitRow[] = WINDOWS.flatMap(([name, length, words, defaultCosts]) => {
      const counted = others.filter(({ at }) => length > 0 && now - at < length + LANDING_MS);
      const spentCosts = spentOf(counted, costsOf);
      const table = limits[name];
      const countsInSol = table?.[NATIVE_MINT] !== undefined;
      const mints = new Set(table && spendAtMost.map((one) => one.mint));
      if (countsInSol) mints.add(NATIVE_MINT);
      const ofMints = [...mints].map((mint) => {
        const limit = table?.[mint] ?? 0n;
        const left = limit - spentOf(counted, (one) => amountOf(one.amounts, mint));
        const row = { mint, words, limit, amount: amountOf(spendAtMost, mint) };
        const withCosts = countsInSol && mint === NATIVE_MINT;
        return withCosts ? { ...row, left: left - spentCosts, costs } : { ...row, left, costs: 0n };
      });
      if (countsInSol) return ofMints;
      const limit = limits.costs?.[name] ?? defaultCosts;
      return [...ofMints, { mint: undefined, words, limit, left: limit - spentCosts, amount: 0n, costs }];
    });
    const [tightest] = rows
      .filter((row) => row.amount + row.costs > row.left)
      .sort((one, other) => (one.left - one.costs < other.left - other.costs ? -1 : 1));
    return tightest && excessOf(tightest);
  }

  #reservations(record: PaymentRecord | undefined): readonly PaymentReservation[] {
    if (record === undefined) return [];
    if (!Array.isArray(record.reservations))
      throw new ConfigurationError(
        `The journal does not return the reservations of ${this.#recordId}: it must keep the whole record.`,
      );
    return record.reservations.filter(({ at }) => this.now() - at < KEPT_MS);
  }

  /** Replaces the reservations, unless `next` returns undefined. */
  async #change(
    next: (reservations: readonly PaymentReservation[]) => readonly PaymentReservation[] | undefined,
  ): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const record = await this.journal.get(this.#recordId);
      const reservations = next(this.#reservations(record));
      if (reservations === undefined) return;
      const { walletAddress } = this;
      // Journals keep the record for 7 days, as long as reservations.
      const first = ownRecord({ paymentId: this.#recordId, walletAddress });
      const changed = nextVersion(record ?? first, { reservations });
      const stored = record
        ? await this.journal.update(changed)
        : (await this.journal.claim(changed)) === undefined;
      if (stored) return;
    }
    throw new ConfigurationError(
      `The journal rejected ${MAX_TRIES} consecutive changes to ${this.#recordId}. Nothing was signed.`,
    );
  }
}

const costsOf = ({ fee, rent }: PaymentReservation) => BigInt(fee) + BigInt(rent);

/** The sum over all payments: each payment's largest reservation, plus the fees of its failed transactions. */
function spentOf(
  reservations: readonly PaymentReservation[],
  read: (one: PaymentReservation) => bigint,
): bigint {
  const largest = new Map<string, bigint>();
  for (const one of reservations) {
    const id = `${one.paymentId} ${one.failed ?? ""}`;
    const amount = read(one);
    if (amount > (largest.get(id) ?? 0n)) largest.set(id, amount);
  }
  return [...largest.values()].reduce((sum, amount) => sum + amount, 0n);
}

/** A row of the limits, and what an order takes of it. */
interface LimitRow {
  /** Undefined for fee and rent alone. */
  readonly mint: string | undefined;
  readonly words: string;
  readonly limit: bigint;
  readonly left: bigint;
  readonly amount: bigint;
  /** Lamports of fee and rent that count against this limit. */
  readonly costs: bigint;
}

function excessOf({ mint, words, limit, left, amount, costs }: LimitRow): Excess {
  const order =
    mint === undefined
      ? `The order's fee and rent can be up to ${costs} lamports`
      : `The order spends up to ${amount} base units of ${mint}`;
  const besides = mint !== undefined && costs > 0n ? `, and ${costs} for fee and rent` : "";
  const rest = left < 0n ? 0n : left;
  const message = `${order}${besides}. The limit per ${words} is ${limit}, and ${rest} is left. Nothing was signed.`;
  return { message, mint, left: left - costs };
}
