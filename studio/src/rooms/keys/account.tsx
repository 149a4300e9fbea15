import type { IssuedControlKey } from "@intent-tx/mock-server";
import type { ApiKey, IssuedKey } from "intent-tx/contract";
import { useRef, useState } from "preact/hooks";
import type { AccountView } from "../../../../mock-server/src/control/commands/views.js";
import { lengthOfTime } from "../../parts/format.js";
import { Gauge } from "../../parts/gauge.js";
import { Panel } from "../../parts/panel.js";
import { Secret } from "../../parts/secret.js";
import { clientOf } from "../../server/client.js";
import { serverNow } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { world } from "../../server/world.js";
import { act } from "../../toast.js";
import { CreateKey } from "./create.js";
import { lifeOf } from "./life.js";
import { Metrics } from "./metrics.js";

const NAMES = {
  "requests-minute": "Requests this minute",
  "test-requests-day": "Requests with test keys today",
  "builds-day": "Builds today",
} as const;

/** An admin key of the same account and network, to rotate and revoke keys: from the world, or newly issued. */
async function managerOf(account: AccountView, record: ApiKey): Promise<string> {
  const { keys = {}, keyIds = {} } = world.value ?? {};
  const adminName = Object.keys(keyIds).find((name) =>
    account.keys.some(
      (one) =>
        one.keyId === keyIds[name] &&
        one.environment === record.environment &&
        one.status === "active" &&
        one.scopes.includes("admin"),
    ),
  );
  const known = adminName === undefined ? undefined : keys[adminName];
  if (known !== undefined) return known;
  const { environment } = record;
  const body = { tier: account.tier, environment, account: account.account, name: "studio manager" };
  return (await control<IssuedControlKey>("POST", "/keys", body)).key;
}

function Key({
  account,
  record,
  changed,
}: {
  readonly account: AccountView;
  readonly record: ApiKey;
  readonly changed: () => void;
}) {
  const [fresh, setFresh] = useState<IssuedKey | undefined>(undefined);
  const dialog = useRef<HTMLDialogElement>(null);
  const manage = (message: string, action: (client: ReturnType<typeof clientOf>) => Promise<void>) =>
    act(message, async () => {
      await action(clientOf(await managerOf(account, record)));
      changed();
    });
  const ended = record.status === "revoked" || record.status === "expired";
  return (
    <li class="key">
      <div class="row">
        <strong class="name">{record.name}</strong>
        <code>{record.keyId}</code>
        <span
          class={`badge ${record.status === "active" ? "good" : record.status === "rotating" ? "warn" : "bad"}`}
        >
          {record.status}
        </span>
        <span class="badge">{record.environment}</span>
        {record.scopes.map((scope) => (
          <span key={scope} class="badge info">
            {scope}
          </span>
        ))}
        <span class="row end">
          <button
            type="button"
            disabled={record.status !== "active"}
            onClick={() =>
              void manage(`Rotated ${record.name}: the old key still works for 24 hours.`, async (client) =>
                setFresh(await client.keys.rotate(record.keyId)),
              )
            }
          >
            Rotate
          </button>
          <button type="button" class="danger" disabled={ended} onClick={() => dialog.current?.showModal()}>
            Revoke
          </button>
        </span>
      </div>
      <p class="life">{lifeOf(record)}</p>
      {fresh && (
        <div class="notice good">
          The new key: <Secret text={fresh.key} what="key" />
        </div>
      )}
      <dialog ref={dialog} aria-label="Revoke a key">
        <form method="dialog" class="stack">
          <p>
            Revoke <bdi class="name">{record.name}</bdi>? It stops working immediately (401). This cannot be
            undone.
          </p>
          <p class="row">
            <button type="submit">Keep it</button>
            <button
              type="submit"
              class="danger"
              onClick={() =>
                void manage(`Revoked ${record.name}.`, async (client) => {
                  await client.keys.revoke(record.keyId);
                })
              }
            >
              Revoke
            </button>
          </p>
        </form>
      </dialog>
    </li>
  );
}

/** An account's windows, usage and keys. */
export function Account({ view, changed }: { readonly view: AccountView; readonly changed: () => void }) {
  const now = serverNow.value;
  return (
    <div class="stack">
      <div class="columns">
        {view.windows.map(({ name, used, limit, resetAt }) => {
          const left = now === undefined ? undefined : Date.parse(resetAt) - now;
          const ended = left !== undefined && left <= 0;
          // A window that has ended counts as unused until the server reports the new one.
          return (
            <section key={name} class="panel" aria-label={NAMES[name]}>
              <div class="inner">
                <Gauge
                  label={NAMES[name]}
                  used={ended ? 0 : used}
                  limit={limit}
                  note={left === undefined ? "–" : ended ? "has reset" : `resets in ${lengthOfTime(left)}`}
                />
              </div>
            </section>
          );
        })}
      </div>
      <section class="panel" aria-label="Metrics">
        <header>
          <h2>Usage</h2>
          <span class="badge">{view.usage.requests.toLocaleString("en")} requests this month</span>
          <span class="badge">{view.usage.transactions.toLocaleString("en")} landed transactions</span>
        </header>
        <div class="inner">
          <Metrics view={view} />
        </div>
      </section>
      <Panel title="Keys">
        <ul>
          {view.keys.map((record) => (
            <Key key={record.keyId} account={view} record={record} changed={changed} />
          ))}
        </ul>
        <div class="inner another">
          <CreateKey account={view.account} tier={view.tier} created={changed} />
        </div>
      </Panel>
    </div>
  );
}
