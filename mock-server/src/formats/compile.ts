import { PACKET_BYTES } from "intent-tx/contract";
import { addressBytes } from "./addresses.js";
import type { Instruction } from "./instructions.js";
import {
  CONFIG_VALUES,
  type MessageLookup,
  type MessageVersion,
  messageOf,
  type Transaction,
  type TransactionConfig,
  VERSION_1_BYTES,
} from "./transaction.js";

/** A lookup table: its address, and its addresses in order. */
export interface LookupTable {
  readonly table: string;
  readonly addresses: readonly string[];
}

export interface CompileForm {
  /** Default 0. */
  readonly version?: MessageVersion | undefined;
  /** The budget in the header of version 1. */
  readonly config?: TransactionConfig;
  /** Tables from which version 0 loads accounts that neither sign nor are called. */
  readonly tables?: readonly LookupTable[];
}

/** A world wallet that signs messages. */
export interface Signer {
  /** Base58. */
  readonly address: string;
  /** Returns the 64-byte signature of `message`. */
  sign(message: Uint8Array): Uint8Array;
}

const SIGNATURE_BYTES = 64;
const VERSION_0 = 0x80;

interface Rights {
  signer: boolean;
  writable: boolean;
}

/**
 * Collects accounts in the order of their first mention. As in web3.js, a version 0 message lists a program before its
 * accounts, and a legacy message lists all programs at the end. The compiled bytes are therefore equal.
 */
function collectRights(
  payer: string,
  instructions: readonly Instruction[],
  version: MessageVersion,
): Map<string, Rights> {
  const programOf = ({ programId: address }: Instruction) => ({ address, signer: false, writable: false });
  const uses =
    version === "legacy"
      ? [...instructions.flatMap(({ accounts }) => accounts), ...instructions.map(programOf)]
      : instructions.flatMap((instruction) => [programOf(instruction), ...instruction.accounts]);
  const rights = new Map<string, Rights>([[payer, { signer: true, writable: true }]]);
  for (const { address, signer, writable } of uses) {
    const known = rights.get(address);
    if (!known) rights.set(address, { signer, writable });
    else {
      known.signer ||= signer;
      known.writable ||= writable;
    }
  }
  return rights;
}

/** Moves the accounts that are in a table out of `rights`, and returns their places in the tables. */
function lookUp(
  rights: Map<string, Rights>,
  instructions: readonly Instruction[],
  tables: readonly LookupTable[],
): (MessageLookup & LookupTable)[] {
  const called = new Set(instructions.map(({ programId }) => programId));
  return tables.flatMap(({ table, addresses }) => {
    const found = { table, addresses, writable: [] as number[], readonly: [] as number[] };
    for (const [index, address] of addresses.entries()) {
      const right = rights.get(address);
      if (!right || right.signer || called.has(address)) continue;
      rights.delete(address);
      found[right.writable ? "writable" : "readonly"].push(index);
    }
    return found.writable.length + found.readonly.length === 0 ? [] : found;
  });
}

/** Writes into one buffer of the maximum size, which is faster than joining many small arrays. */
class Writer {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(most: number) {
    this.#bytes = new Uint8Array(most);
  }

  byte(value: number): void {
    this.#bytes[this.at++] = value;
  }

