import { Empty } from "../../parts/empty.js";
import { Facts } from "../../parts/facts.js";
import { humanUnits, moment } from "../../parts/format.js";
import { Panel } from "../../parts/panel.js";
import { Problem } from "../../parts/problem.js";
import { Short } from "../../parts/short.js";
import { Table } from "../../parts/table.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { rpcAll } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { Balances, tokenAccountNames } from "./balances.js";
import { CallTree } from "./call-tree.js";
import { Instructions } from "./instructions.js";
import { Address } from "./names.js";
import { sentenceOf } from "./sentences.js";
import { Status } from "./transaction-table.js";
import { type ChainTransaction, type Statuses, TRANSACTION_FORM } from "./wire.js";

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

function Summary({ transaction }: { readonly transaction: ChainTransaction }) {
  const { slot, blockTime, version, meta } = transaction;
  const [payer] = transaction.transaction.message.accountKeys;
  return (
    <Facts
      of={[
        ["Signature", <Short text={transaction.transaction.signatures[0] ?? ""} what="the signature" />],
        [
          "Slot",
          <>
            <a href={href(`chain/slot/${slot}`)}>{slot}</a>
            {blockTime !== null && ` · ${moment(blockTime * 1_000)}`}
          </>,
        ],
        [
          "Fee",
          <>
            {humanUnits(String(meta?.fee ?? 0), 9)} SOL{payer && <>, paid by </>}
            {payer && <Address address={payer.pubkey} />}
          </>,
        ],
        ["Compute units", (meta?.computeUnitsConsumed ?? 0).toLocaleString("en")],
        ["Version", version ?? "legacy"],
        ["Blockhash", <Short text={transaction.transaction.message.recentBlockhash} what="the blockhash" />],
        meta?.err != null && ["Error", <code>{JSON.stringify(meta.err)}</code>],
      ]}
    />
  );
}

function Accounts({ transaction }: { readonly transaction: ChainTransaction }) {
  const names = tokenAccountNames(transaction);
  return (
    <Table
      columns={["Account", "Role"]}
      rows={transaction.transaction.message.accountKeys.map(({ pubkey, signer, writable }, index) => ({
        key: pubkey,
        cells: [
          <Address address={pubkey} name={names.get(pubkey)} />,
          [index === 0 && "pays the fee", signer && "signs", writable ? "writable" : "read only"]
            .filter(Boolean)
            .join(", "),
        ],
      }))}
    />
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
          <h2>{sentenceOf(found)}</h2>
          <Status err={found.meta?.err} commitment={status ?? null} />
        </header>
        <div class="inner">
          <Summary transaction={found} />
        </div>
      </section>
      <Panel title="Balance changes">
        <Balances transaction={found} />
      </Panel>
      <Panel title="Accounts">
        <Accounts transaction={found} />
      </Panel>
      <Panel title="Instructions">
        <Instructions transaction={found} />
      </Panel>
      <Panel title="Call tree">
        {found.meta?.logMessages?.length ? (
          <CallTree logs={found.meta.logMessages} />
        ) : (
          <p class="inner">The server did not keep the transaction’s log.</p>
        )}
      </Panel>
    </div>
  );
}
