import type { PaymentJournal, PaymentRecord } from "intent-tx/solana";

let count = 0;

/** A record of a new payment; `over` replaces its fields. */
export function record(over: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    version: 1,
    paymentId: `order ${++count} / ü:{}*\n`,
    walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    genesisHash: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
    order: "hash",
    intentId: "int_1",
    state: "signed",
    attempts: [
      { signature: "s", messageHash: "m", transaction: "AQID", blockhash: "b", validAt: 300_000_000 },
    ],
    createdAt: 1_767_225_600_000,
    updatedAt: 1_767_225_600_001,
    ...over,
  };
}

/** Makes and settles a new payment, after which a journal removes old ones. */
export async function settleOne(journal: PaymentJournal): Promise<PaymentRecord> {
  const one = record();
  await journal.claim(one);
  const settled: PaymentRecord = { ...one, version: 2, state: "settled", outcome: "landed" };
  await journal.update(settled);
  return settled;
}
