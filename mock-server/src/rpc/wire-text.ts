import bs58 from "bs58";
import { PACKET_BYTES } from "intent-tx/contract";
import type { sendConfig } from "./configs.js";
import { invalidParams, type RpcError } from "./rpc-error.js";
import type { Read } from "./serde/serde-type.js";

/** Longest texts that a packet's bytes can become. */
const MOST_BASE58 = 1683;
const MOST_BASE64 = 1644;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function tooLarge(what: string, text: string, most: number): RpcError {
  return invalidParams(`${what} too large: ${text.length} bytes (max: encoded/raw ${most}/${PACKET_BYTES})`);
}

/** Bytes of a base64 text that a packet could hold. @throws {RpcError} -32602 */
export function base64Bytes(text: string, what: string): Uint8Array {
  if (text.length > MOST_BASE64) throw tooLarge(`base64 encoded ${what}`, text, MOST_BASE64);
  const bytes = Buffer.from(text, "base64");
  // Written again it is the same text, where it is right; so a look at each letter is seldom needed.
  const problem = bytes.toString("base64") === text ? undefined : base64Problem(text);
  if (problem !== undefined) throw invalidParams(`invalid base64 encoding: ${problem}`);
  if (bytes.length > PACKET_BYTES) {
    throw invalidParams(`decoded ${what} too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`);
  }
  return bytes;
}

/** A node's word for what is wrong with a text as base64; undefined if it is right. */
export function base64Problem(text: string): string | undefined {
  if (BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text);
  const at = bytes.findIndex((byte) => !/[A-Za-z0-9+/=]/.test(String.fromCharCode(byte)));
  if (at >= 0) return `InvalidByte(${at}, ${bytes[at]})`;
  return bytes.length % 4 === 1 ? `InvalidLength(${bytes.length})` : "InvalidPadding";
}

/** A node's word for what is wrong with a text that is no base58. */
export function base58Problem(text: string): string {
  const index = text.search(/[^1-9A-HJ-NP-Za-km-z]/);
  const character = text.charAt(index);
  // Rust counts bytes, but all before the first wrong character are ASCII.
  if (character.charCodeAt(0) > 127) return `NonAsciiCharacter { index: ${index} }`;
  return `InvalidCharacter { character: '${character}', index: ${index} }`;
}

function base58Bytes(text: string, what: string): Uint8Array {
  if (text.length > MOST_BASE58) throw tooLarge(`base58 encoded ${what}`, text, MOST_BASE58);
  const bytes = bs58.decodeUnsafe(text);
  if (!bytes) throw invalidParams(`invalid base58 encoding: ${base58Problem(text)}`);
  if (bytes.length > PACKET_BYTES) {
    throw invalidParams(`decoded ${what} too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`);
  }
  return bytes;
}

/** A node's name for the type of a transaction's bytes. */
export const WIRE_TYPE = "solana_transaction::versioned::VersionedTransaction";

/** Bytes of a transaction in the encoding that a call names; base58 is the default. @throws {RpcError} -32602 */
export function transactionBytes(
  text: string,
  encoding: Read<typeof sendConfig>["encoding"] = "base58",
): Uint8Array {
  if (encoding === "base58" || encoding === "binary") return base58Bytes(text, WIRE_TYPE);
  if (encoding === "base64") return base64Bytes(text, WIRE_TYPE);
  throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
}
