import bs58 from "bs58";
import { PACKET_BYTES } from "../chain/wire-check.js";
import type { Config } from "./params.js";
import { invalidParams, type RpcError } from "./rpc-error.js";

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
  if (!BASE64.test(text)) throw invalidParams(`invalid base64 encoding: ${base64Problem(text)}`);
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > PACKET_BYTES) {
    throw invalidParams(`decoded ${what} too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`);
  }
  return bytes;
}

function base64Problem(text: string): string {
  const bytes = Buffer.from(text);
  const at = bytes.findIndex((byte) => !/[A-Za-z0-9+/=]/.test(String.fromCharCode(byte)));
  return at < 0 ? "InvalidPadding" : `InvalidByte(${at}, ${bytes[at]})`;
}

function base58Bytes(text: string, what: string): Uint8Array {
  if (text.length > MOST_BASE58) throw tooLarge(`base58 encoded ${what}`, text, MOST_BASE58);
  const bytes = bs58.decodeUnsafe(text);
  if (!bytes) {
    const index = text.search(/[^1-9A-HJ-NP-Za-km-z]/);
    throw invalidParams(
      `invalid base58 encoding: InvalidCharacter { character: '${text.charAt(index)}', index: ${index} }`,
    );
  }
  if (bytes.length > PACKET_BYTES) {
    throw invalidParams(`decoded ${what} too large: ${bytes.length} bytes (max: ${PACKET_BYTES} bytes)`);
  }
  return bytes;
}

/** A node's name for the type of a transaction's bytes. */
export const WIRE_TYPE = "solana_transaction::versioned::VersionedTransaction";

/** Bytes of a transaction in the encoding that the config names; base58 is the default. @throws {RpcError} -32602 */
export function transactionBytes(text: string, config: Config): Uint8Array {
  const { encoding = "base58" } = config as { encoding?: unknown };
  if (encoding === "base58" || encoding === null) return base58Bytes(text, WIRE_TYPE);
  if (encoding === "base64") return base64Bytes(text, WIRE_TYPE);
  if (encoding !== "json" && encoding !== "jsonParsed" && encoding !== "binary") {
    const names = "expected one of `binary`, `base64`, `base58`, `json`, `jsonParsed`";
    throw invalidParams(`Invalid params: unknown variant \`${String(encoding)}\`, ${names}.`);
  }
  throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
}
