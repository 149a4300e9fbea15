import { createHash } from "node:crypto";
import { addressAt, addressBytes, base58 } from "../formats/addresses.js";
import { viewOf } from "../formats/little-endian.js";
import { PROGRAMS } from "../formats/programs.js";
import { isStaticWritable, type Transaction } from "../formats/transaction.js";
import type { ChainAccount } from "./ledger.js";

/** Bytes of a nonce account: version, state, authority, nonce, and lamports per signature. */
export const NONCE_LENGTH = 80;
const CURRENT = 1;
const INITIALIZED = 1;
const VALUE_AT = 40;
const ADVANCE = 4;

/** An initialized nonce account's authority, and the value for the blockhash; undefined for anything else. */
function readNonce(account: ChainAccount | undefined) {
  if (account?.owner !== PROGRAMS.system || account.data.length !== NONCE_LENGTH) return undefined;
  const view = viewOf(account.data);
  if (view.getUint32(0, true) !== CURRENT || view.getUint32(4, true) !== INITIALIZED) return undefined;
  return { authority: addressAt(account.data, 8), value: addressAt(account.data, VALUE_AT) };
}

export function withNonce(account: ChainAccount, value: string): ChainAccount {
  const data = Uint8Array.from(account.data);
  data.set(addressBytes(value), VALUE_AT);
  return { ...account, data };
}

/** Returns the nonce after an advance, derived from the latest blockhash. */
export function nonceValueAfter(blockhash: string): string {
  return base58(createHash("sha256").update("DURABLE_NONCE").update(addressBytes(blockhash)).digest());
}

/**
 * Returns the nonce account that a transaction uses instead of a recent blockhash; undefined for any other transaction.
 * A transaction uses a nonce account if its first instruction advances the nonce, its blockhash is the nonce, and the
 * nonce authority signs. Such a transaction does not expire.
 */
export function nonceAccountOf(
  transaction: Transaction,
  accountAt: (address: string) => ChainAccount | undefined,
): string | undefined {
  const { instructions, staticKeys, signers, blockhash } = transaction;
  const [first] = instructions;
  if (!first || staticKeys[first.programIdIndex] !== PROGRAMS.system) return undefined;
  const { data, accounts } = first;
  if (data.length < 4 || viewOf(data).getUint32(0, true) !== ADVANCE) return undefined;
  const index = accounts[0] ?? staticKeys.length;
  const address = staticKeys[index];
  // The nonce account must not come from a lookup table: its address is unknown before the table is loaded.
  if (address === undefined || !isStaticWritable(transaction, index)) return undefined;
  const nonce = readNonce(accountAt(address));
  if (nonce?.value !== blockhash) return undefined;
  return accounts.some((at) => at < signers && staticKeys[at] === nonce.authority) ? address : undefined;
}
