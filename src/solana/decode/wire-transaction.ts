import { PACKET_BYTES } from "../../contract/chain.js";
import { UnsafeTransactionError } from "../../errors/errors.js";

const MAX_ACCOUNTS = 256;

export type WireTransaction = ReturnType<typeof readWire>;

export function malformed(what: string): UnsafeTransactionError {
  const message = `Not a Solana transaction: ${what}. Do not sign it; build the intent again.`;
  return new UnsafeTransactionError(message, [{ code: "malformed_transaction", message }]);
}

class Reader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  take(length: number, what: string): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw malformed(`it ends at byte ${this.bytes.length}, inside ${what}`);
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  byte(what: string): number {
    return this.take(1, what)[0] as number;
  }

  /** Solana's short-u16: 7 bits per byte, lowest first. Only the shortest encoding of a number is accepted. */
  length(what: string): number {
    const start = this.at;
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte(what);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) break;
        if (value > 0xffff) break;
        return value;
      }
      if (shift === 14) break;
    }
    throw malformed(`the length of ${what}, at byte ${start}, is not written in the shortest form`);
  }

  list<T>(what: string, read: () => T): T[] {
    return Array.from({ length: this.length(what) }, read);
  }
}

/** Splits a legacy or version 0 transaction into its parts. Rejects everything that a node would reject. */
export function readWire(bytes: Uint8Array) {
  if (bytes.length > PACKET_BYTES)
    throw malformed(`it has ${bytes.length} bytes, but a transaction can have at most ${PACKET_BYTES}`);
  const reader = new Reader(bytes);
  const signatures = reader.list("the signatures", () => reader.take(64, "a signature"));
  const message = bytes.subarray(reader.at);
  const versioned = (message[0] ?? 0) >= 0x80;
  const prefix = versioned ? reader.byte("the version") : 0x80;
  if (prefix !== 0x80) throw malformed(`version ${prefix & 0x7f} is not supported; only legacy and 0 are`);

  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = reader.take(3, "the header");
  const keys = reader.list("the account keys", () => reader.take(32, "an account key"));
  const recentBlockhash = reader.take(32, "the blockhash");
  const instructions = reader.list("the instructions", () => ({
    program: reader.byte("a program index"),
    accounts: reader.take(reader.length("account indexes"), "account indexes"),
    data: reader.take(reader.length("instruction data"), "instruction data"),
  }));
  const readLookup = () => ({
    table: reader.take(32, "a lookup table's address"),
    writable: reader.take(reader.length("writable indexes"), "writable indexes"),
    readonly: reader.take(reader.length("readonly indexes"), "readonly indexes"),
  });
  const lookups = versioned ? reader.list("the lookup tables", readLookup) : [];
  if (reader.at !== bytes.length) throw malformed(`${bytes.length - reader.at} bytes follow its end`);

  if (signatures.length === 0) throw malformed("it has no signature slot");
  if (signers !== signatures.length)
    throw malformed(`it has ${signatures.length} signature slots for ${signers} signers`);
  if (readonlySigners >= signers) throw malformed("its fee payer is not writable");
  if (signers + readonlyOthers > keys.length)
    throw malformed(`its header counts more accounts than the ${keys.length} it lists`);
  checkIndexes({ keys, instructions, lookups });
  const version: "legacy" | 0 = versioned ? 0 : "legacy";
  const readonly = { readonlySigners, readonlyOthers };
  return { version, signatures, message, ...readonly, keys, recentBlockhash, instructions, lookups };
}

type Indexed = Pick<WireTransaction, "keys" | "instructions" | "lookups">;

function checkIndexes({ keys, instructions, lookups }: Indexed) {
  let loaded = 0;
  for (const { writable, readonly } of lookups) {
    if (writable.length + readonly.length === 0)
      throw malformed("it references a lookup table but loads no address from it");
    loaded += writable.length + readonly.length;
  }
  const total = keys.length + loaded;
  if (total > MAX_ACCOUNTS)
    throw malformed(`it names ${total} accounts, but a transaction can name at most ${MAX_ACCOUNTS}`);
  instructions.forEach(({ program, accounts }, i) => {
    // Index 0 is the fee payer, which is never a program. Programs cannot come from a lookup table.
    if (program === 0 || program >= keys.length)
      throw malformed(`instruction ${i} has no program at ${program}`);
    const outside = accounts.find((index) => index >= total);
    if (outside !== undefined) throw malformed(`instruction ${i} names account ${outside} of ${total}`);
  });
  if (new Set(keys.map(String)).size !== keys.length) throw malformed("it lists an account twice");
}

/** Decodes canonical, padded base64 (RFC 4648). Returns undefined for spaces, the URL alphabet or spare bits. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  // The last character can contain bits that decoding drops, so two strings could encode the same bytes.
  if (btoa(binary) !== text) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
