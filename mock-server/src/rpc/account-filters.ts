import bs58 from "bs58";
import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount } from "../ledger/ledger.js";
import type { FilterConfig } from "./configs.js";
import { invalidParams, type RpcError } from "./rpc-error.js";
import { base58Problem, base64Problem } from "./wire-text.js";

const MOST_FILTERS = 4;
const MOST_COMPARED = 128;
/** Longest texts of so many bytes. */
const MOST_BASE58 = 175;
const MOST_BASE64 = 172;

/** Whether an account is wanted. */
export type AccountFilter = (account: ChainAccount) => boolean;

/** The filters of a call as one: an account has to pass all. @throws {RpcError} -32602 */
export function accountFilter(filters: readonly FilterConfig[] = []): AccountFilter {
  if (filters.length > MOST_FILTERS) throw invalidParams(`Too many filters provided; max ${MOST_FILTERS}`);
  const read = filters.map(oneFilter);
  return (account) => read.every((passes) => passes(account));
}

function oneFilter(filter: FilterConfig): AccountFilter {
  switch (filter.kind) {
    case "tokenAccountState":
      return ({ owner, data }) => decodeTokenAccount(owner, data) !== undefined;
    case "dataSize":
      return ({ data }) => data.length === filter.held;
    case "memcmp": {
      const { offset } = filter.held;
      const bytes = comparedBytes(filter.held);
      // A comparison that reaches beyond the end of the data never matches, not even one of no bytes.
      return ({ data }) =>
        offset <= data.length && Buffer.compare(data.subarray(offset, offset + bytes.length), bytes) === 0;
    }
  }
}

function tooLarge(): RpcError {
  return invalidParams("Invalid param: DataTooLarge");
}

type Compared = Extract<FilterConfig, { kind: "memcmp" }>["held"];

function comparedBytes({ bytes: given, encoding }: Compared): Uint8Array {
  const bytes = typeof given === "string" ? decoded(given, encoding) : Uint8Array.from(given);
  if (bytes.length > MOST_COMPARED) throw tooLarge();
  return bytes;
}

function decoded(text: string, encoding: Compared["encoding"]): Uint8Array {
  if (encoding === "base64") {
    if (text.length > MOST_BASE64) throw tooLarge();
    const problem = base64Problem(text);
    if (problem !== undefined) throw invalidParams(`Invalid param: Base64DecodeError(${problem})`);
    return Buffer.from(text, "base64");
  }
  if (text.length > MOST_BASE58) throw tooLarge();
  const bytes = bs58.decodeUnsafe(text);
  if (bytes) return bytes;
  throw invalidParams(`Invalid param: Base58DecodeError(${base58Problem(text)})`);
}
