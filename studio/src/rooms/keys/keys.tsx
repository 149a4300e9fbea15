import { useRef, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { AccountView } from "../../../../mock-server/src/control/commands/views.js";
import { Empty } from "../../parts/empty.js";
import { Problem } from "../../parts/problem.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { prefix } from "../../server/site.js";
import { type Line, lines } from "../../server/traffic.js";
import { accountName } from "../../server/world.js";
import { Account } from "./account.js";
import { CreateKey } from "./create.js";
import "./keys.css";

/** The account of the app's newest request. */
const accountInUse = () =>
  lines.value.findLast((line) => "entry" in line && line.entry.account !== undefined && !line.entry.studio);

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
  // Stays the same while the page is open, even if another account is used meanwhile.
  const used = useRef<Line | undefined>(undefined);
  used.current ??= accountInUse();
  const inUse = used.current && "entry" in used.current ? used.current.entry.account : undefined;
  const wanted = params["account"] ?? inUse;
  const view =
    accounts.find(({ account }) => account === wanted) ?? (params["account"] ? undefined : accounts[0]);
  return (
    <>
      <div class="room-head">
        <h1>Keys</h1>
        <nav class="row" aria-label="Accounts">
          {accounts.map((one) => (
            <a
              key={one.account}
              class="button"
              href={href(`keys/${one.account}`)}
              {...(one === view && { "aria-current": "page" as const })}
            >
              {accountName(one)}
              {accountName(one) !== one.tier && <span class="badge">{one.tier}</span>}
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
