import bs58 from "bs58";
import { UnsafeTransactionError } from "../../errors/errors.js";
import type { DecodedTransaction, LookupTables } from "../decode/decode.js";
import { decodeBase64 } from "../decode/wire-transaction.js";
import type { Rpc } from "./connections.js";

const PROGRAM = "AddressLookupTab1e1111111111111111111111111";

/** Bytes before the addresses: type, deactivation slot, last extended slot and the index at which it was extended. */
const HEADER_BYTES = 56;
const ACTIVE = 2n ** 64n - 1n;

type Answer = Awaited<ReturnType<NonNullable<Rpc["accounts"]>>>;

/**
 * The addresses of lookup tables in a node's answer, or undefined if the connection cannot ask.
 * @throws UnsafeTransactionError when an address that the transaction loads is not certain to stay.
 */
export function tablesIn(
  answer: Answer | undefined,
  lookups: readonly DecodedTransaction.Lookup[],
): LookupTables {
  const refused = (why: string) => {
    const message = `The transaction loads accounts from a lookup table that cannot be resolved: ${why}. Nothing was signed.`;
    return new UnsafeTransactionError(message, [{ code: "lookup_table", message }]);
  };
  if (answer === undefined)
    throw refused(
      "connection has only typed methods; pass a Connection of @solana/web3.js, an rpc of @solana/kit, or lookupTables",
    );
  const entries = lookups.map(({ table, writable, readonly }, i) => {
    const { owner, data } = answer.accounts[i] ?? {};
    const bytes = decodeBase64(data?.[0] ?? "") ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (owner !== PROGRAM || bytes.length < HEADER_BYTES || view.getUint32(0, true) !== 1)
      throw refused(`the account ${table} is not a lookup table`);
    if (view.getBigUint64(4, true) !== ACTIVE) throw refused(`the table ${table} is being deactivated`);
    const length = Math.floor((bytes.length - HEADER_BYTES) / 32);
    // Addresses that were added after the finalized slot could still be others on another fork.
    const isRooted = view.getBigUint64(12, true) < BigInt(answer.slot);
    const usable = isRooted ? length : Math.min(length, view.getUint8(20));
    if ([...writable, ...readonly].some((index) => index >= usable))
      throw refused(`the table ${table} has only ${usable} finalized addresses`);
    const at = (index: number) => HEADER_BYTES + 32 * index;
    const addresses = Array.from({ length: usable }, (_, one) =>
      bs58.encode(bytes.subarray(at(one), at(one + 1))),
    );
    return [table, addresses] as const;
  });
  return Object.fromEntries(entries);
}
