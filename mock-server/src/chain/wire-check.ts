import { PACKET_BYTES } from "intent-tx/contract";

/** Maximum accounts of a transaction, including those from lookup tables: an index is one byte. */
const MAX_ACCOUNTS = 256;
const VERSION_0 = 0x80;

/**
 * Returns why bytes are not a transaction; undefined for a valid one.
 *
 * LiteSVM aborts the whole process on malformed bytes, so it only gets bytes that pass this check. The check is
 * stricter than decoding: it accepts only one encoding of each transaction. It runs on every request and does not
 * allocate.
 */
export function wireProblem(bytes: Uint8Array): string | undefined {
  const end = endOrProblem(bytes);
  if (typeof end === "string") return end;
  return end === bytes.length ? undefined : "bytes after the end";
}

/** Removes trailing bytes, which a node ignores. Bytes that are not a transaction stay unchanged. */
export function withoutRest(bytes: Uint8Array): Uint8Array {
  const end = endOrProblem(bytes);
  return typeof end === "number" ? bytes.subarray(0, end) : bytes;
}

function endOrProblem(bytes: Uint8Array): number | string {
  const length = bytes.length;
  if (length > PACKET_BYTES) return `too large: more than ${PACKET_BYTES} bytes`;
  let read = shortU16(bytes, 0);
  if (read < 0) return "the number of signatures is malformed";
  const signatures = lengthOf(read);
  if (signatures < 1) return "no signature";
  let at = nextOf(read) + signatures * 64;
  if (at + 4 > length) return "truncated";

  const versioned = (bytes[at] ?? 0) >= VERSION_0;
  if (versioned) {
    if (bytes[at] !== VERSION_0) return "the message has a version other than legacy or 0";
    at++;
  }
  if (at + 3 > length) return "truncated";
  const signers = bytes[at] ?? 0;
  const readonlySigned = bytes[at + 1] ?? 0;
  const readonlyUnsigned = bytes[at + 2] ?? 0;
  if (signers !== signatures) return "the header requires a different number of signatures";
  if (readonlySigned >= signers) return "the fee payer is not a writable signer";

  read = shortU16(bytes, at + 3);
  if (read < 0) return "the number of accounts is malformed";
  const keys = lengthOf(read);
  if (signers + readonlyUnsigned > keys) return "the header declares more accounts than there are";
  if (keys > MAX_ACCOUNTS) return "more than 256 accounts";
  at = nextOf(read) + keys * 32 + 32;
  if (at >= length) return "truncated";

  read = shortU16(bytes, at);
  if (read < 0) return "the number of instructions is malformed";
  const instructions = lengthOf(read);
  at = nextOf(read);
  let highest = 0;
  for (let index = 0; index < instructions; index++) {
    if (at >= length) return "truncated";
    const program = bytes[at] ?? 0;
    if (program === 0 || program >= keys) return "an instruction's program is not a static account";
    read = shortU16(bytes, at + 1);
    if (read < 0) return "an instruction's account count has an invalid encoding";
    at = nextOf(read);
    const end = at + lengthOf(read);
    if (end > length) return "truncated";
    for (; at < end; at++) highest = Math.max(highest, bytes[at] ?? 0);
    read = shortU16(bytes, at);
    if (read < 0) return "the length of an instruction's data is malformed";
    at = nextOf(read) + lengthOf(read);
    if (at > length) return "truncated";
  }

  let accounts = keys;
  if (versioned) {
    read = shortU16(bytes, at);
    if (read < 0) return "the number of lookups is malformed";
    const lookups = lengthOf(read);
    at = nextOf(read);
    for (let index = 0; index < lookups; index++) {
      at += 32;
      let looked = 0;
      for (let side = 0; side < 2; side++) {
        read = shortU16(bytes, at);
        if (read < 0) return "the count of looked-up accounts has an invalid encoding";
        looked += lengthOf(read);
        at = nextOf(read) + lengthOf(read);
        if (at > length) return "truncated";
      }
      if (looked === 0) return "an empty lookup";
      accounts += looked;
    }
  }
  if (accounts > MAX_ACCOUNTS) return "more than 256 accounts";
  if (highest >= accounts) return "an instruction refers to a missing account";
  return at;
}

/**
 * Reads a length in short-u16 form; a form longer than necessary is malformed. Value and next offset are packed into
 * one number to avoid allocating a pair; -1 means malformed. A length of three bytes would exceed a packet.
 */
function shortU16(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined) return -1;
  if (first < 0x80) return pack(first, at + 1);
  const second = bytes[at + 1];
  if (second === undefined || second === 0 || second >= 0x80) return -1;
  return pack((first & 0x7f) | (second << 7), at + 2);
}

const pack = (value: number, next: number): number => value * 0x10000 + next;
const lengthOf = (packed: number): number => Math.floor(packed / 0x10000);
const nextOf = (packed: number): number => packed % 0x10000;
