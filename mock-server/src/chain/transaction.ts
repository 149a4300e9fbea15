import { hash } from "node:crypto";
import type { AddressText } from "./address-texts.js";
import { addressAt, addressBytes } from "./addresses.js";
import { base58 } from "./base58.js";
import type { MessageVersion } from "./compile.js";
import { wireProblem } from "./wire-check.js";

/** An instruction as a message holds it: accounts by their index. */
export interface MessageInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Accounts that a message takes from a lookup table, by their index in it. */
export interface MessageLookup {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

/** A transaction taken apart. Byte arrays are views of the wire. */
export interface Transaction {
  readonly wire: Uint8Array;
  readonly version: MessageVersion;
  readonly signatures: readonly Uint8Array[];
  /** The bytes that the signatures sign. */
  readonly message: Uint8Array;
  readonly signers: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** Base58. */
  readonly staticKeys: readonly string[];
  readonly blockhash: string;
  /** Where the blockhash stands in the wire. */
  readonly blockhashAt: number;
  readonly instructions: readonly MessageInstruction[];
  readonly lookups: readonly MessageLookup[];
}

/** Reads what `wireProblem` has passed, so that no bound needs a second check. */
class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    readonly textOf: AddressText,
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

  /** A list of bytes, each the index of an account. */
  indexes(): number[] {
    const indexes: number[] = [];
    for (let count = this.length(); count > 0; count--) indexes.push(this.byte());
    return indexes;
  }

  key(): string {
    this.at += 32;
    return this.textOf(this.bytes, this.at - 32);
  }

  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let count = this.length(); count > 0; count--) items.push(read());
    return items;
  }
}

/**
 * Takes a transaction apart, legacy or version 0.
 *
 * @param textOf - how addresses are written; who reads many transactions remembers them
 * @throws RangeError saying why, if the bytes are no transaction
 */
export function readTransaction(wire: Uint8Array, textOf: AddressText = addressAt): Transaction {
  const problem = wireProblem(wire);
  if (problem !== undefined) throw new RangeError(problem);
  const reader = new Reader(wire, 0, textOf);
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
  // The members stand in the order of `withBlockhash`: V8 then has one shape for both, and compiles who reads them once.
  const read: Transaction = {
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
  return read;
}

/** Whether the message lets the account at an index of its static keys be written. */
export function isStaticWritable(transaction: Transaction, index: number): boolean {
  const { signers, readonlySigned, readonlyUnsigned, staticKeys } = transaction;
  return index < signers ? index < signers - readonlySigned : index < staticKeys.length - readonlyUnsigned;
}

/** The signature under which a transaction is known: its payer's, base58. */
export function signatureOf(transaction: Transaction): string {
  return base58(transaction.signatures[0] ?? new Uint8Array(64));
}

/** The same transaction with another blockhash; its signatures are good for the old one alone. */
export function withBlockhash(transaction: Transaction, blockhash: string): Transaction {
  if (blockhash === transaction.blockhash) return transaction;
  const wire = new Uint8Array(transaction.wire);
  wire.set(addressBytes(blockhash), transaction.blockhashAt);
  // Nothing else is another, so that nothing else has to be read again.
  const { version, signatures, signers, readonlySigned, readonlyUnsigned } = transaction;
  const { staticKeys, blockhashAt, instructions, lookups } = transaction;
  const message = wire.subarray(wire.length - transaction.message.length);
  const fresh: Transaction = {
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
  return fresh;
}

/** SHA-256 of a message, base64: under it a built transaction is recognised, whoever signed it. */
export function messageHash(message: Uint8Array): string {
  return hash("sha256", message, "base64");
}
