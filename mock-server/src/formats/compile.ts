import { PACKET_BYTES } from "intent-tx/contract";
import { addressBytes } from "./addresses.js";
import type { Instruction } from "./instructions.js";
import type { MessageVersion } from "./transaction.js";

/** An unsigned transaction. Every signature slot is zero. */
export interface CompiledTransaction {
  /** The transaction's bytes: signature slots, then message. */
  readonly wire: Uint8Array;
  /** The part of `wire` that is signed. */
  readonly message: Uint8Array;
  /** The signers' addresses in the order of their signatures; the first signer pays. */
  readonly signers: readonly string[];
  /** Offset of each instruction's data in `wire`. */
  readonly dataAt: readonly number[];
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

/** An account's sort group: signers before other accounts, and among both, writable before read-only accounts. */
function groupOf({ signer, writable }: Rights): number {
  return (signer ? 0 : 2) + (writable ? 0 : 1);
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
  const rights = new Map<string, Rights>([[payer, { signer: true, writable: true }]]);
  const use = (address: string, signer: boolean, writable: boolean): void => {
    const known = rights.get(address);
    if (!known) {
      rights.set(address, { signer, writable });
      return;
    }
    known.signer ||= signer;
    known.writable ||= writable;
  };
  for (const { programId, accounts } of instructions) {
    if (version === 0) use(programId, false, false);
    for (const { address, signer, writable } of accounts) use(address, signer, writable);
  }
  if (version === "legacy") for (const { programId } of instructions) use(programId, false, false);
  return rights;
}

/** Length of a count in Solana's short-u16 encoding. */
const countLength = (value: number): number => (value < 0x80 ? 1 : 2);

class Writer {
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  byte(value: number): void {
    this.bytes[this.at++] = value;
  }

  all(values: Uint8Array): void {
    this.bytes.set(values, this.at);
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
}

/** Length of the whole transaction. @throws RangeError if it exceeds a packet */
function lengthOf(
  signers: number,
  keys: number,
  instructions: readonly Instruction[],
  version: MessageVersion,
): number {
  let length = countLength(signers) + SIGNATURE_BYTES * signers;
  length += (version === 0 ? 2 : 0) + 3 + countLength(keys) + 32 * keys + 32;
  length += countLength(instructions.length);
  for (const { accounts, data } of instructions) {
    length += 1 + countLength(accounts.length) + accounts.length + countLength(data.length) + data.length;
  }
  if (length > PACKET_BYTES) throw new RangeError(`A transaction must not exceed ${PACKET_BYTES} bytes`);
  return length;
}

/**
 * Compiles instructions into an unsigned transaction without lookup tables, with the same bytes as web3.js.
 *
 * @throws RangeError if an address is invalid, or the transaction exceeds a packet
 * @example compileTransaction(wallet, blockhash, [computeUnitLimit(600), solTransfer(wallet, bob, 1n)]).wire
 */
export function compileTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
  version: MessageVersion = 0,
): CompiledTransaction {
  const groups: string[][] = [[], [], [], []];
  for (const [address, rights] of collectRights(payer, instructions, version)) {
    groups[groupOf(rights)]?.push(address);
  }
  const [paying = [], signing = [], , readOnly = []] = groups;
  const signers = [...paying, ...signing];
  const keys = groups.flat();
  const indexes = new Map(keys.map((address, index) => [address, index]));
  const indexOf = (address: string): number => indexes.get(address) ?? 0;

  // Writing into one buffer of the exact size is faster than joining many small arrays.
  const out = new Writer(new Uint8Array(lengthOf(signers.length, keys.length, instructions, version)));
  out.count(signers.length);
  out.at += SIGNATURE_BYTES * signers.length;
  const start = out.at;
  if (version === 0) out.byte(VERSION_0);
  out.byte(signers.length);
  out.byte(signing.length);
  out.byte(readOnly.length);
  out.count(keys.length);
  for (const key of keys) out.all(addressBytes(key));
  out.all(addressBytes(blockhash));
  const dataAt: number[] = [];
  out.count(instructions.length);
  for (const { programId, accounts, data } of instructions) {
    out.byte(indexOf(programId));
    out.count(accounts.length);
    for (const { address } of accounts) out.byte(indexOf(address));
    out.count(data.length);
    dataAt.push(out.at);
    out.all(data);
  }
  if (version === 0) out.count(0);
  const wire = out.bytes;
  return { wire, message: wire.subarray(start), signers, dataAt };
}

/** Replaces one instruction's data with data of the same length. */
export function withData(
  { wire, message, dataAt, ...rest }: CompiledTransaction,
  instruction: number,
  data: Uint8Array,
): CompiledTransaction {
  const changed = new Uint8Array(wire);
  changed.set(data, dataAt[instruction]);
  return { wire: changed, message: changed.subarray(wire.length - message.length), dataAt, ...rest };
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
  const compiled = compileTransaction(signers[0].address, blockhash, instructions, "legacy");
  for (const signer of signers) {
    const slot = compiled.signers.indexOf(signer.address);
    // The signatures begin after one byte, the slot count.
    if (slot >= 0) compiled.wire.set(signer.sign(compiled.message), 1 + slot * SIGNATURE_BYTES);
  }
  return compiled.wire;
}
