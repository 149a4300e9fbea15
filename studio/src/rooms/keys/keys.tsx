import { useRef, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { AccountView } from "../../../../mock-server/src/control/commands/views.js";
import { Button } from "../../parts/form.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/url.js";
import { accountName } from "../../server/world.js";
import { Account } from "./account.js";
import { CreateKey } from "./create.js";
import "./keys.css";

const lastUse = ({ keys }: AccountView) =>
  keys.reduce((last, { lastUsedAt = "" }) => (lastUsedAt > last ? lastUsedAt : last), "");

export function Keys() {
  const { params } = useRoute();
  const [offset, setOffset] = useState(0);
  const found = useResource(
    (signal) => control("GET /accounts", { params: { offset }, signal }),
    [offset],
    2_000,
  );
  const { data: accounts = [], total = 0 } = found.value ?? {};
  // The account that was used last; the same one while the page is open.
  const used = useRef<string | undefined>(undefined);
  used.current ??= [...accounts].sort((a, b) => lastUse(b).localeCompare(lastUse(a)))[0]?.account;
  const wanted = params["account"] ?? used.current;
  const view =
    accounts.find(({ account }) => account === wanted) ?? (params["account"] ? undefined : accounts[0]);
  return (
    <>
      <div class="room-head">
        <h1>Keys</h1>
        <nav class="row" aria-label="Accounts">
          <span class="soft">Account</span>
          {accounts.map((one) => (
            <a
              key={one.account}
              class="button"
              href={href(`keys/${one.account}`)}
              aria-current={one === view ? "page" : undefined}
            >
              {accountName(one)}
              {accountName(one) !== one.tier && <span class="badge">{one.tier} tier</span>}
            </a>
          ))}
          {offset > 0 && <Button run={() => setOffset(0)}>First accounts</Button>}
          {offset + accounts.length < total && (
            <Button run={() => setOffset(offset + accounts.length)}>Next of {total} accounts</Button>
          )}
        </nav>
      </div>
      <div class="stack">
        <Problem of={found} />
        {view && <Account key={view.account} view={view} changed={found.reload} />}
        {!view && !found.loading && params["account"] !== undefined && (
          <Empty title={`No account is named ${params["account"]}.`}>
            <a href={href("keys")}>See all accounts</a>
          </Empty>
        )}
        <Panel label="A new account" title="A key for a new account" body="inner">
          <CreateKey created={found.reload} />
        </Panel>
      </div>
    </>
  );
}
