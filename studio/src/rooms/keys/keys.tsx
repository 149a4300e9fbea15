import { useRef, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { AccountView } from "../../../../mock-server/src/control/commands/views.js";
import { Empty } from "../../parts/empty.js";
import { Problem } from "../../parts/problem.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { prefix } from "../../server/site.js";
import { accountName } from "../../server/world.js";
import { Account } from "./account.js";
import { CreateKey } from "./create.js";
import "./keys.css";

const lastUse = ({ keys }: AccountView) =>
  keys.reduce((last, { lastUsedAt = "" }) => (lastUsedAt > last ? lastUsedAt : last), "");

/** A page of the accounts. */
interface Accounts {
  readonly data: readonly AccountView[];
  readonly total: number;
}

export function Keys() {
  const { params } = useRoute();
  const [offset, setOffset] = useState(0);
  const found = useResource(
    (signal) => control<Accounts>("GET", `/accounts?offset=${offset}`, undefined, signal),
    [prefix.value, offset],
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
              {...(one === view && { "aria-current": "page" as const })}
            >
              {accountName(one)}
              {accountName(one) !== one.tier && <span class="badge">{one.tier} tier</span>}
            </a>
          ))}
          {offset > 0 && (
            <button type="button" onClick={() => setOffset(0)}>
              First accounts
            </button>
          )}
          {offset + accounts.length < total && (
            <button type="button" onClick={() => setOffset(offset + accounts.length)}>
              Next of {total} accounts
            </button>
          )}
        </nav>
      </div>
      <div class="stack">
        {found.problem && <Problem problem={found.problem} retry={found.reload} />}
        {view && <Account key={view.account} view={view} changed={found.reload} />}
        {!view && !found.loading && params["account"] !== undefined && (
          <Empty title={`No account is named ${params["account"]}.`}>
            <a href={href("keys")}>See all accounts</a>
          </Empty>
        )}
        <section class="panel" aria-label="A new account">
          <header>
            <h2>A key for a new account</h2>
          </header>
          <div class="inner">
            <CreateKey created={found.reload} />
          </div>
        </section>
      </div>
    </>
  );
}
