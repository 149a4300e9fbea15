import { useState } from "preact/hooks";
import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { Short } from "../../parts/copy.js";
import { type Fact, Facts } from "../../parts/facts.js";
import { Button } from "../../parts/form.js";
import { humanUnits } from "../../parts/format.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { useResource } from "../../server/resource.js";
import { rpc } from "../../server/rpc.js";
import { href, network } from "../../server/url.js";
import { pools } from "../../server/world.js";
import { Address, nameOf, ShownValue, symbolOf } from "./names.js";
import { TransactionTable, withTransactions } from "./transaction-table.js";
import type { Count, SignatureEntry } from "./wire.js";

/** An account, as `getAccountInfo` returns it with `jsonParsed`. */
interface AccountInfo {
  readonly lamports: Count;
  readonly owner: string;
  readonly executable: boolean;
  readonly space?: number;
  readonly data:
    | readonly [string, string]
    | {
        readonly program: string;
        readonly parsed: { readonly type?: string; readonly info?: Readonly<Record<string, unknown>> };
      };
}

interface AccountDescription {
  readonly kind: "wallet" | "mint" | "token account" | "pool" | "program" | "account";
  readonly facts: readonly (readonly [name: string, value: unknown])[];
}

function describePool(address: string): AccountDescription | undefined {
  const pool = pools.value.find((one) => one.address === address);
  if (!pool) return undefined;
  const { feeBps, mintA, mintB, vaultA, vaultB } = pool;
  const accounts = Object.entries({ "mint A": mintA, "mint B": mintB, "vault A": vaultA, "vault B": vaultB });
  return { kind: "pool", facts: [["fee", `${feeBps / 100}% of the input`], ...accounts] };
}

function describeParsed(type: string, info: Readonly<Record<string, unknown>>): AccountDescription {
  if (type === "mint") {
    const { supply, decimals, ...rest } = info;
    const shown = humanUnits(String(supply ?? 0), Number(decimals ?? 0));
    return { kind: "mint", facts: [["supply", shown], ["decimals", decimals], ...Object.entries(rest)] };
  }
  if (type === "account" && typeof info["mint"] === "string") {
    const { tokenAmount, ...rest } = info;
    const { amount = "0", decimals = 0 } = (tokenAmount ?? {}) as { amount?: string; decimals?: number };
    const holding = `${humanUnits(amount, decimals)} ${symbolOf(info["mint"]) ?? ""}`;
    return { kind: "token account", facts: [["holds", holding.trim()], ...Object.entries(rest)] };
  }
  return { kind: "account", facts: [["type", type], ...Object.entries(info)] };
}

/** Describes an account. Data of an unknown kind is shown as base64. */
function describeAccount(address: string, { owner, executable, data }: AccountInfo): AccountDescription {
  if (executable) return { kind: "program", facts: [] };
  if ("parsed" in data) {
    const { type = data.program, info = {} } = data.parsed;
    return describeParsed(type, info);
  }
  const pool = describePool(address);
  if (pool) return pool;
  if (owner === PROGRAMS.system && data[0] === "") return { kind: "wallet", facts: [] };
  return { kind: "account", facts: data[0] === "" ? [] : [["data (base64)", data[0]]] };
}

function Decoded({ address, account }: { readonly address: string; readonly account: AccountInfo }) {
  const { kind, facts } = describeAccount(address, account);
  return (
    <>
      <p class="row">
        <span class="badge info">{kind}</span>
        {kind === "wallet" && <a href={href(`wallets/${address}`)}>Open the wallet</a>}
        {kind === "pool" && <a href={href(`market/${address}`)}>Open in the market</a>}
      </p>
      <Facts
        of={[
          ["balance", `${humanUnits(String(account.lamports), 9)} SOL`],
          ["owner", <Address address={account.owner} />],
          account.space !== undefined && ["size", `${account.space} bytes`],
          ...facts.map(([name, value]): Fact => [name, <ShownValue value={value} />]),
        ]}
      />
    </>
  );
}

const POLL_MS = 4_000;
const PAGE = 20;
const MAX_ENTRIES = 1_000;

/** The transactions that mention an address, newest first, with a button that loads older ones. */
function AddressHistory({ address }: { readonly address: string }) {
  const [limit, setLimit] = useState(PAGE);
  const found = useResource(
    async (abort) => {
      const params = [address, { limit, commitment: "confirmed" }];
      const entries = await rpc<readonly SignatureEntry[]>("getSignaturesForAddress", params, abort);
      return withTransactions(entries, abort);
    },
    [address, network.value],
    POLL_MS,
  );
  const { value, problem, reload } = found;
  const older = () => {
    setLimit(Math.min(MAX_ENTRIES, limit + PAGE));
    reload();
  };
  if (problem) return <Problem of={found} />;
  if (!value) return <p class="inner">Reading …</p>;
  if (value.length === 0) return <Empty title="No transactions mention this address." />;
  return (
    <>
      <TransactionTable rows={value} />
      {value.length >= limit && limit < MAX_ENTRIES && (
        <p class="inner">
          <Button run={older}>Older</Button>
        </p>
      )}
    </>
  );
}

/** A decoded account, and the transactions that mention its address. */
export function AddressPage({ address }: { readonly address: string }) {
  const found = useResource(
    (abort) => {
      const params = [address, { encoding: "jsonParsed", commitment: "confirmed" }];
      return rpc<{ readonly value: AccountInfo | null }>("getAccountInfo", params, abort);
    },
    [address, network.value],
    POLL_MS,
  );
  const account = found.value?.value;
  return (
    <div class="stack">
      <Panel
        label="Account"
        title={nameOf(address) ?? "Account"}
        head={<Short text={address} what="the address" />}
      >
        <Problem of={found} />
        {account === null && (
          <Empty title={`No account found at this address on ${network.value}.`}>
            <a href={href(`wallets/${address}`)}>Fund it</a> to create it.
          </Empty>
        )}
        {account && (
          <div class="inner stack">
            <Decoded address={address} account={account} />
          </div>
        )}
      </Panel>
      <Panel title="Transactions">
        <AddressHistory address={address} />
      </Panel>
    </div>
  );
}
