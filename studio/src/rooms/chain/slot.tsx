import { Empty } from "../../parts/empty.js";
import { Facts } from "../../parts/facts.js";
import { moment } from "../../parts/format.js";
import { Icon } from "../../parts/icon.js";
import { Panel } from "../../parts/panel.js";
import { Problem } from "../../parts/problem.js";
import { Short } from "../../parts/short.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { rpc } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { TransactionTable } from "./transaction-table.js";
import { type ChainTransaction, type Statuses, TRANSACTION_FORM } from "./wire.js";

interface Block {
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly parentSlot: number;
  readonly blockHeight: number | null;
  readonly blockTime: number | null;
  readonly transactions: readonly Omit<ChainTransaction, "slot" | "blockTime">[];
}

/** Maximum number of signatures in a request for statuses. */
const MAX_STATUSES = 256;
const POLL_MS = 4_000;

/** A block, and the statuses of its transactions. */
async function read(slot: number, abort: AbortSignal) {
  const options = { ...TRANSACTION_FORM, rewards: false };
  const block = await rpc<Block | null>(network.value, "getBlock", [slot, options], abort);
  const signatures = (block?.transactions ?? []).map(({ transaction }) => transaction.signatures[0]);
  if (signatures.length === 0) return { block, statuses: [] };
  const { value } = await rpc<Statuses>(
    network.value,
    "getSignatureStatuses",
    [signatures.slice(0, MAX_STATUSES), { searchTransactionHistory: true }],
    abort,
  );
  return { block, statuses: value };
}

export function Slot({ slot }: { readonly slot: number }) {
  const found = useResource((abort) => read(slot, abort), [slot, network.value, prefix.value], POLL_MS);
  const { problem, reload } = found;
  const value = found.value?.block;
  const rows = (value?.transactions ?? []).map((one, index) => {
    const transaction = { ...one, slot, blockTime: value?.blockTime ?? null };
    return {
      entry: {
        signature: one.transaction.signatures[0] ?? "",
        slot,
        err: one.meta?.err ?? null,
        blockTime: transaction.blockTime,
        confirmationStatus: found.value?.statuses[index]?.confirmationStatus ?? null,
      },
      transaction,
    };
  });
  return (
    <div class="stack">
      <section class="panel" aria-label="Slot">
        <header>
          <h2>Slot {slot}</h2>
          <span class="row end">
            {slot > 0 && (
              <a class="button" href={href(`chain/slot/${slot - 1}`)} title="Previous slot">
                <Icon name="left" size={14} />
                {slot - 1}
              </a>
            )}
            <a class="button" href={href(`chain/slot/${slot + 1}`)} title="Next slot">
              {slot + 1}
              <Icon name="right" size={14} />
            </a>
          </span>
        </header>
        {problem && <Problem problem={problem} retry={reload} />}
        {value === null && <Empty title="This slot was skipped and has no block." />}
        {value && (
          <div class="inner">
            <Facts
              of={[
                ["Time", value.blockTime === null ? "unknown" : moment(value.blockTime * 1_000)],
                ["Height", value.blockHeight ?? "unknown"],
                ["Blockhash", <Short text={value.blockhash} what="the blockhash" />],
                ["Parent", <a href={href(`chain/slot/${value.parentSlot}`)}>{value.parentSlot}</a>],
              ]}
            />
          </div>
        )}
      </section>
      {value && (
        <Panel title="Transactions">
          {rows.length === 0 ? (
            <Empty title="No transactions in this slot." />
          ) : (
            <TransactionTable rows={rows} />
          )}
        </Panel>
      )}
    </div>
  );
}
