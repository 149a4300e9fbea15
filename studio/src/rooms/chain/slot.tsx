import { Empty } from "../../parts/empty.js";
import { moment } from "../../parts/format.js";
import { Panel } from "../../parts/panel.js";
import { Problem } from "../../parts/problem.js";
import { Short } from "../../parts/short.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { rpc } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { TransactionTable } from "./transaction-table.js";
import { type ChainTransaction, TRANSACTION_FORM } from "./wire.js";

interface Block {
  readonly blockhash: string;
  readonly previousBlockhash: string;
  readonly parentSlot: number;
  readonly blockHeight: number | null;
  readonly blockTime: number | null;
  readonly transactions: readonly Omit<ChainTransaction, "slot" | "blockTime">[];
}

export function Slot({ slot }: { readonly slot: number }) {
  const { value, problem, reload } = useResource(
    (abort) =>
      rpc<Block | null>(network.value, "getBlock", [slot, { ...TRANSACTION_FORM, rewards: false }], abort),
    [slot, network.value, prefix.value],
  );
  const rows = (value?.transactions ?? []).map((one) => {
    const transaction = { ...one, slot, blockTime: value?.blockTime ?? null };
    return {
      entry: {
        signature: one.transaction.signatures[0] ?? "",
        slot,
        err: one.meta?.err ?? null,
        blockTime: transaction.blockTime,
        confirmationStatus: null,
      },
      transaction,
    };
  });
  return (
    <div class="stack">
      <section class="panel" aria-label="Slot">
        <header>
          <h2>Slot {slot}</h2>
          <span style={{ flex: 1 }} />
          {slot > 0 && (
            <a class="button" href={href(`chain/slot/${slot - 1}`)}>
              {slot - 1}
            </a>
          )}
          <a class="button" href={href(`chain/slot/${slot + 1}`)}>
            {slot + 1}
          </a>
        </header>
        {problem && <Problem problem={problem} retry={reload} />}
        {value === null && <Empty title="This slot was skipped and has no block." />}
        {value && (
          <dl class="facts inner">
            <dt>Time</dt>
            <dd>{value.blockTime === null ? "unknown" : moment(value.blockTime * 1_000)}</dd>
            <dt>Height</dt>
            <dd>{value.blockHeight ?? "unknown"}</dd>
            <dt>Blockhash</dt>
            <dd>
              <Short text={value.blockhash} what="the blockhash" />
            </dd>
            <dt>Parent</dt>
            <dd>
              <a href={href(`chain/slot/${value.parentSlot}`)}>{value.parentSlot}</a>
            </dd>
          </dl>
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
