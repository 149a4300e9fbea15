import { useState } from "preact/hooks";
import { Empty } from "../../parts/empty.js";
import { Problem } from "../../parts/problem.js";
import { useResource } from "../../server/resource.js";
import { rpc } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { TransactionTable, withTransactions } from "./transaction-table.js";
import type { SignatureEntry } from "./wire.js";

const PAGE = 20;
const MAX_ENTRIES = 1_000;

/** The transactions that mention an address, newest first, with a button that loads older ones. */
export function AddressHistory({ address }: { readonly address: string }) {
  const [limit, setLimit] = useState(PAGE);
  const { value, problem, reload } = useResource(
    async (abort) => {
      const options = { limit, commitment: "confirmed" };
      const entries = await rpc<readonly SignatureEntry[]>(
        network.value,
        "getSignaturesForAddress",
        [address, options],
        abort,
      );
      return withTransactions(entries, abort);
    },
    [address, network.value, prefix.value],
    4_000,
  );
  if (problem) return <Problem problem={problem} retry={reload} />;
  if (!value) return <p class="inner">Reading …</p>;
  if (value.length === 0) return <Empty title="No transactions mention this address." />;
  return (
    <>
      <TransactionTable rows={value} />
      {value.length >= limit && limit < MAX_ENTRIES && (
        <p class="inner">
          <button
            type="button"
            onClick={() => {
              setLimit(Math.min(MAX_ENTRIES, limit + PAGE));
              reload();
            }}
          >
            Older
          </button>
        </p>
      )}
    </>
  );
}
