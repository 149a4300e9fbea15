import { createHash } from "node:crypto";

/** An instruction of a landed transaction; accounts are indexes into its account keys. */
export interface WireInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

class Cursor {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new RangeError(`The transaction ends at byte ${this.at}`);
    this.at++;
    return value;
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError(`The transaction ends before byte ${end}`);
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  count(): number {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError(`No length at byte ${this.at}`);
  }
}

/** What is signed of a transaction: everything after the signatures. @throws RangeError */
export function messageOf(wire: Uint8Array): Uint8Array {
  const cursor = new Cursor(wire);
  const signatures = cursor.count();
  cursor.take(signatures * SIGNATURE_BYTES);
  return wire.subarray(cursor.at);
}

/** SHA-256 of a message, base64: under it a built transaction is recognised, whoever signed it. */
export function messageHash(message: Uint8Array): string {
  return createHash("sha256").update(message).digest("base64");
}

/**
 * The instructions of a transaction that a ledger took, legacy or version 0.
 *
 * @throws RangeError if the bytes are no transaction; what landed always is one
 */
export function readInstructions(wire: Uint8Array): WireInstruction[] {
  const cursor = new Cursor(messageOf(wire));
  // A legacy message has no version byte: it begins with the number of signers, which is below 0x80.
  if ((cursor.bytes[0] ?? 0) >= 0x80) cursor.byte();
  cursor.take(3);
  cursor.take(cursor.count() * KEY_BYTES + KEY_BYTES);
  const instructions: WireInstruction[] = [];
  for (let left = cursor.count(); left > 0; left--) {
    const programIdIndex = cursor.byte();
    const accounts = [...cursor.take(cursor.count())];
    instructions.push({ programIdIndex, accounts, data: cursor.take(cursor.count()) });
  }
  return instructions;
}
