import { addressBytes } from "../world/addresses.js";
import type { Instruction } from "./instruction.js";

/** An unsigned transaction: every signature slot holds zeros. */
export interface CompiledTransaction {
  /** Signature slots and message. */
  readonly wire: Uint8Array;
  /** What is signed: a part of `wire`. */
  readonly message: Uint8Array;
}

/** Largest transaction that the network carries. */
export const PACKET_BYTES = 1232;

const SIGNATURE_BYTES = 64;
const VERSION_0 = 0x80;

interface Rights {
  signer: boolean;
  writable: boolean;
}

/** Position of an account's group in a message: signers first, and in each half the writable ones. */
function groupOf({ signer, writable }: Rights): number {
  return (signer ? 0 : 2) + (writable ? 0 : 1);
}

/** Accounts in the order in which they are named, program before accounts: the order that web3.js gives them too. */
function collectRights(payer: string, instructions: readonly Instruction[]): Map<string, Rights> {
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
    use(programId, false, false);
    for (const { address, signer, writable } of accounts) use(address, signer, writable);
  }
  return rights;
}

class Writer {
  readonly #bytes = new Uint8Array(PACKET_BYTES);
  #length = 0;

  byte(value: number): void {
    if (this.#length >= PACKET_BYTES) throw new RangeError(`A transaction has at most ${PACKET_BYTES} bytes`);
    this.#bytes[this.#length++] = value;
  }

  all(values: Uint8Array): void {
    if (this.#length + values.length > PACKET_BYTES) {
      throw new RangeError(`A transaction has at most ${PACKET_BYTES} bytes`);
    }
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /** Solana's short-u16: seven bits a byte, lowest first. */
  count(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.byte(rest);
  }

  skip(length: number): void {
    this.#length += length;
  }

  get length(): number {
    return this.#length;
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

/**
 * Compiles instructions into an unsigned version 0 transaction without lookup tables, byte for byte as web3.js would.
 *
 * @throws RangeError if an address is none, or the transaction is larger than a packet
 * @example compileTransaction(wallet, blockhash, [computeUnitLimit(600), solTransfer(wallet, bob, 1n)]).wire
 */
export function compileTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
): CompiledTransaction {
  const groups: string[][] = [[], [], [], []];
  for (const [address, rights] of collectRights(payer, instructions)) groups[groupOf(rights)]?.push(address);
  const sizes = groups.map((group) => group.length);
  const signers = (sizes[0] ?? 0) + (sizes[1] ?? 0);
  const keys = groups.flat();
  const indexes = new Map(keys.map((address, index) => [address, index]));
  const indexOf = (address: string): number => indexes.get(address) ?? 0;

  const out = new Writer();
  out.count(signers);
  out.skip(SIGNATURE_BYTES * signers);
  const start = out.length;
  out.byte(VERSION_0);
  out.byte(signers);
  out.byte(sizes[1] ?? 0);
  out.byte(sizes[3] ?? 0);
  out.count(keys.length);
  for (const key of keys) out.all(addressBytes(key));
  out.all(addressBytes(blockhash));
  out.count(instructions.length);
  for (const { programId, accounts, data } of instructions) {
    out.byte(indexOf(programId));
    out.count(accounts.length);
    for (const { address } of accounts) out.byte(indexOf(address));
    out.count(data.length);
    out.all(data);
  }
  out.count(0);
  const wire = out.done();
  return { wire, message: wire.subarray(start) };
}
