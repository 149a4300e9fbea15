import { PACKET_BYTES } from "intent-tx/contract";
import { addressBytes, base58 } from "./addresses.js";
import { ByteReader, readOr } from "./byte-reader.js";
import { PROGRAMS } from "./programs.js";

/** Message versions: legacy, version 0, which can use lookup tables, and version 1, whose header has the budget. */
export type MessageVersion = "legacy" | 0 | 1;

/** The budget in the header of a version 1 message. A limit that is not set is zero. */
export interface TransactionConfig {
  /** Lamports in all, not per compute unit. */
  readonly priorityFee?: bigint;
  readonly computeUnitLimit?: number;
  readonly loadedAccountsDataSizeLimit?: number;
  /** Bytes. Default 32 KiB. */
  readonly heapSize?: number;
}

/** An instruction as in the message: accounts are indexes into the transaction's accounts. */
export interface MessageInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** Size of a lookup table's header, before its addresses. */
export const TABLE_HEAD = 56;

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
  /** Only in version 1. */
  readonly config?: TransactionConfig;
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

/** Maximum accounts of a transaction, including those from lookup tables: an index is one byte. */
const MAX_ACCOUNTS = 256;
const VERSION_0 = 0x80;
/** First byte of a version 1 transaction. Its signatures follow the message, without a count. */
export const VERSION_1 = 0x81;
/** Maximum length of a version 1 transaction, and of its parts. */
export const VERSION_1_BYTES = 4096;
const VERSION_1_SIGNERS = 12;
const VERSION_1_LIST = 64;
const MIN_HEAP = 32 * 1024;
const MAX_HEAP = 256 * 1024;

/** The config's values in their order: bits of the mask, which are set together, and length. */
export const CONFIG_VALUES = [
  ["priorityFee", 3, 8],
  ["computeUnitLimit", 4, 4],
  ["loadedAccountsDataSizeLimit", 8, 4],
  ["heapSize", 16, 4],
] as const;

class TransactionReader extends ByteReader {
  /**
   * Reads a length in short-u16 form. A length of three bytes would exceed a packet.
   *
   * @throws RangeError with `problem` for another form, or one that is longer than necessary
   */
  length(problem: string): number {
    const first = this.bytes[this.at];
    const second = this.bytes[this.at + 1];
    const isLong = first !== undefined && first >= 0x80;
    if (first === undefined || (isLong && (second === undefined || second === 0 || second >= 0x80)))
      throw new RangeError(problem);
    this.at += isLong ? 2 : 1;
    return isLong ? (first & 0x7f) | ((second ?? 0) << 7) : first;
  }

  /** A list of account indexes, one byte each. */
  indexes(problem: string): number[] {
    return [...this.take(this.length(problem))];
  }
}

/** @throws RangeError with `problem` unless a condition holds */
function check(holds: boolean, problem: string): void {
  if (!holds) throw new RangeError(problem);
}

/** Reads a version 1 transaction. @throws RangeError */
function readVersion1(bytes: Uint8Array, ignoreRest: boolean): Transaction {
  check(bytes.length <= VERSION_1_BYTES, `too large: more than ${VERSION_1_BYTES} bytes`);
  const reader = new ByteReader(bytes, 1);
  const [signers, readonlySigned, readonlyUnsigned] = [reader.u8(), reader.u8(), reader.u8()];
  check(readonlySigned < signers, "the fee payer is not a writable signer");
  check(signers <= VERSION_1_SIGNERS, `more than ${VERSION_1_SIGNERS} signers`);
  const mask = reader.u32();
  const set = CONFIG_VALUES.filter(([, bits]) => mask & bits);
  check(mask < 32 && set.every(([, bits]) => (mask & bits) === bits), "invalid transaction config mask");
  const blockhashAt = reader.at;
  const blockhash = reader.key();
  const [count, keys] = [reader.u8(), reader.u8()];
  check(count <= VERSION_1_LIST, `more than ${VERSION_1_LIST} instructions`);
  check(keys <= VERSION_1_LIST, `more than ${VERSION_1_LIST} accounts`);
  check(signers + readonlyUnsigned <= keys, "the header declares more accounts than there are");
  const staticKeys = Array.from({ length: keys }, () => reader.key());
  check(new Set(staticKeys).size === keys, "an account is listed twice");
  const values = set.map(([name, , bytes]) => [name, bytes === 8 ? reader.u64() : reader.u32()]);
  const config: TransactionConfig = Object.fromEntries(values);
  const { heapSize = MIN_HEAP } = config;
  check(heapSize >= MIN_HEAP && heapSize <= MAX_HEAP && heapSize % 1024 === 0, "invalid heap size");
  const heads = Array.from({ length: count }, () => [reader.u8(), reader.u8(), reader.u16()] as const);
  const instructions = heads.map(([programIdIndex, accountCount, length]) => {
    check(programIdIndex > 0 && programIdIndex < keys, "an instruction's program is not a static account");
    const accounts = [...reader.take(accountCount)];
    check(Math.max(-1, ...accounts) < keys, "an instruction refers to a missing account");
    return { programIdIndex, accounts, data: reader.take(length) };
  });
  const message = bytes.subarray(0, reader.at);
  const signatures = Array.from({ length: signers }, () => reader.take(64));
  check(ignoreRest || reader.left === 0, "bytes after the end");
  const header = { signers, readonlySigned, readonlyUnsigned, blockhash, blockhashAt };
  const own = { message, signatures, staticKeys, instructions, lookups: [], config };
  return { wire: bytes.subarray(0, reader.at), version: 1, ...header, ...own };
}

