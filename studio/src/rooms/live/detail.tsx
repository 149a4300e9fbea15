import type { TrafficEntry } from "../../../../mock-server/src/control/log/entries.js";
import { CopyButton } from "../../parts/copy.js";
import { Facts } from "../../parts/facts.js";
import { moment } from "../../parts/format.js";
import { Icon } from "../../parts/icon.js";
import { Json } from "../../parts/json.js";
import { call, control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/url.js";
import { world } from "../../server/world.js";
import { showToast, useAction } from "../../toast.js";
import { asCode, asCurl, lacksBody } from "./code.js";

function Headers(props: { readonly headers: Readonly<Record<string, string>>; readonly label: string }) {
  const { headers, label } = props;
  return (
    <details>
      <summary>
        {label} ({Object.keys(headers).length})
      </summary>
      <Facts mono of={Object.entries(headers)} />
    </details>
  );
}

/** Sends the request again. The log contains no secrets, so the world's key with the same name is used. */
function SendAgain({ entry }: { readonly entry: TrafficEntry }) {
  const { busy, run } = useAction();
  const keys = world.value?.keys ?? {};
  const named = entry.keyName !== undefined && Object.hasOwn(keys, entry.keyName) ? entry.keyName : undefined;
  const keyName = named ?? Object.keys(keys).find((name) => name === "enterprise") ?? Object.keys(keys)[0];
  const send = () =>
    run(undefined, async () => {
      const key = keyName === undefined ? undefined : keys[keyName];
      const headers = entry.kind === "api" && key !== undefined ? { Authorization: `Bearer ${key}` } : {};
      const path = `${entry.path}${entry.query === "" ? "" : `?${entry.query}`}`;
      const { status } = await call(entry.method, path, { headers, body: entry.body });
      showToast(`Sent again${entry.kind === "api" ? ` with the key ${keyName}` : ""}: ${status}.`);
    });
  return (
    <button type="button" onClick={() => void send()} disabled={busy}>
      Send again
    </button>
  );
}

/** Why a request was refused: the server's message, and the contract decisions that require it. */
function Rule({ entry }: { readonly entry: TrafficEntry }) {
  const contract = useResource((signal) => control("GET /contract", { signal }), []);
  if (entry.status < 400) return null;
  const rules = contract.value?.decisions.filter((one) => entry.decisions.includes(one.number)) ?? [];
  return (
    <div class="stack" style={{ gap: "8px", marginBottom: "10px" }}>
      <div class={`notice ${entry.status >= 500 ? "bad" : "warn"}`}>
        <strong class="mono">{entry.code ?? entry.status}</strong>
        <span>{entry.why ?? "The response contains no error."}</span>
      </div>
      {rules.map(({ number, topic, reading }) => (
        <details key={number}>
          <summary>
            Decision {number}: {topic}
          </summary>
          <p>{reading}</p>
        </details>
      ))}
    </div>
  );
}

export function Detail(props: {
  readonly entry: TrafficEntry;
  readonly back: Readonly<Record<string, string>>;
}) {
  const { entry, back } = props;
  const code = asCode(entry);
  return (
    <section class="panel detail" aria-label={`Request ${entry.number}`}>
      <header>
        <h2 class="mono">
          {entry.method} <span class={`status-${Math.floor(entry.status / 100)}`}>{entry.status}</span>
        </h2>
        <span class="badge">{entry.kind}</span>
        <span class="badge">{entry.ms.toFixed(1)} ms</span>
        <a class="button end" href={href("live", back)} aria-label="Close">
          <Icon name="close" size={14} />
        </a>
      </header>
      <div class="inner">
        <p class="mono" style={{ overflowWrap: "anywhere" }}>
          {entry.path}
          {entry.query !== "" && `?${entry.query}`}
        </p>
        {lacksBody(entry) ? (
          <div class="notice warn">
            The server did not keep the body, because it is not JSON or exceeds 16 KiB. The request cannot be
            copied or sent again.
          </div>
        ) : (
          <p class="row" style={{ margin: "10px 0" }}>
            <CopyButton text={asCurl(entry)} what="the request as curl" label="Copy as curl" />
            {code !== undefined && (
              <CopyButton text={code} what="the request as SDK code" label="Copy as SDK code" />
            )}
            {entry.kind !== "control" && <SendAgain entry={entry} />}
          </p>
        )}
        <Rule entry={entry} />
        <Facts
          of={[
            ["Time", moment(entry.at)],
            entry.operation !== undefined && ["Operation", <code>{entry.operation}</code>],
            entry.account !== undefined && [
              "Key",
              <a href={href(`keys/${entry.account}`)} title={entry.account}>
                {entry.keyName ?? entry.account}
              </a>,
            ],
            entry.requestId !== undefined && ["Request ID", <code>{entry.requestId}</code>],
          ]}
        />
        <h3>Request</h3>
        <Headers headers={entry.headers} label="Headers" />
        {entry.body !== undefined && <Json value={entry.body} label="Request body" />}
        <h3>Response</h3>
        <Headers headers={entry.answerHeaders} label="Headers" />
        {entry.answer !== undefined && <Json value={entry.answer} label="Response body" />}
      </div>
    </section>
  );
}
