import { Empty } from "../../parts/empty.js";
import { type Fact, Facts } from "../../parts/facts.js";
import { humanUnits } from "../../parts/format.js";
import { Panel } from "../../parts/panel.js";
import { Problem } from "../../parts/problem.js";
import { Short } from "../../parts/short.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { rpc } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { type AccountInfo, describeAccount } from "./account.js";
import { AddressHistory } from "./history.js";
import { Address, nameOf, ShownValue } from "./names.js";

const POLL_MS = 4_000;

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

/** A decoded account, and the transactions that mention its address. */
export function AddressPage({ address }: { readonly address: string }) {
  const { value, problem, reload } = useResource(
    async (abort) =>
      (
        await rpc<{ readonly value: AccountInfo | null }>(
          network.value,
          "getAccountInfo",
          [address, { encoding: "jsonParsed", commitment: "confirmed" }],
          abort,
        )
      ).value,
    [address, network.value, prefix.value],
    POLL_MS,
  );
  return (
    <div class="stack">
      <section class="panel" aria-label="Account">
        <header>
          <h2>{nameOf(address) ?? "Account"}</h2>
          <Short text={address} what="the address" />
        </header>
        {problem && <Problem problem={problem} retry={reload} />}
        {value === null && (
          <Empty title={`No account found at this address on ${network.value}.`}>
            <a href={href(`wallets/${address}`)}>Fund it</a> to create it.
          </Empty>
        )}
        {value && (
          <div class="inner stack">
            <Decoded address={address} account={value} />
          </div>
        )}
      </section>
      <Panel title="Transactions">
        <AddressHistory address={address} />
      </Panel>
    </div>
  );
}
