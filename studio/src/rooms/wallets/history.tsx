import type { IntentTx, TransactionRecord } from "intent-tx";
import { useEffect, useState } from "preact/hooks";
import { Short, shorten } from "../../parts/copy.js";
import { grouped, moment } from "../../parts/format.js";
import { Empty } from "../../parts/panel.js";
import { Table } from "../../parts/table.js";
import { href } from "../../server/url.js";
import { useAction } from "../../toast.js";
import { nameOf } from "../chain/names.js";

const PAGE = 20;

/** The wallet's transaction in words, such as "received 2 SOL". */
function describe({ type, status, details }: TransactionRecord, wallet: string): string {
  const failed = status === "failed";
  if (type === "swap") {
    const input = `${grouped(details.inputAmount)} ${details.inputToken}`;
    return failed
      ? `tried to swap ${input} for ${details.outputToken}`
      : `swapped ${input} for ${grouped(details.outputAmount)} ${details.outputToken}`;
  }
  const what = `${grouped(details.amount)} ${details.token}`;
  if (details.recipient === wallet && !failed) return `received ${what}`;
  return `${failed ? "tried to send" : "sent"} ${what} to ${nameOf(details.recipient) ?? shorten(details.recipient)}`;
}

/** The wallet's swaps and transfers, newest first, one page at a time. */
export function History(props: {
  readonly client: IntentTx;
  readonly address: string;
  readonly version: string;
}) {
  const { client, address, version } = props;
  const [records, setRecords] = useState<readonly TransactionRecord[]>([]);
  const [more, setMore] = useState(true);
  const { busy, run } = useAction();
  const load = (from: readonly TransactionRecord[]) =>
    run(undefined, async () => {
      const before = from.at(-1)?.signature;
      const options = { limit: PAGE, ...(before !== undefined && { before }) };
      const page = await client.transactions.list(address, options);
      setRecords([...from, ...page.data]);
      setMore(page.hasMore);
    });
  useEffect(() => {
    void load([]);
  }, [client, address, version]);
  if (records.length === 0) {
    return busy ? (
      <p class="inner">Reading …</p>
    ) : (
      <Empty title="No swaps or transfers yet.">
        <a href={href("say")}>Type a command</a> or fund the wallet.
      </Empty>
    );
  }
  return (
    <>
      <Table
        columns={["Transaction", "Status", "Time", "Signature"]}
        rows={records.map((record) => ({
          key: record.signature,
          cells: [
            <a href={href(`chain/tx/${record.signature}`)}>{describe(record, address)}</a>,
            <span class={`badge ${record.status === "failed" ? "bad" : "good"}`}>{record.status}</span>,
            record.timestamp && moment(record.timestamp),
            <Short text={record.signature} what="the signature" />,
          ],
        }))}
      />
      {more && (
        <p class="inner">
          <button type="button" onClick={() => void load(records)} disabled={busy}>
            Older
          </button>
        </p>
      )}
    </>
  );
}
