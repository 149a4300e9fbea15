import { ConfigurationError } from "../../errors/errors.js";
import { notSent, TransactionUnconfirmedError, withoutAddresses } from "../send/errors.js";
import { claimMessage, ownRecord } from "./claim.js";
import {
  lastOf,
  nextVersion,
  type PaymentAttempt,
  type PaymentJournal,
  type PaymentRecord,
  signatureOf,
} from "./journal.js";
import { isOtherOrder, isSameOrder, otherOrder, stateOf } from "./order.js";

/** Another process changed the payment first. This call continues with that process's record. */
export class Conflict {
  constructor(readonly record: PaymentRecord) {}
}

/** An error for a message that another payment uses. */
export const duplicate = (signature?: string) =>
  notSent(
    new ConfigurationError(
      "Another call uses this same transaction, for an identical payment with the same blockhash. This call sent nothing. If both calls are for one payment, look at the first one's transaction. To make both payments, call again in a second, when there is a new blockhash.",
    ),
    signature,
  );

const notStored = (cause: unknown, signature?: string) =>
  notSent(
    cause instanceof ConfigurationError
      ? cause
      : new ConfigurationError("The journal failed, so the transaction was not sent; see cause.", {
          cause: withoutAddresses(cause),
        }),
    signature,
  );

const mayBeSent = (cause: unknown, signature: string) =>
  new TransactionUnconfirmedError(
    "The journal failed before the transaction was sent, so another process may find the transaction there and send it.",
    signature,
    cause,
  );

/** The record of one payment. Each change is a compare-and-set, because other processes may make the same payment. */
export class PaymentStore {
  /** Genesis hash of the connection's cluster. Undefined if it is not known. */
  genesisHash: string | undefined;

  constructor(
    readonly journal: PaymentJournal,
    readonly paymentId: string,
    readonly walletAddress: string,
    private readonly order: string,
  ) {}

  async read(): Promise<PaymentRecord | undefined> {
    const record = await this.journal.get(this.paymentId);
    if (record !== undefined) this.#checkSame(record);
    return record;
  }

