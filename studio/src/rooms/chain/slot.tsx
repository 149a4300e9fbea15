import { Short } from "../../parts/copy.js";
import { Facts } from "../../parts/facts.js";
import { moment } from "../../parts/format.js";
import { Icon } from "../../parts/icon.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { useResource } from "../../server/resource.js";
import { rpc } from "../../server/rpc.js";
import { href, network } from "../../server/url.js";
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
  const block = await rpc<Block | null>("getBlock", [slot, options], abort);
  const signatures = (block?.transactions ?? []).map(({ transaction }) => transaction.signatures[0]);
  if (signatures.length === 0) return { block, statuses: [] };
  const params = [signatures.slice(0, MAX_STATUSES), { searchTransactionHistory: true }];
  const { value } = await rpc<Statuses>("getSignatureStatuses", params, abort);
  return { block, statuses: value };
}

export function Slot({ slot }: { readonly slot: number }) {
  const found = useResource((abort) => read(slot, abort), [slot, network.value], POLL_MS);
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
      <Panel
        label="Slot"
        title={`Slot ${slot}`}
        head={
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
        }
      >
        <Problem of={found} />
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
      </Panel>
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
