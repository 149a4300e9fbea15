import { Short } from "../../parts/copy.js";
import { moment } from "../../parts/format.js";
import { Table } from "../../parts/table.js";
import { rpcAll } from "../../server/rpc.js";
import { href, network, prefix } from "../../server/url.js";
import { sentenceOf } from "./descriptions.js";
import { type ChainTransaction, type SignatureEntry, TRANSACTION_FORM } from "./wire.js";

/** A listed transaction: its signature entry, and the full transaction after it has loaded. */
export interface TransactionRow {
  readonly entry: SignatureEntry;
  readonly transaction: ChainTransaction | undefined;
}

/** A cache of landed transactions, which never change. Its maximum size exceeds the longest list. */
const known = new Map<string, ChainTransaction>();
const MAX_KNOWN = 2_000;

/** Reads the transactions with the given signatures. Cached transactions are not requested again. */
export async function withTransactions(
  entries: readonly SignatureEntry[],
  abort: AbortSignal,
): Promise<readonly TransactionRow[]> {
  // Worlds with the same seed have the same signatures, but possibly in different slots.
  const keyOf = ({ signature, slot }: SignatureEntry) =>
    `${prefix.value} ${network.value} ${slot} ${signature}`;
  const listed = entries.map((entry) => ({ entry, key: keyOf(entry), transaction: known.get(keyOf(entry)) }));
  const missing = listed.filter(({ transaction }) => transaction === undefined);
  const read = await rpcAll<ChainTransaction | null>(
    missing.map(({ entry }) => ["getTransaction", [entry.signature, TRANSACTION_FORM]]),
    abort,
  );
  for (const [index, one] of missing.entries()) {
    const transaction = read[index];
    if (!transaction) continue;
    one.transaction = transaction;
    known.set(one.key, transaction);
  }
  for (const key of known.keys()) {
    if (known.size <= MAX_KNOWN) break;
    known.delete(key);
  }
  return listed;
}

/** Whether a transaction failed; otherwise its commitment, in the same word on every page. */
export function Status({ err, commitment }: { readonly err: unknown; readonly commitment: string | null }) {
  if (err != null) return <span class="badge bad">failed</span>;
  return <span class="badge good">{commitment ?? "processed"}</span>;
}

/** A table of transactions, newest first. */
export function TransactionTable({ rows }: { readonly rows: readonly TransactionRow[] }) {
  return (
    <Table
      columns={["Transaction", "Slot", "Time", "Status", "Signature"]}
      rows={rows.map(({ entry: { signature, slot, err, blockTime, confirmationStatus }, transaction }) => ({
        key: signature,
        cells: [
          <a href={href(`chain/tx/${signature}`)}>{transaction ? sentenceOf(transaction) : "Open"}</a>,
          <a href={href(`chain/slot/${slot}`)}>{slot}</a>,
          blockTime === null ? "" : moment(blockTime * 1_000),
          <Status err={err} commitment={confirmationStatus} />,
          <Short text={signature} what="the signature" />,
        ],
      }))}
    />
  );
}
