import { ConfigurationError } from "../../errors/errors.js";
import type { WalletEdit } from "../sign/signers.js";

/** One signed transaction of a payment. */
export interface PaymentAttempt {
  /** Base58 signature. Undefined while a wallet is prompting, and if it did not return one. */
  readonly signature?: string;
  /** Base58 SHA-256 of the message. The cluster lands a message only once, whatever its signature. */
  readonly messageHash: string;
  /** The transaction in base64: signed, or as passed to a wallet that signs and sends. */
  readonly transaction: string;
  /** Blockhash in base58. */
  readonly blockhash: string;
  /** The slot in which a node reported the blockhash as valid. */
  readonly validAt?: number;
  /** `blockhash` and `validAt` of what the wallet was asked to sign, if its edits were refused: it may send both. */
  readonly built?: {
    /** Blockhash in base58. */
    readonly blockhash: string;
    /** The slot in which a node reported it as valid, before the wallet was asked. */
    readonly validAt?: number;
  };
  /**
   * Edits of the wallet, if it changed the message within `walletEdits`. Empty if its edits were refused: `signature`,
   * `messageHash` and `blockhash` are then those of what it signed, and `transaction` is what it was asked to sign.
   */
  readonly edits?: readonly WalletEdit[];
  /** True if the wallet sends on its own and may have changed the transaction. */
  readonly byWallet?: true;
}

/** Effects of a landed payment as plain JSON, with base units as decimal digits. @inline */
export interface StoredReceipt {
  /** Base58 signature. */
  readonly signature: string;
  /** Slot in which the transaction landed. */
  readonly slot: number;
  /** Lamports of the fee. */
  readonly fee?: string;
  /** Rent of created token accounts minus rent of closed ones, in lamports. */
  readonly rent?: string;
  /** Base units that left the wallet. */
  readonly spent?: readonly { readonly mint: string; readonly amount: string }[];
  /** Base units that arrived in the wallet. */
  readonly received?: readonly { readonly mint: string; readonly amount: string }[];
}

/** A payment's reservation within a wallet's spending limits, stored by `intent-tx/ai` as plain JSON. @inline */
export interface PaymentReservation {
  /** Identifier of the payment. */
  readonly paymentId: string;
  /** The process that made the reservation. Several processes can try a payment, but at most one transaction lands. */
  readonly holder: string;
  /** Action, mints and recipient of the order. */
  readonly order: string;
  /** Maximum that leaves the wallet besides fee and rent, with base units as decimal digits. */
  readonly amounts: readonly { readonly mint: string; readonly amount: string }[];
  /** Maximum fee in lamports, as decimal digits. */
  readonly fee: string;
  /** Maximum rent in lamports, as decimal digits. */
  readonly rent: string;
  /** Signature of a transaction that failed: its fee counts, and nothing else. */
  readonly failed?: string;
  /** True once a tool call has returned that the payment landed. */
  readonly isReported?: true;
  /** Time of the reservation, milliseconds since 1970. */
  readonly at: number;
}

/**
 * A payment in a journal, as a few kilobytes of plain JSON. It contains signed transactions, but not secrets. The record
 * `intent-tx.message:<message hash>` reserves a message for one payment. It is created settled, so that `open` and
 * `resume` ignore it.
 * @experimental
 */
export interface PaymentRecord {
  /** Starts at 1. Each update adds 1. */
  readonly version: number;
  /** The caller's identifier of the payment. */
  readonly paymentId: string;
  /** Base58 address of the paying wallet. */
  readonly walletAddress: string;
  /** Genesis hash of the cluster. */
  readonly genesisHash: string;
  /**
   * The order as JSON: the command, or the intent's action, mints, recipient, amounts and exact side. In the record of
   * a message, its `paymentId`.
   */
  readonly order: string;
  /** Identifier of the newest intent. */
  readonly intentId: string;
  /**
   * `prompting`: a wallet that signs and sends is prompting. `signed`: signed, but not sent. `sending`: bytes may have
   * been sent to a node. `settled`: it has an outcome.
   */
  readonly state: "prompting" | "signed" | "sending" | "settled";
  /** Transactions, oldest first. All except the last have failed, were not sent, or can provably no longer land. */
  readonly attempts: readonly PaymentAttempt[];
  /** Outcome of a settled payment. */
  readonly outcome?: "landed" | "failed" | "expired" | "not-sent";
  /** Effects of a landed payment. */
  readonly receipt?: StoredReceipt;
  /**
   * The reservations made by `intent-tx/ai` for this wallet. Only the record `intent-tx.spending:<wallet address>` has
   * them. It is not a payment, and is created settled, so that `open` and `resume` ignore it.
   */
  readonly reservations?: readonly PaymentReservation[];
  /** Milliseconds since 1970, on the machine that created the record. */
  readonly createdAt: number;
  /** Milliseconds since 1970, on the machine that updated the record. */
  readonly updatedAt: number;
}

/**
 * Stores payments, so that each is made only once across calls and processes. `claim` and `update` are atomic, and
 * resolve after the record is stored durably. Records without an outcome are never deleted. Settled records are kept
 * for 7 days on the journal's clock. After that, the same `paymentId` is a new payment.
 */
export interface PaymentJournal {
  /**
   * Reads a payment.
   * @param paymentId The caller's identifier of the payment.
   */
  get(paymentId: string): Promise<PaymentRecord | undefined>;
  /**
   * Stores a record if its `paymentId` is new. Returns undefined after storing, otherwise the existing record.
   * @param record The record, version 1. It may be settled.
   */
  claim(record: PaymentRecord): Promise<PaymentRecord | undefined>;
  /**
   * Replaces the record whose version is `record.version` − 1. Otherwise returns false, and stores nothing.
   * @param record The record, with the next version.
   */
  update(record: PaymentRecord): Promise<boolean>;
  /** Returns the records without an outcome. */
  open(): Promise<readonly PaymentRecord[]>;
}

/** How the IDs of records that are not payments begin. */
export const OWN_RECORDS = "intent-tx.";

export const SETTLED_KEPT_MS = 7 * 24 * 3_600_000;

export function checkPaymentId(paymentId: unknown): asserts paymentId is string {
  if (typeof paymentId !== "string" || paymentId === "" || paymentId.length > 256)
    throw new ConfigurationError(
      "paymentId must be a string of 1 to 256 characters, such as your order's ID.",
    );
  // `order-${undefined}` would be one payment for every order.
  if (/(?<![A-Za-z\d])(?:undefined|null|NaN)(?![A-Za-z\d])|\[object /.test(paymentId))
    throw new ConfigurationError(
      `paymentId contains a missing value: ${paymentId}. Pass the ID of this order. Nothing was sent.`,
    );
  if (paymentId.startsWith(OWN_RECORDS))
    throw new ConfigurationError(
      `paymentId must not start with ${OWN_RECORDS}, which the journal's own records do. Nothing was sent.`,
    );
}

/** Without `at()`, which Hermes of React Native lacks. */
export const lastOf = (record: PaymentRecord | undefined) => record?.attempts.slice(-1)[0];

export const signatureOf = (record: PaymentRecord | undefined) => lastOf(record)?.signature;

/** Whether a wallet was asked to sign this transaction, and returned nothing, or edits that were refused. */
export const isPrompt = ({ signature, edits, byWallet }: PaymentAttempt): boolean =>
  !byWallet && (signature === undefined || edits?.length === 0);

export const nextVersion = <R extends PaymentRecord>(record: R, changes: Partial<PaymentRecord>) => ({
  ...record,
  ...changes,
  version: record.version + 1,
  updatedAt: Date.now(),
});
