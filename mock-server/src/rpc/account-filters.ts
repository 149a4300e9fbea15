import bs58 from "bs58";
import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount } from "../ledger/ledger.js";
import { type Config, configOf, countOf } from "./params.js";
import { invalidParams } from "./rpc-error.js";

const MOST_FILTERS = 4;
const MOST_COMPARED = 128;

/** Whether an account is wanted. */
export type AccountFilter = (account: ChainAccount) => boolean;

/** Filters as a call writes them: an account has to pass all. @throws {RpcError} -32602 */
export function accountFilter(config: Config): AccountFilter {
  const { filters } = config as { filters?: unknown };
  if (filters === undefined || filters === null) return () => true;
  if (!Array.isArray(filters)) throw invalidParams("Invalid params: filters are a sequence.");
  if (filters.length > MOST_FILTERS) throw invalidParams(`Too many filters provided; max ${MOST_FILTERS}`);
  const read = filters.map(oneFilter);
  return (account) => read.every((passes) => passes(account));
}

function oneFilter(filter: unknown): AccountFilter {
  if (filter === "tokenAccountState")
    return ({ owner, data }) => decodeTokenAccount(owner, data) !== undefined;
  const { dataSize, memcmp } = configOf(filter) as { dataSize?: unknown; memcmp?: unknown };
  if (dataSize !== undefined) {
    const size = countOf(dataSize);
    return ({ data }) => data.length === size;
  }
  if (memcmp === undefined)
    throw invalidParams("Invalid params: a filter is dataSize, memcmp or tokenAccountState.");
  const compared = configOf(memcmp) as { offset?: unknown; bytes?: unknown; encoding?: unknown };
  const offset = countOf(compared.offset);
  const bytes = comparedBytes(compared.bytes, compared.encoding);
  return ({ data }) => Buffer.compare(data.subarray(offset, offset + bytes.length), bytes) === 0;
}

function comparedBytes(value: unknown, encoding: unknown): Uint8Array {
  const bytes = Array.isArray(value)
    ? Uint8Array.from(value.map(countOf))
    : encoding === "base64"
      ? Buffer.from(String(value), "base64")
      : typeof value === "string"
        ? bs58.decodeUnsafe(value)
        : undefined;
  if (!bytes) throw invalidParams("Invalid param: memcmp bytes are not base58");
  if (bytes.length > MOST_COMPARED)
    throw invalidParams("Invalid param: encoded binary data should be less than 128 bytes");
  return bytes;
}
