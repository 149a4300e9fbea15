import { Empty } from "../../parts/empty.js";
import { humanUnits, moment } from "../../parts/format.js";
import { Panel } from "../../parts/panel.js";
import { Problem } from "../../parts/problem.js";
import { Short } from "../../parts/short.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { rpcAll } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { Balances } from "./balances.js";
import { CallTree } from "./call-tree.js";
import { Instructions } from "./instructions.js";
import { Address } from "./names.js";
import { type ChainTransaction, TRANSACTION_FORM } from "./wire.js";

interface Statuses {
  readonly value: readonly ({ readonly confirmationStatus: string | null } | null)[];
}

/** Poll interval for the transaction's status. */
const RETRY_MS = 2_000;

async function read(signature: string, abort: AbortSignal) {
  const [found, statuses] = await rpcAll<unknown>(
    network.value,
    [
      ["getTransaction", [signature, TRANSACTION_FORM]],
      ["getSignatureStatuses", [[signature], { searchTransactionHistory: true }]],
    ],
    abort,
  );
  const status = (statuses as Statuses).value[0]?.confirmationStatus ?? undefined;
  return { found: found as ChainTransaction | null, status };
}

function Summary({
  transaction,
  status,
}: {
  readonly transaction: ChainTransaction;
  readonly status: string | undefined;
}) {
  const { slot, blockTime, version, meta } = transaction;
  const [payer] = transaction.transaction.message.accountKeys;
  return (
    <dl class="facts">
      <dt>Slot</dt>
      <dd>
        <a href={href(`chain/slot/${slot}`)}>{slot}</a>
        {blockTime !== null && ` · ${moment(blockTime * 1_000)}`}
      </dd>
      <dt>Commitment</dt>
      <dd>{status ?? "unknown"}</dd>
      <dt>Fee</dt>
      <dd>
        {humanUnits(String(meta?.fee ?? 0), 9)} SOL{payer && <>, paid by </>}
        {payer && <Address address={payer.pubkey} />}
      </dd>
      <dt>Compute units</dt>
      <dd>{(meta?.computeUnitsConsumed ?? 0).toLocaleString("en")}</dd>
      <dt>Version</dt>
      <dd>{version ?? "legacy"}</dd>
      <dt>Blockhash</dt>
      <dd>
        <Short text={transaction.transaction.message.recentBlockhash} what="the blockhash" />
      </dd>
      {meta?.err != null && (
        <>
          <dt>Error</dt>
          <dd class="mono">{JSON.stringify(meta.err)}</dd>
        </>
      )}
    </dl>
  );
}

export function Transaction({ signature }: { readonly signature: string }) {
  const { value, problem, reload } = useResource(
    (abort) => read(signature, abort),
    [signature, network.value, prefix.value],
    RETRY_MS,
  );
  if (problem) return <Problem problem={problem} retry={reload} />;
  if (!value) return <Empty title="Reading the transaction …" />;
  const { found, status } = value;
  if (!found) {
    return (
      <Empty title={`Transaction not found on ${network.value}.`}>
        It may be pending, expired, or on the other network.
      </Empty>
    );
  }
  return (
    <div class="stack">
      <section class="panel" aria-label="Transaction">
        <header>
          <h2>Transaction</h2>
          <Short text={signature} what="the signature" />
          {found.meta?.err == null ? (
            <span class="badge good">succeeded</span>
          ) : (
            <span class="badge bad">failed</span>
          )}
        </header>
        <div class="inner">
          <Summary transaction={found} status={status} />
        </div>
      </section>
      <Panel title="Balance changes">
        <Balances transaction={found} />
      </Panel>
      <Panel title="Call tree">
        {found.meta?.logMessages?.length ? (
          <CallTree logs={found.meta.logMessages} />
        ) : (
          <p class="inner">The server did not keep the transaction’s log.</p>
        )}
      </Panel>
      <Panel title="Instructions">
        <Instructions transaction={found} />
      </Panel>
    </div>
  );
}
