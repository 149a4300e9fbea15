import { addressAt } from "../formats/addresses.js";
import { PROGRAMS } from "../formats/programs.js";
import { TABLE_HEAD, type Transaction } from "../formats/transaction.js";
import { invalidTransaction } from "./chain-errors.js";
import type { ChainAccount, LoadedKeys } from "./ledger.js";

export function loadKeys(
  transaction: Transaction,
  accountAt: (address: string) => ChainAccount | undefined,
): LoadedKeys {
  const { staticKeys } = transaction;
  if (transaction.lookups.length === 0)
    return { accountKeys: staticKeys, loadedWritable: 0, loadedReadonly: 0 };
  const writable: string[] = [];
  const readonly: string[] = [];
  for (const lookup of transaction.lookups) {
    const table = accountAt(lookup.table);
    if (!table) throw invalidTransaction("AddressLookupTableNotFound");
    if (table.owner !== PROGRAMS.addressLookupTable)
      throw invalidTransaction("InvalidAddressLookupTableOwner");
    writable.push(...lookup.writable.map((index) => addressIn(table, index)));
    readonly.push(...lookup.readonly.map((index) => addressIn(table, index)));
  }
  return {
    accountKeys: [...staticKeys, ...writable, ...readonly],
    loadedWritable: writable.length,
    loadedReadonly: readonly.length,
  };
}

function addressIn(table: ChainAccount, index: number): string {
  const at = TABLE_HEAD + index * 32;
  if (at + 32 > table.data.length) throw invalidTransaction("InvalidAddressLookupTableIndex");
  return addressAt(table.data, at);
}
