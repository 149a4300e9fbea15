import { PROGRAM_IDS } from "intent-tx/contract";
import type { Transaction } from "../ledger/message.js";
import { TAGS } from "../transactions/instructions.js";

/** What a transaction offers for a compute unit, micro-lamports. */
export function unitPriceOf(transaction: Pick<Transaction, "instructions" | "staticKeys">): bigint {
  let price = 0n;
  for (const { programIdIndex, data } of transaction.instructions) {
    if (transaction.staticKeys[programIdIndex] !== PROGRAM_IDS.computeBudget) continue;
    if (data[0] !== TAGS.computeUnitPrice || data.length < 9) continue;
    price = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
  }
  return price;
}
