import bs58 from "bs58";
import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount } from "../ledger/ledger.js";
import { type Config, configOf, countOf, described, fieldOf, variantOf } from "./params.js";
import { invalidParams, type RpcError } from "./rpc-error.js";

const MOST_FILTERS = 4;
const MOST_COMPARED = 128;
/** Longest texts of so many bytes. */
const MOST_BASE58 = 175;
const MOST_BASE64 = 172;
const KINDS = "`dataSize`, `memcmp`, `tokenAccountState`";

/** Whether an account is wanted. */
export type AccountFilter = (account: ChainAccount) => boolean;

/** Filters as a call writes them: an account has to pass all. @throws {RpcError} -32602 */
export function accountFilter(config: Config): AccountFilter {
  const { filters } = config as { filters?: unknown };
  if (filters === undefined || filters === null) return () => true;
  if (!Array.isArray(filters)) {
    throw invalidParams(`Invalid params: invalid type: ${described(filters)}, expected a sequence.`);
  }
  if (filters.length > MOST_FILTERS) throw invalidParams(`Too many filters provided; max ${MOST_FILTERS}`);
  const read = filters.map(oneFilter);
  return (account) => read.every((passes) => passes(account));
}

function oneFilter(filter: unknown): AccountFilter {
  const [kind, value] = typeof filter === "string" ? [filter, null] : variantOf(filter);
  if (kind === "tokenAccountState") return ({ owner, data }) => decodeTokenAccount(owner, data) !== undefined;
  if (kind === "dataSize") {
    const size = countOf(value);
    return ({ data }) => data.length === size;
  }
  if (kind !== "memcmp")
    throw invalidParams(`Invalid params: unknown variant \`${kind}\`, expected one of ${KINDS}.`);
  const compared = configOf(value);
  const offset = countOf(fieldOf(compared, "offset"), "usize");
  const bytes = comparedBytes(fieldOf(compared, "bytes"), compared["encoding"]);
  // A comparison that reaches beyond the end of the data never matches.
  return ({ data }) => Buffer.compare(data.subarray(offset, offset + bytes.length), bytes) === 0;
}

function tooLarge(): RpcError {
  return invalidParams("Invalid param: DataTooLarge");
}

function comparedBytes(value: unknown, encoding: unknown): Uint8Array {
  const bytes = Array.isArray(value)
    ? Uint8Array.from(value.map((byte) => countOf(byte, "u8")))
    : decoded(String(value), encoding);
  if (bytes.length > MOST_COMPARED) throw tooLarge();
  return bytes;
}

function decoded(text: string, encoding: unknown): Uint8Array {
  if (encoding === "base64") {
    if (text.length > MOST_BASE64) throw tooLarge();
    return Buffer.from(text, "base64");
  }
  if (text.length > MOST_BASE58) throw tooLarge();
  const bytes = bs58.decodeUnsafe(text);
  if (bytes) return bytes;
  const index = text.search(/[^1-9A-HJ-NP-Za-km-z]/);
  const problem = `InvalidCharacter { character: '${text.charAt(index)}', index: ${index} }`;
  throw invalidParams(`Invalid param: Base58DecodeError(${problem})`);
}