/**
 * Decodes a transaction of any version. LiteSVM aborts the whole process on malformed bytes, so it only gets bytes that
 * this function accepts. It is stricter than a node: it accepts only one encoding of each transaction.
 *
 * @param ignoreRest - removes trailing bytes, which a node ignores, instead of refusing them
 * @throws RangeError with the reason, if the bytes are not a transaction
 */
export function readTransaction(bytes: Uint8Array, ignoreRest = false): Transaction {
  if (bytes[0] === VERSION_1) return readVersion1(bytes, ignoreRest);
  check(bytes.length <= PACKET_BYTES, `too large: more than ${PACKET_BYTES} bytes`);
  const reader = new TransactionReader(bytes);
  const count = reader.length("the number of signatures is malformed");
  check(count >= 1, "no signature");
  const signatures = Array.from({ length: count }, () => reader.take(64));

  const messageAt = reader.at;
  const version = (bytes[messageAt] ?? 0) >= VERSION_0 ? 0 : "legacy";
  if (version === 0) check(reader.u8() === VERSION_0, "the message has a version other than legacy or 0");
  const [signers, readonlySigned, readonlyUnsigned] = [reader.u8(), reader.u8(), reader.u8()];
  check(signers === count, "the header requires a different number of signatures");
  check(readonlySigned < signers, "the fee payer is not a writable signer");

  const keys = reader.length("the number of accounts is malformed");
  check(signers + readonlyUnsigned <= keys, "the header declares more accounts than there are");
  check(keys <= MAX_ACCOUNTS, "more than 256 accounts");
  const staticKeys = Array.from({ length: keys }, () => reader.key());
  const blockhashAt = reader.at;
  const blockhash = reader.key();

  let highest = 0;
  const instructions: MessageInstruction[] = [];
  for (let left = reader.length("the number of instructions is malformed"); left > 0; left--) {
    const programIdIndex = reader.u8();
    check(programIdIndex > 0 && programIdIndex < keys, "an instruction's program is not a static account");
    const accounts = reader.indexes("an instruction's account count has an invalid encoding");
    const data = reader.take(reader.length("the length of an instruction's data is malformed"));
    instructions.push({ programIdIndex, accounts, data });
    highest = Math.max(highest, ...accounts);
  }

  let named = keys;
  const lookups: MessageLookup[] = [];
  const lookupCount = version === 0 ? reader.length("the number of lookups is malformed") : 0;
  for (let left = lookupCount; left > 0; left--) {
    const table = reader.key();
    const malformed = "the count of looked-up accounts has an invalid encoding";
    const [writable, readonly] = [reader.indexes(malformed), reader.indexes(malformed)];
    check(writable.length + readonly.length > 0, "an empty lookup");
    named += writable.length + readonly.length;
    lookups.push({ table, writable, readonly });
  }
  check(named <= MAX_ACCOUNTS, "more than 256 accounts");
  check(highest < named, "an instruction refers to a missing account");
  check(ignoreRest || reader.at === bytes.length, "bytes after the end");
  const wire = bytes.subarray(0, reader.at);
  const header = { version, signatures, message: wire.subarray(messageAt), signers } as const;
  const own = { staticKeys, blockhash, blockhashAt, instructions, lookups };
  return { wire, ...header, readonlySigned, readonlyUnsigned, ...own };
}

/** Returns why bytes are not a transaction; undefined for a valid one. */
export function wireProblem(bytes: Uint8Array): string | undefined {
  try {
    readTransaction(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
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

/** The transaction's id: its payer's signature, base58. */
export function signatureOf(transaction: Transaction): string {
  return base58(transaction.signatures[0] ?? new Uint8Array(64));
}

/** Offset of the signatures: after the message in version 1, otherwise after their count, which is one byte. */
export function signaturesAt(version: MessageVersion, messageLength: number): number {
  return version === 1 ? messageLength : 1;
}

/** Replaces the blockhash. The signatures stay, but are valid only for the old blockhash. */
export function withBlockhash(transaction: Transaction, blockhash: string): Transaction {
  if (blockhash === transaction.blockhash) return transaction;
  const wire = new Uint8Array(transaction.wire);
  wire.set(addressBytes(blockhash), transaction.blockhashAt);
  return { ...transaction, wire, message: messageOf(wire), blockhash };
}

/** The message of a transaction that `wireProblem` has accepted. */
export function messageOf(wire: Uint8Array): Uint8Array {
  if (wire[0] === VERSION_1) return wire.subarray(0, wire.length - 64 * (wire[1] ?? 0));
  return wire.subarray(1 + 64 * (wire[0] ?? 0));
}

/** Addresses of the two memo programs, with the name that nodes use for both. */
export const MEMO_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [PROGRAMS.memo, "spl-memo"],
  [PROGRAMS.memoV1, "spl-memo"],
]);

/** Undefined if the memo is not UTF-8. */
export function memoText(data: Uint8Array): string | undefined {
  return readOr(() => new ByteReader(data).rest());
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
