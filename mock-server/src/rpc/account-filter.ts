import { bytesOfText } from "../formats/base64.js";
import { decodeTokenAccount } from "../formats/token-layout.js";
import type { ChainAccount } from "../ledger/ledger.js";
import type { FilterConfig } from "./params.js";
import { invalidParams } from "./rpc-error.js";

const MAX_COMPARED = 128;
/** Maximum base58 length of the bytes that a filter can compare. */
const MAX_CHARACTERS = 175;

export type AccountFilter = (account: ChainAccount) => boolean;

/** Combines a call's filters. An account must match all filters. @throws {RpcError} -32602 */
export function accountFilter(filters: readonly FilterConfig[] = []): AccountFilter {
  const read = filters.map(oneFilter);
  return (account) => read.every((passes) => passes(account));
}

function oneFilter(filter: FilterConfig): AccountFilter {
  if (filter === "tokenAccountState" || filter.tokenAccountState === null)
    return ({ owner, data }) => decodeTokenAccount(owner, data) !== undefined;
  const { dataSize, memcmp } = filter;
  if (!memcmp) return ({ data }) => data.length === dataSize;
  const { offset } = memcmp;
  const bytes = comparedBytes(memcmp);
  // A comparison beyond the end of the data never matches, not even with zero bytes.
  return ({ data }) => offset <= data.length && bytes.every((byte, at) => data[offset + at] === byte);
}

type Memcmp = NonNullable<Exclude<FilterConfig, string>["memcmp"]>;

function comparedBytes({ bytes: input, encoding }: Memcmp): Uint8Array {
  const written = encoding === "base64" ? "base64" : "base58";
  if (typeof input !== "string" && input.length <= MAX_COMPARED) return Uint8Array.from(input);
  const isShort = typeof input === "string" && input.length <= MAX_CHARACTERS;
  const bytes = isShort ? bytesOfText(input, written) : undefined;
  if (bytes && bytes.length <= MAX_COMPARED) return bytes;
  throw invalidParams(
    `Invalid param: memcmp.bytes must be ${written}, or a list, of at most ${MAX_COMPARED} bytes`,
  );
}
