import { Short } from "../../parts/copy.js";
import { type Fact, Facts } from "../../parts/facts.js";
import { humanUnits, moment } from "../../parts/format.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { Table } from "../../parts/table.js";
import { useResource } from "../../server/resource.js";
import { rpcAll } from "../../server/rpc.js";
import { href, network } from "../../server/url.js";
import { Balances, tokenAccountNames } from "./balances.js";
import { CallTree } from "./call-tree.js";
import { describe, sentenceOf } from "./descriptions.js";
import { Address, nameOf, ShownValue } from "./names.js";
import { Status } from "./transaction-table.js";
import { type ChainTransaction, type ParsedInstruction, type Statuses, TRANSACTION_FORM } from "./wire.js";

/** Poll interval for the transaction's status. */
const RETRY_MS = 2_000;

async function load(signature: string, abort: AbortSignal) {
  const [found, statuses] = await rpcAll<unknown>(
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

function Instruction(props: {
  readonly instruction: ParsedInstruction;
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { instruction, label, names } = props;
  const { title, facts } = describe(instruction);
  return (
    <>
      <h3>
        {label} {nameOf(instruction.programId) ?? "Program"}: {title}
      </h3>
      <Facts
        of={[
          nameOf(instruction.programId) === undefined && [
            "program",
            <Address address={instruction.programId} />,
          ],
          ...facts.map(([name, value]): Fact => [name, <ShownValue value={value} names={names} />]),
        ]}
      />
    </>
  );
}

function Instructions({ transaction }: { readonly transaction: ChainTransaction }) {
  const names = tokenAccountNames(transaction);
  const inner = transaction.meta?.innerInstructions ?? [];
  return (
    <ol class="instructions inner">
      {transaction.transaction.message.instructions.map((instruction, index) => {
        const called = inner.find((one) => one.index === index)?.instructions ?? [];
        return (
          <li key={index}>
            <Instruction instruction={instruction} label={`${index + 1}.`} names={names} />
            {called.length > 0 && (
              <details>
                <summary>
                  {called.length} inner {called.length === 1 ? "instruction" : "instructions"}
                </summary>
                <ol class="instructions">
                  {called.map((one, at) => (
                    <li key={at} style={{ marginLeft: `${((one.stackHeight ?? 2) - 2) * 14}px` }}>
                      <Instruction instruction={one} label={`${index + 1}.${at + 1}`} names={names} />
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export function Transaction({ signature }: { readonly signature: string }) {
  const read = useResource((abort) => load(signature, abort), [signature, network.value], RETRY_MS);
  if (read.problem) return <Problem of={read} />;
  if (!read.value) return <Empty title="Reading the transaction …" />;
  const { found, status } = read.value;
  if (!found) {
    return (
      <Empty title={`Transaction not found on ${network.value}.`}>
        It may be pending, expired, or on the other network.
      </Empty>
    );
  }
  return (
    <div class="stack">
      <Panel
        label="Transaction"
        title={sentenceOf(found)}
        head={<Status err={found.meta?.err} commitment={status ?? null} />}
        body="inner"
      >
        <Summary transaction={found} />
      </Panel>
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
