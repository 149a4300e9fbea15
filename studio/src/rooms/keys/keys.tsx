import { useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { AccountView } from "../../../../mock-server/src/control/commands/views.js";
import { Empty } from "../../parts/empty.js";
import { Problem } from "../../parts/problem.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { prefix } from "../../server/site.js";
import { world } from "../../server/world.js";
import { Account } from "./account.js";
import { CreateKey } from "./create.js";
import "./keys.css";

/** An account's display name: the name of its key in the world. */
function nameOf({ account, keys }: AccountView): string {
  const { keyIds = {} } = world.value ?? {};
  return Object.keys(keyIds).find((name) => keys.some(({ keyId }) => keyId === keyIds[name])) ?? account;
}

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
  const view =
    accounts.find(({ account }) => account === params["account"]) ??
    (params["account"] ? undefined : accounts[0]);
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
              {nameOf(one)} <span class="badge">{one.tier}</span>
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
