import type { IntentTx, TransactionRecord } from "intent-tx";
import { useEffect, useState } from "preact/hooks";
import { Empty } from "../../parts/empty.js";
import { moment } from "../../parts/format.js";
import { Short, shorten } from "../../parts/short.js";
import { Table } from "../../parts/table.js";
import { href } from "../../server/routes.js";
import { act } from "../../toast.js";
import { nameOf } from "../chain/names.js";

const PAGE = 20;

function describe(record: TransactionRecord): string {
  if (record.type === "swap") {
    const { inputAmount, inputToken, outputAmount, outputToken } = record.details;
    return `${inputAmount} ${inputToken} → ${outputAmount} ${outputToken}`;
  }
  const { amount, token, recipient } = record.details;
  return `${amount} ${token} to ${nameOf(recipient) ?? shorten(recipient)}`;
}

/** The wallet's swaps and transfers, newest first, one page at a time. */
export function History({
  client,
  address,
  version,
}: {
  readonly client: IntentTx;
  readonly address: string;
  readonly version: string;
}) {
  const [records, setRecords] = useState<readonly TransactionRecord[]>([]);
  const [more, setMore] = useState(true);
  const [busy, setBusy] = useState(false);
  const load = async (from: readonly TransactionRecord[]) => {
    setBusy(true);
    await act(undefined, async () => {
      const before = from.at(-1)?.signature;
      const page = await client.transactions.list(address, {
        limit: PAGE,
        ...(before !== undefined && { before }),
      });
      setRecords([...from, ...page.data]);
      setMore(page.hasMore);
    });
    setBusy(false);
  };
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
      <Table columns={["Time", "Type", "What", "Status", "Signature"]}>
        {records.map((record) => (
          <tr key={record.signature}>
            <td class="nowrap">{moment(record.timestamp)}</td>
            <td>{record.type}</td>
            <td class="nowrap">{describe(record)}</td>
            <td>
              <span class={`badge ${record.status === "failed" ? "bad" : "good"}`}>{record.status}</span>
            </td>
            <td>
              <Short text={record.signature} what="the signature" to={`chain/tx/${record.signature}`} />
            </td>
          </tr>
        ))}
      </Table>
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
