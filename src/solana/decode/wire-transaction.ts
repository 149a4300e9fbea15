import { PACKET_BYTES } from "../../contract/chain.js";
import { UnsafeTransactionError } from "../../errors/errors.js";

const MAX_ACCOUNTS = 256;

/** A transaction split into its parts. The bytes are views of the wire format. */
export interface WireTransaction {
  readonly version: "legacy" | 0 | 1;
  readonly signatures: readonly Uint8Array[];
  /** The bytes that are signed. */
  readonly message: Uint8Array;
  readonly readonlySigners: number;
  readonly readonlyOthers: number;
  readonly keys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly WireLookup[];
  /** Limits and priority fee of version 1, as the runtime applies them: unset limits are zero, not a default. */
  readonly config?: {
    readonly priorityFee: bigint;
    readonly computeUnitLimit: number;
    readonly loadedAccountsDataSizeLimit: number;
    readonly heapSize: number;
  };
}

interface WireInstruction {
  readonly program: number;
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

interface WireLookup {
  readonly table: Uint8Array;
  readonly writable: Uint8Array;
  readonly readonly: Uint8Array;
}

export const VERSION_1 = { prefix: 0x81, bytes: 4096, signers: 12, keys: 64, instructions: 64 };

const HEAP = { unset: 32_768, max: 262_144, step: 1024 };

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

  u32(what: string): number {
    const part = this.take(4, what);
    return new DataView(part.buffer, part.byteOffset).getUint32(0, true);
  }

  list<T>(what: string, read: () => T, length = this.length(what)): T[] {
    return Array.from({ length }, read);
  }
}

/** Splits a transaction into its parts. Rejects everything that a node would reject. */
export function readWire(bytes: Uint8Array): WireTransaction {
  const isVersion1 = bytes[0] === VERSION_1.prefix;
  const max = isVersion1 ? VERSION_1.bytes : PACKET_BYTES;
  if (bytes.length > max)
    throw malformed(`it has ${bytes.length} bytes, but a transaction can have at most ${max}`);
  const reader = new Reader(bytes);
  const wire = isVersion1 ? readVersion1(reader) : readVersion0(reader);
  const more = bytes.length - reader.at;
  if (more > 0) throw malformed(`${more} ${more === 1 ? "byte follows" : "bytes follow"} its end`);
  const { readonlySigners, readonlyOthers, signatures, keys } = wire;
  if (signatures.length === 0) throw malformed("it has no signature slot");
  if (readonlySigners >= signatures.length) throw malformed("its fee payer is not writable");
  if (signatures.length + readonlyOthers > keys.length)
    throw malformed(`its header counts more accounts than the ${keys.length} it lists`);
  checkIndexes(wire);
  return wire;
}

/** Reads legacy and version 0: the signatures come before the message. */
function readVersion0(reader: Reader): WireTransaction {
  const signatures = reader.list("the signatures", () => reader.take(64, "a signature"));
  const message = reader.bytes.subarray(reader.at);
  const versioned = (message[0] ?? 0) >= 0x80;
  const prefix = versioned ? reader.byte("the version") : 0x80;
  if (prefix === VERSION_1.prefix) throw malformed("in version 1, the signatures follow the message");
  if (prefix !== 0x80) throw malformed(`version ${prefix & 0x7f} is not supported; only legacy, 0 and 1 are`);

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
  if (signatures.length > 0 && signers !== signatures.length)
    throw malformed(`it has ${signatures.length} signature slots for ${signers} signers`);
  const version = versioned ? 0 : "legacy";
  const readonly = { readonlySigners, readonlyOthers };
  return { version, signatures, message, ...readonly, keys, recentBlockhash, instructions, lookups };
}

/** Reads version 1: all heads of the instructions, then all bodies, and the signatures last, without a count. */
function readVersion1(reader: Reader): WireTransaction {
  reader.byte("the version");
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = reader.take(3, "the header");
  const mask = reader.u32("the config mask");
  // The two lowest bits are one value of eight bytes.
  if (mask > 0b11111 || (mask & 0b11) % 3 !== 0) throw malformed(`its config mask is 0x${mask.toString(16)}`);
  const recentBlockhash = reader.take(32, "the blockhash");
  const [instructionCount, keyCount] = [reader.byte("the header"), reader.byte("the header")];
  for (const [what, count, max] of [
    ["signers", signers, VERSION_1.signers],
    ["instructions", instructionCount, VERSION_1.instructions],
    ["accounts", keyCount, VERSION_1.keys],
  ] as const)
    if (count > max) throw malformed(`it has ${count} ${what}, but version 1 allows at most ${max}`);
  const keys = reader.list("the account keys", () => reader.take(32, "an account key"), keyCount);
  const value = (bit: number, unset: number) => (mask & (1 << bit) ? reader.u32("the config") : unset);
  const [low, high] = [value(0, 0), value(1, 0)];
  const config = {
    priorityFee: BigInt(low) + (BigInt(high) << 32n),
    computeUnitLimit: value(2, 0),
    loadedAccountsDataSizeLimit: value(3, 0),
    heapSize: value(4, HEAP.unset),
  };
  const { heapSize } = config;
  if (heapSize < HEAP.unset || heapSize > HEAP.max || heapSize % HEAP.step !== 0)
    throw malformed(`its heap of ${heapSize} bytes is not a multiple of 1,024 from 32,768 to 262,144`);
  const heads = reader.list("the instructions", () => reader.take(4, "an instruction"), instructionCount);
  const instructions = heads.map(([program = 0, accounts = 0, low = 0, high = 0]) => ({
    program,
    accounts: reader.take(accounts, "account indexes"),
    data: reader.take(low + high * 256, "instruction data"),
  }));
  const message = reader.bytes.subarray(0, reader.at);
  const signatures = reader.list("the signatures", () => reader.take(64, "a signature"), signers);
  const known = { signatures, message, readonlySigners, readonlyOthers, keys, recentBlockhash };
  return { version: 1, ...known, instructions, lookups: [], config };
}

/** Puts signatures and a message together. A missing signature is 64 zeros. */
export function joinWire(message: Uint8Array, signatures: readonly ArrayLike<number>[]): Uint8Array {
  const all = signatures.flatMap((signature) => Array.from(signature));
  return message[0] === VERSION_1.prefix
    ? Uint8Array.of(...message, ...all)
    : Uint8Array.of(signatures.length, ...all, ...message);
}

/** Where the signatures of a wire format begin. */
export const signaturesAt = ({ length, 0: first }: Uint8Array, signers: number): number =>
  first === VERSION_1.prefix ? length - 64 * signers : 1;

function checkIndexes({ keys, instructions, lookups }: WireTransaction) {
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