  #checkSame(record: PaymentRecord): void {
    const { walletAddress, paymentId } = record;
    const isSame = isSameOrder(record.order, this.order);
    const whose =
      paymentId !== this.paymentId
        ? `paymentId ${paymentId}`
        : walletAddress !== this.walletAddress
          ? `the wallet ${walletAddress}`
          : isSame === false
            ? "another order"
            : undefined;
    if (whose !== undefined) throw otherOrder(record, this.paymentId, whose);
    if (isSame === undefined)
      throw new ConfigurationError(
        `The order in the record of payment ${paymentId} is incomplete, because an earlier version of intent-tx wrote it. So it is not known whether this call has the same order. That payment ${stateOf(record)}. To settle it while it is open, call resume.`,
      );
    this.checkCluster(record);
  }

  checkCluster(record: PaymentRecord): void {
    const { genesisHash = record.genesisHash } = this;
    if (genesisHash !== record.genesisHash)
      throw otherOrder(
        record,
        this.paymentId,
        `the cluster with the genesis hash ${record.genesisHash}, and connection points to the cluster with ${genesisHash}`,
      );
  }

  initial(): PaymentRecord {
    const { paymentId, walletAddress, genesisHash = "", order } = this;
    const { outcome: _, ...own } = ownRecord({ paymentId, walletAddress });
    return { ...own, genesisHash, order, state: "signed" };
  }

  /** Claims a message for this payment before it is signed. Returns false if another payment has it. */
  async reserve(messageHash: string): Promise<boolean> {
    try {
      return await claimMessage(this.journal, this.initial(), messageHash);
    } catch (cause) {
      throw notStored(cause);
    }
  }

  /** Stores an attempt before any of its bytes are sent. If another process was first, this call discards its own. */
  async append(
    record: PaymentRecord,
    state: "prompting" | "signed",
    attempt: PaymentAttempt,
  ): Promise<PaymentRecord> {
    const { outcome = "not-sent", receipt: _, ...known } = record;
    const next = nextVersion(known, { state, attempts: [...known.attempts, attempt] });
    const signature = attempt.signature ?? "";
    try {
      if (record.version > 0) {
        if (await this.journal.update(next)) return next;
        throw new Conflict(await this.#readOther(next));
      }
      const existing = await this.journal.claim(next);
      if (existing === undefined) return next;
      this.#checkSame(existing);
      throw new Conflict(existing);
    } catch (cause) {
      if (cause instanceof Conflict || isOtherOrder(cause)) throw cause;
      await this.#discard({ ...next, attempts: known.attempts, state: "settled", outcome }, signature, cause);
      throw notStored(cause, signature);
    }
  }

  /** After a failed store, ensures that the attempt is not in the journal and cannot get there later. */
  async #discard(settled: PaymentRecord, signature: string, cause: unknown): Promise<void> {
    try {
      const discarded =
        settled.version === 1
          ? (await this.journal.claim(settled)) === undefined
          : await this.journal.update(settled);
      if (discarded) return;
    } catch {
      // It is unknown whether the attempt is stored.
    }
    throw mayBeSent(cause, signature);
  }

  async #readOther(next: PaymentRecord): Promise<PaymentRecord> {
    const signature = signatureOf(next) ?? "";
    try {
      const record = await this.journal.get(this.paymentId);
      if (record !== undefined && record.version >= next.version) return record;
    } catch (cause) {
      throw new TransactionUnconfirmedError(
        "Another process took over the payment, and the journal cannot be read.",
        signature,
        cause,
      );
    }
    throw new TransactionUnconfirmedError("The journal has lost the payment, or rejects updates.", signature);
  }

  /**
   * Marks the payment as sending. Bytes may be sent only after this resolves. Also opens a payment that was settled as not
   * sent, and whose last transaction has landed.
   */
  toSending({ outcome: _, ...record }: PaymentRecord): Promise<PaymentRecord> {
    return this.#advance(nextVersion(record, { state: "sending" }));
  }

  /**
   * Stores what a wallet that was asked to sign has signed or sent. It stays a prompt if what was signed is refused. An
   * answer also counts after the prompt was settled, if the wallet has sent it, or may send it with a newer blockhash. What
   * it has sent is followed even if the journal fails.
   */
  async answered(
    record: PaymentRecord,
    attempt: PaymentAttempt,
    state: "prompting" | "signed" | "sending" = "prompting",
  ): Promise<PaymentRecord> {
    const asked = lastOf(record);
    const answer = { state, attempts: [...record.attempts.slice(0, -1), attempt] };
    const next = nextVersion(record, answer);
    try {
      return await this.#advance(next);
    } catch (error) {
      const { outcome, ...other } = error instanceof Conflict ? error.record : record;
      if (other.version === record.version && state === "sending") return next;
      const isLate =
        outcome === "not-sent"
          ? state === "sending"
          : outcome === "expired" && attempt.blockhash !== asked?.blockhash;
      if (!isLate || lastOf(other)?.messageHash !== asked?.messageHash) throw error;
      return this.#advance(nextVersion(other, answer));
    }
  }

  async #advance(next: PaymentRecord): Promise<PaymentRecord> {
    try {
      if (await this.journal.update(next)) return next;
    } catch (cause) {
      throw mayBeSent(cause, signatureOf(next) ?? "");
    }
    throw new Conflict(await this.#readOther(next));
  }

  /** Stores an outcome. An outcome proved on chain holds even if the journal fails, but `not-sent` must be stored. */
  async settle(
    record: PaymentRecord,
    end: Pick<PaymentRecord, "outcome" | "receipt">,
  ): Promise<PaymentRecord> {
    // A wallet that was asked to sign may have sent without returning a signature.
    const signature = signatureOf(record) ?? end.receipt?.signature ?? "";
    for (let from = record; ; ) {
      const next = nextVersion(from, { ...end, attempts: record.attempts, state: "settled" });
      let current: PaymentRecord | undefined;
      try {
        if (await this.journal.update(next)) return next;
        current = await this.journal.get(this.paymentId);
        if (current?.version === from.version) throw new Error("The journal rejects the next version.");
        // A failover has lost the record, without which the next call would pay again.
        const first = { ...next, version: 1 };
        current ??= await this.journal.claim(first);
        if (current === undefined) return first;
      } catch (cause) {
        if (end.outcome !== "not-sent") return next;
        throw mayBeSent(cause, signature);
      }
      // A proof about one transaction says nothing about another, such as one whose blockhash a wallet has renewed.
      const same =
        current.attempts.length === record.attempts.length &&
        (end.outcome === "landed" || lastOf(current)?.messageHash === lastOf(record)?.messageHash);
      if (end.outcome === "landed" && !same)
        throw new TransactionUnconfirmedError(
          `Transaction ${signature} has landed, but the journal contains a later transaction of this payment, which may land too. Do not make the payment again.`,
          signature,
        );
      if (current.outcome === end.outcome || end.outcome === "not-sent" || !same) throw new Conflict(current);
      if (current.outcome !== undefined)
        throw new TransactionUnconfirmedError(
          `The journal says that the payment is ${current.outcome}, but the cluster says that it is ${end.outcome}.`,
          signature,
        );
      from = current;
    }
  }
}
