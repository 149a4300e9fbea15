import { createHash } from "node:crypto";
import { addressAt, addressBytes, base58 } from "../chain/addresses.js";
import { PROGRAMS } from "../chain/programs.js";
import { isStaticWritable, type Transaction } from "../chain/transaction.js";

import type { ChainAccount } from "./ledger.js";

/** Size of a nonce account: version, state, authority, value, and the fee at the time. */
export const NONCE_LENGTH = 80;
const CURRENT = 1;
const INITIALIZED = 1;
const VALUE_AT = 40;
const ADVANCE = 4;

/** The data of a nonce account. */
export interface Nonce {
  /** The required signer. */
  readonly authority: string;
  /** The nonce, which a transaction names instead of a blockhash, base58. */
  readonly value: string;
}

/** Reads a nonce account in use; undefined for anything else. */
export function readNonce(account: ChainAccount | undefined): Nonce | undefined {
  if (account?.owner !== PROGRAMS.system || account.data.length !== NONCE_LENGTH) return undefined;
  const view = new DataView(account.data.buffer, account.data.byteOffset, NONCE_LENGTH);
  if (view.getUint32(0, true) !== CURRENT || view.getUint32(4, true) !== INITIALIZED) return undefined;
  return { authority: addressAt(account.data, 8), value: addressAt(account.data, VALUE_AT) };
}

/** The account with a new value. */
export function withNonce(account: ChainAccount, value: string): ChainAccount {
  const data = Uint8Array.from(account.data);
  data.set(addressBytes(value), VALUE_AT);
  return { ...account, data };
}

/** The value of a nonce after an advance, derived from the latest blockhash. */
export function nonceValueAfter(blockhash: string): string {
  return base58(createHash("sha256").update("DURABLE_NONCE").update(addressBytes(blockhash)).digest());
}

/**
 * The nonce account that replaces a transaction's blockhash, so that it does not expire. Its first instruction advances
 * it, it has the value that the transaction names, and its authority signs. Undefined for any other transaction.
 */
export function nonceAccountOf(
  transaction: Transaction,
  accountAt: (address: string) => ChainAccount | undefined,
): string | undefined {
  const { instructions, staticKeys, signers, blockhash } = transaction;
  const [first] = instructions;
  if (!first || staticKeys[first.programIdIndex] !== PROGRAMS.system) return undefined;
  const { data, accounts } = first;
  if (data.length < 4 || new DataView(data.buffer, data.byteOffset).getUint32(0, true) !== ADVANCE)
    return undefined;
  const index = accounts[0] ?? staticKeys.length;
  const address = staticKeys[index];
  // An account from a lookup table does not count: its address is known only once the table is read.
  if (address === undefined || !isStaticWritable(transaction, index)) return undefined;
  const nonce = readNonce(accountAt(address));
  if (nonce?.value !== blockhash) return undefined;
  return accounts.some((at) => at < signers && staticKeys[at] === nonce.authority) ? address : undefined;
}
