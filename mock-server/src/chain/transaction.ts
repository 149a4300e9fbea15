import { createPublicKey, hash, verify } from "node:crypto";
import { addressAt, addressBytes, base58 } from "./addresses.js";
import { PROGRAMS } from "./programs.js";
import { wireProblem } from "./wire-check.js";

/** Message versions: legacy, and version 0, which can use lookup tables. */
export type MessageVersion = "legacy" | 0;

/** An instruction as in the message: accounts are indexes into the transaction's accounts. */
export interface MessageInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Accounts that a message loads from a lookup table, by index in the table. */
export interface MessageLookup {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

/** A decoded transaction. Byte arrays are views of `wire`. */
export interface Transaction {
  readonly wire: Uint8Array;
  readonly version: MessageVersion;
  readonly signatures: readonly Uint8Array[];
  /** The signed bytes. */
  readonly message: Uint8Array;
  readonly signers: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** Base58. */
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
  /** Offset of the blockhash in `wire`. */
  readonly blockhashAt: number;
  readonly instructions: readonly MessageInstruction[];
  readonly lookups: readonly MessageLookup[];
}

/** Reads bytes that `wireProblem` has accepted, so bounds are not checked again. */
class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  length(): number {
    const first = this.byte();
    return first < 0x80 ? first : (first & 0x7f) | (this.byte() << 7);
  }

  take(count: number): Uint8Array {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** A list of account indexes, one byte each. */
  indexes(): number[] {
    const indexes: number[] = [];
    for (let count = this.length(); count > 0; count--) indexes.push(this.byte());
    return indexes;
  }

  key(): string {
    this.at += 32;
    return addressAt(this.bytes, this.at - 32);
  }

  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let count = this.length(); count > 0; count--) items.push(read());
    return items;
  }
}

/**
 * Decodes a transaction, legacy or version 0.
 *
 * @throws RangeError with the reason, if the bytes are not a transaction
 */
export function readTransaction(wire: Uint8Array): Transaction {
  const problem = wireProblem(wire);
  if (problem !== undefined) throw new RangeError(problem);
  const reader = new Reader(wire, 0);
  const signatures = reader.list(() => reader.take(64));
  const message = wire.subarray(reader.at);
  const version = (message[0] ?? 0) >= 0x80 ? 0 : "legacy";
  if (version === 0) reader.byte();
  const [signers, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()];
  const staticKeys = reader.list(() => reader.key());
  const blockhashAt = reader.at;
  const blockhash = reader.key();
  const instructions = reader.list(() => ({
    programIdIndex: reader.byte(),
    accounts: reader.indexes(),
    data: reader.take(reader.length()),
  }));
  const lookups =
    version === "legacy"
      ? []
      : reader.list(() => ({
          table: reader.key(),
          writable: reader.indexes(),
          readonly: reader.indexes(),
        }));
  return {
    wire,
    version,
    signatures,
    message,
    signers,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    blockhashAt,
    instructions,
    lookups,
  };
}

/** True if the message declares a static account writable. */
export function isStaticWritable(transaction: Transaction, index: number): boolean {
  const { signers, readonlySigned, readonlyUnsigned, staticKeys } = transaction;
  return index < signers ? index < signers - readonlySigned : index < staticKeys.length - readonlyUnsigned;
}

/** Like `isStaticWritable`, but also for accounts from lookup tables, whose writable accounts come first. */
export function isWritable(transaction: Transaction, loadedWritable: number, index: number): boolean {
  const fixed = transaction.staticKeys.length;
  return index < fixed ? isStaticWritable(transaction, index) : index < fixed + loadedWritable;
}

/** SPKI prefix of an ed25519 key, before its 32 bytes. */
const PUBLIC_KEY_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** True if every signature is valid. */
export function isSigned({ signatures, staticKeys, message }: Transaction): boolean {
  return signatures.every((signature, at) => {
    const key = Buffer.concat([PUBLIC_KEY_HEAD, addressBytes(staticKeys[at] ?? "")]);
    return verify(null, message, createPublicKey({ key, format: "der", type: "spki" }), signature);
  });
}

/** The transaction's id: its payer's signature, base58. */
export function signatureOf(transaction: Transaction): string {
  return base58(transaction.signatures[0] ?? new Uint8Array(64));
}

/** The same transaction with a unique id: if the payer's signature is missing, the message's SHA-512 replaces it. */
export function identified(transaction: Transaction): Transaction {
  if (transaction.signatures[0]?.some((byte) => byte !== 0)) return transaction;
  const wire = new Uint8Array(transaction.wire);
  wire.set(hash("sha512", transaction.message, "buffer"), 1);
  return readTransaction(wire);
}

/** Replaces the blockhash. The signatures stay, but are valid only for the old blockhash. */
export function withBlockhash(transaction: Transaction, blockhash: string): Transaction {
  if (blockhash === transaction.blockhash) return transaction;
  const wire = new Uint8Array(transaction.wire);
  wire.set(addressBytes(blockhash), transaction.blockhashAt);
  const message = wire.subarray(wire.length - transaction.message.length);
  return { ...transaction, wire, message, blockhash };
}

/** The message of a transaction that `wireProblem` has accepted. */
export function messageOf(wire: Uint8Array): Uint8Array {
  return wire.subarray(1 + 64 * (wire[0] ?? 0));
}

/** SHA-256 of a message, base64. It identifies a built transaction regardless of its signatures. */
export function messageHash(message: Uint8Array): string {
  return hash("sha256", message, "base64");
}

/** Addresses of the two memo programs, with the name that nodes use for both. */
export const MEMO_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [PROGRAMS.memo, "spl-memo"],
  [PROGRAMS.memoV1, "spl-memo"],
]);

/** Undefined if the memo is not UTF-8. */
export function memoText(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
}

/** A transaction's memos, each prefixed with its length in bytes: `[6] héllo; [3] two`. Null without memos. */
export function memosOf(accountKeys: readonly string[], wire: () => Uint8Array): string | null {
  // Few transactions have a memo, and decoding the message would take ten times as long as this check.
  if (!accountKeys.some((key) => MEMO_PROGRAMS.has(key))) return null;
  const memos = readTransaction(wire()).instructions.flatMap(({ programIdIndex, data }) => {
    if (!MEMO_PROGRAMS.has(accountKeys[programIdIndex] ?? "")) return [];
    return `[${data.length}] ${memoText(data) ?? "(unparseable)"}`;
  });
  return memos.length > 0 ? memos.join("; ") : null;
}
