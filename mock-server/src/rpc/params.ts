import bs58 from "bs58";
import type { Commitment } from "../ledger/ledger.js";
import type { ContextConfig } from "./configs.js";
import { invalidParams } from "./rpc-error.js";

/** Characters of base58 for each byte, at most. */
const BASE58_GROWTH = Math.log(256) / Math.log(58);

function base58Of(text: string, length: number, prefix: string): string {
  // Decoding takes quadratic time: a text too long for so many bytes is not looked into, as on a node.
  if (text.length > Math.ceil(length * BASE58_GROWTH)) throw invalidParams(`${prefix}WrongSize`);
  const bytes = bs58.decodeUnsafe(text);
  if (!bytes) throw invalidParams(`${prefix}Invalid`);
  if (bytes.length !== length) throw invalidParams(`${prefix}WrongSize`);
  return text;
}

/** A base58 address. @throws {RpcError} -32602 */
export function addressOf(text: string): string {
  return base58Of(text, 32, "Invalid param: ");
}

/** Base58 addresses, `most` of them. @throws {RpcError} -32602 */
export function addressesOf(texts: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  return refuseMany(texts, most).map(addressOf);
}

/** The same list. @throws {RpcError} -32602 for more than `most` */
export function refuseMany<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length > most) throw invalidParams(`Too many inputs provided; max ${most}`);
  return list;
}

/** A base58 blockhash. @throws {RpcError} -32602 */
export function blockhashOf(text: string): string {
  return base58Of(text, 32, "");
}

/** A base58 signature. @throws {RpcError} -32602 */
export function signatureParam(text: string): string {
  return base58Of(text, 64, "Invalid param: ");
}

/** The commitment of a method that tells of blocks. @throws {RpcError} -32602 for `processed` */
export function blockCommitmentOf({ commitment = "finalized" }: ContextConfig = {}): Commitment {
  if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return commitment;
}
