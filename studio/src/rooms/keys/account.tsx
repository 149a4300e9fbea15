import type { ApiKey, Environment, IssuedKey } from "intent-tx/contract";
import { useState } from "preact/hooks";
import type { AccountView } from "../../../../mock-server/src/control/commands/views.js";
import { Confirm } from "../../parts/confirm.js";
import { Secret } from "../../parts/copy.js";
import { Button } from "../../parts/form.js";
import { dollars, lengthOfTime, moment } from "../../parts/format.js";
import { Gauge } from "../../parts/gauge.js";
import { Panel, Problem } from "../../parts/panel.js";
import { Plot, PlotText } from "../../parts/plot.js";
import { clientOf } from "../../server/client.js";
import { serverNow } from "../../server/clock.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { world } from "../../server/world.js";
import { act } from "../../toast.js";
import { CreateKey } from "./create.js";

const NAMES = {
  "requests-minute": "Requests this minute",
  "test-requests-day": "Requests with test keys today",
  "builds-day": "Builds today",
} as const;

/** An admin key of the same account and network, to rotate and revoke keys: from the world, or newly issued. */
async function managerOf(account: AccountView, record: ApiKey): Promise<string> {
  const { keys = {}, keyIds = {} } = world.value ?? {};
  const environment = record.environment as Environment;
  const admins = account.keys.filter(
    (one) => one.environment === environment && one.status === "active" && one.scopes.includes("admin"),
  );
  const name = Object.keys(keyIds).find((known) => admins.some(({ keyId }) => keyId === keyIds[known]));
  const known = name === undefined ? undefined : keys[name];
  if (known !== undefined) return known;
  const body = { tier: account.tier, environment, account: account.account, name: "studio manager" };
  return (await control("POST /keys", { body })).key;
}

/** A key's creation, last use, and expiry or end of the overlap, in words. */
function lifeOf({ createdAt, rotatedFrom, lastUsedAt, status, overlapEndsAt, expiresAt }: ApiKey): string {
  const rotating = status === "rotating";
  const end = rotating ? overlapEndsAt : expiresAt;
  const now = serverNow.value;
  const left = end === undefined || now === undefined ? 0 : Date.parse(end) - now;
  const verb = rotating ? "overlap ends" : left > 0 ? "expires" : "expired";
  return [
    `created ${moment(createdAt)}`,
    rotatedFrom !== undefined && `replaces ${rotatedFrom}`,
    lastUsedAt === undefined ? "never used" : `last used ${moment(lastUsedAt)}`,
    end === undefined
      ? "does not expire"
      : `${verb} ${moment(end)}${left > 0 ? `, in ${lengthOfTime(left)}` : ""}`,
  ]
    .filter(Boolean)
    .join("; ");
}

function Key(props: {
  readonly account: AccountView;
  readonly record: ApiKey;
  readonly changed: () => void;
}) {
  const { account, record, changed } = props;
  const [fresh, setFresh] = useState<IssuedKey | undefined>(undefined);
  const manage = (message: string, action: (client: ReturnType<typeof clientOf>) => PromiseLike<unknown>) =>
    act(message, async () => {
      await action(clientOf(await managerOf(account, record)));
      changed();
    });
  const rotate = () =>
    manage(`Rotated ${record.name}: the old key still works for 24 hours.`, async (client) =>
      setFresh(await client.keys.rotate(record.keyId)),
    );
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
          <Button disabled={record.status !== "active"} run={rotate}>
            Rotate
          </Button>
          <Confirm
            action="Revoke"
            label="Revoke a key"
            keep="Keep it"
            disabled={ended}
            run={() => manage(`Revoked ${record.name}.`, (client) => client.keys.revoke(record.keyId))}
          >
            Revoke <bdi class="name">{record.name}</bdi>? It stops working immediately (401). This cannot be
            undone.
          </Confirm>
        </span>
      </div>
      <p class="life">{lifeOf(record)}</p>
      {fresh && (
        <div class="notice good">
          The new key: <Secret text={fresh.key} what="key" />
        </div>
      )}
    </li>
  );
}

const DAY = 86_400_000;
const PLOT_HEIGHT = 150;

const COUNTS = [
  { of: "swaps", label: "swaps", colour: "accent" },
  { of: "transfers", label: "transfers", colour: "good" },
  { of: "parseErrors", label: "rejected sentences", colour: "warn" },
] as const;

/** An account's activity per day. It comes from the control plane, whose calls do not count against the limits. */
function Metrics({ view }: { readonly view: AccountView }) {
  const today = Math.floor((serverNow.value ?? 0) / DAY);
  const { requests, transactions } = view.usage;
  const params = { account: view.account };
  const found = useResource(
    (signal) => control("GET /accounts/{account}/days", { params, signal }),
    [view.account, requests, transactions, today],
  );
  if (found.problem) return <Problem of={found} />;
  // With the legend.
  const height = PLOT_HEIGHT + 28;
  if (!found.value) return <PlotText height={height} />;
  const days = found.value.data;
  if (days.every(({ swaps, transfers, parseErrors }) => swaps + transfers + parseErrors === 0))
    return (
      <PlotText height={height}>
        No swaps, transfers or rejected sentences in the last {days.length} days.
      </PlotText>
    );
  const total = days.reduce((sum, { volumeUsd }) => sum + volumeUsd, 0);
  return (
    <Plot
      x={days.map(({ day }) => Date.parse(day) / 1_000)}
      height={PLOT_HEIGHT}
      whole
      daily
      summary={`Swaps, transfers and rejected sentences per day, last ${days.length} days; volume ${dollars(total)}`}
      series={COUNTS.map(({ of, label, colour }) => ({
        label,
        colour,
        values: days.map((day) => day[of]),
        format: String,
      }))}
    />
  );
}

/** An account's windows, usage and keys. */
export function Account({ view, changed }: { readonly view: AccountView; readonly changed: () => void }) {
  const now = serverNow.value;
  return (
    <div class="stack">
      <div class="columns three">
        {view.windows.map(({ name, used, limit, resetAt }) => {
          const left = now === undefined ? undefined : Date.parse(resetAt) - now;
          const ended = left !== undefined && left <= 0;
          // A window that has ended counts as unused until the server reports the new one.
          return (
            <Panel key={name} label={NAMES[name]} body="inner">
              <Gauge
                label={NAMES[name]}
                used={ended ? 0 : used}
                limit={limit}
                note={left === undefined ? "–" : ended ? "has reset" : `resets in ${lengthOfTime(left)}`}
              />
            </Panel>
          );
        })}
      </div>
      <Panel
        label="Metrics"
        title="Usage"
        head={
          <>
            <span class="badge">{view.usage.requests.toLocaleString("en")} requests this month</span>
            <span class="badge">{view.usage.transactions.toLocaleString("en")} landed transactions</span>
          </>
        }
        body="inner"
      >
        <Metrics view={view} />
      </Panel>
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