  all(values: ArrayLike<number>): void {
    if (this.at + values.length <= this.#bytes.length) this.#bytes.set(values, this.at);
    this.at += values.length;
  }

  /** Writes Solana's short-u16: seven bits per byte, lowest first. */
  count(value: number): void {
    if (value < 0x80) {
      this.byte(value);
      return;
    }
    this.byte((value & 0x7f) | 0x80);
    this.byte(value >> 7);
  }

  /** Writes a little-endian integer. */
  integer(value: number | bigint, bytes: number): void {
    for (let shift = 0; shift < bytes; shift++)
      this.byte(Number((BigInt(value) >> BigInt(8 * shift)) & 0xffn));
  }

  /** @throws RangeError beyond the maximum size */
  written(): Uint8Array {
    const most = this.#bytes.length;
    if (this.at > most) throw new RangeError(`A transaction must not exceed ${most} bytes`);
    return this.#bytes.slice(0, this.at);
  }
}

/** Writes the rest of a legacy or version 0 message after its header. */
function writeRest(
  out: Writer,
  { staticKeys, blockhash, instructions, version, lookups }: MessageParts,
): void {
  out.count(staticKeys.length);
  for (const key of staticKeys) out.all(addressBytes(key));
  out.all(addressBytes(blockhash));
  out.count(instructions.length);
  for (const { programIdIndex, accounts, data } of instructions) {
    out.byte(programIdIndex);
    out.count(accounts.length);
    out.all(accounts);
    out.count(data.length);
    out.all(data);
  }
  if (version === "legacy") return;
  out.count(lookups.length);
  for (const { table, writable, readonly } of lookups) {
    out.all(addressBytes(table));
    for (const indexes of [writable, readonly]) {
      out.count(indexes.length);
      out.all(indexes);
    }
  }
}

/** Writes the rest of a version 1 message: the heads of all instructions, then the accounts and data of all. */
function writeVersion1(
  out: Writer,
  { staticKeys, blockhash, instructions, config = {} }: MessageParts,
): void {
  const set = CONFIG_VALUES.filter(([name]) => config[name] !== undefined);
  out.integer(
    set.reduce((mask, [, bits]) => mask | bits, 0),
    4,
  );
  out.all(addressBytes(blockhash));
  out.byte(instructions.length);
  out.byte(staticKeys.length);
  for (const key of staticKeys) out.all(addressBytes(key));
  for (const [name, , bytes] of set) out.integer(config[name] ?? 0, bytes);
  for (const { programIdIndex, accounts, data } of instructions) {
    out.byte(programIdIndex);
    out.byte(accounts.length);
    out.integer(data.length, 2);
  }
  for (const { accounts, data } of instructions) {
    out.all(accounts);
    out.all(data);
  }
}

/** The parts of a message, by which it is written again after an edit. */
export type MessageParts = Omit<Transaction, "wire" | "signatures" | "message" | "blockhashAt">;

/** Writes an unsigned transaction. @throws RangeError if an address is invalid, or the transaction is too large */
export function encodeTransaction(parts: MessageParts): Uint8Array {
  const { version, signers, readonlySigned, readonlyUnsigned } = parts;
  const out = new Writer(version === 1 ? VERSION_1_BYTES : PACKET_BYTES);
  if (version !== 1) {
    out.count(signers);
    out.at += SIGNATURE_BYTES * signers;
  }
  if (version !== "legacy") out.byte(VERSION_0 + version);
  out.all([signers, readonlySigned, readonlyUnsigned]);
  if (version === 1) {
    writeVersion1(out, parts);
    out.at += SIGNATURE_BYTES * signers;
  } else writeRest(out, parts);
  return out.written();
}

/**
 * Compiles instructions into an unsigned transaction, with the same bytes as web3.js. Every signature slot is zero.
 *
 * @returns the bytes, the part of them that is signed, and the signers in the order of their signatures, the payer first
 * @throws RangeError if an address is invalid, or the transaction is too large
 * @example compileTransaction(wallet, blockhash, [computeUnitLimit(600), solTransfer(wallet, bob, 1n)]).wire
 */
export function compileTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
  { version = 0, config = {}, tables = [] }: CompileForm = {},
) {
  const groups: string[][] = [[], [], [], []];
  const rights = collectRights(payer, instructions, version);
  const lookups = tables.length === 0 ? [] : lookUp(rights, instructions, tables);
  // Signers come before other accounts, and among both, writable accounts before read-only ones.
  for (const [address, { signer, writable }] of rights)
    groups[(signer ? 0 : 2) + (writable ? 0 : 1)]?.push(address);
  const [paying = [], signing = [], , readOnly = []] = groups;
  const signers = [...paying, ...signing];
  const staticKeys = groups.flat();
  const loaded = (side: "writable" | "readonly") =>
    lookups.flatMap(({ addresses, ...indexes }) => indexes[side].map((index) => addresses[index] ?? ""));
  const keys = [...staticKeys, ...loaded("writable"), ...loaded("readonly")];
  const indexes = new Map(keys.map((address, index) => [address, index]));
  const wire = encodeTransaction({
    version,
    config,
    signers: signers.length,
    readonlySigned: signing.length,
    readonlyUnsigned: readOnly.length,
    staticKeys,
    blockhash,
    instructions: instructions.map(({ programId, accounts, data }) => ({
      programIdIndex: indexes.get(programId) ?? 0,
      accounts: accounts.map(({ address }) => indexes.get(address) ?? 0),
      data,
    })),
    lookups,
  });
  return { wire, message: messageOf(wire), signers };
}

/**
 * A signed legacy transaction, as a validator's faucet creates it. The first signer pays.
 *
 * @throws RangeError for the same reasons as {@link compileTransaction}
 */
export function signedTransaction(
  signers: readonly [Signer, ...Signer[]],
  instructions: readonly Instruction[],
  blockhash: string,
): Uint8Array {
  const compiled = compileTransaction(signers[0].address, blockhash, instructions, { version: "legacy" });
  for (const signer of signers) {
    const slot = compiled.signers.indexOf(signer.address);
    // The signatures begin after one byte, the slot count.
    if (slot >= 0) compiled.wire.set(signer.sign(compiled.message), 1 + slot * SIGNATURE_BYTES);
  }
  return compiled.wire;
}
