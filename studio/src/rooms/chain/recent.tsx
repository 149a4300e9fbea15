import { Empty, Panel, Problem } from "../../parts/panel.js";
import { useResource } from "../../server/resource.js";
import { rpcAll } from "../../server/rpc.js";
import { href, network } from "../../server/url.js";
import { LISTED_PROGRAMS } from "./names.js";
import { type TransactionRow, TransactionTable, withTransactions } from "./transaction-table.js";
import type { SignatureEntry } from "./wire.js";

const MAX_ROWS = 25;
const POLL_MS = 1_500;

/**
 * Reads the newest transactions. RPC cannot list all transactions, so this combines the newest transactions of each
 * program that the service uses.
 */
async function recent(abort: AbortSignal): Promise<{ slot: number; rows: readonly TransactionRow[] }> {
  const options = { limit: MAX_ROWS, commitment: "confirmed" };
  const [slot, ...pages] = await rpcAll<unknown>(
    [
      ["getSlot", [{ commitment: "processed" }]],
      ...LISTED_PROGRAMS.map((program) => ["getSignaturesForAddress", [program, options]] as const),
    ],
    abort,
  );
  const entries = new Map(
    (pages as SignatureEntry[][]).flat().map((entry) => [entry.signature, entry] as const),
  );
  const newest = [...entries.values()].sort((a, b) => b.slot - a.slot).slice(0, MAX_ROWS);
  return { slot: Number(slot), rows: await withTransactions(newest, abort) };
}

/** Transactions as they arrive. */
export function Recent() {
  const found = useResource(recent, [network.value], POLL_MS);
  const { value } = found;
  return (
    <div class="stack">
      <Problem of={found} />
      {value && (
        <Panel
          title="Transactions"
          head={
            <span class="soft">
              newest first; current slot <a href={href(`chain/slot/${value.slot}`)}>{value.slot}</a>
            </span>
          }
        >
          {value.rows.length === 0 ? (
            <Empty title={`No transactions have landed on ${network.value} yet.`}>
              <a href={href("say")}>Say a sentence</a>, or <a href={href("wallets")}>fund a wallet</a>.
            </Empty>
          ) : (
            <TransactionTable rows={value.rows} />
          )}
        </Panel>
      )}
    </div>
  );
}
