import type { BuiltTransaction, Intent, IntentTx } from "intent-tx";
import { stringify } from "intent-tx";
import { useEffect, useRef, useState } from "preact/hooks";
import { Facts } from "../../parts/facts.js";
import { Json } from "../../parts/json.js";
import { Short } from "../../parts/short.js";
import { href } from "../../server/routes.js";
import { rpc } from "../../server/rpc.js";
import { network, prefix } from "../../server/site.js";
import { act } from "../../toast.js";
import { amountOf } from "../chain/descriptions.js";
import { Address } from "../chain/names.js";
import { type Checked, check, Decoded } from "./decoded.js";
import { follow, type Progress } from "./follow.js";
import { percent } from "./reading.js";

const plain = (value: unknown): unknown => JSON.parse(stringify(value) ?? "null");

function Terms({ intent }: { readonly intent: Intent }) {
  const { parameters, route, confidence } = intent;
  const input = parameters.inputToken;
  const output = parameters.outputToken;
  return (
    <Facts
      of={[
        ["Action", intent.action],
        input !== undefined &&
          parameters.amount !== undefined && ["Input", amountOf(input, parameters.amount)],
        output !== undefined && route !== undefined && ["Expected output", amountOf(output, route.outAmount)],
        route !== undefined && ["Price impact", `${route.priceImpact.toFixed(4)}%`],
        route !== undefined && [
          "Route",
          route.marketInfos.map(({ id, label }, index) => (
            <>
              {index > 0 && " → "}
              <a href={href(`market/${id}`)}>{label}</a>
            </>
          )),
        ],
        parameters.recipient !== undefined && ["To", <Address address={parameters.recipient} />],
        ["Confidence", `${percent(confidence)} (at least this share of similar commands was read correctly)`],
      ]}
    />
  );
}

const STEPS = ["processed", "confirmed", "finalized"] as const;

function ProgressView({ progress }: { readonly progress: Progress }) {
  const at = STEPS.indexOf(progress.status as (typeof STEPS)[number]);
  return (
    <div class="stack">
      <p class="row" aria-live="polite">
        {progress.status === "failed" ? (
          <span class="badge bad">failed: {JSON.stringify(progress.error)}</span>
        ) : (
          STEPS.map((step, index) => (
            <span key={step} class={`badge ${index <= at ? "good" : ""}`}>
              {index <= at ? "✓" : "…"} {step}
            </span>
          ))
        )}
        {progress.slot !== undefined && <span class="badge">slot {progress.slot}</span>}
      </p>
      <p>
        <Short text={progress.signature} what="the signature" to={`chain/tx/${progress.signature}`} />
      </p>
    </div>
  );
}

interface Results {
  readonly intent?: Intent;
  readonly built?: BuiltTransaction;
  readonly checked?: Checked;
  readonly progress?: Progress;
}

/** The steps from the sentence to a finalized transaction, with a button for each. */
export function Order({
  client,
  command,
  wallet,
  slippage,
}: {
  readonly client: IntentTx;
  readonly command: string;
  readonly wallet: { readonly address: string; readonly secretKey: string };
  readonly slippage: number | undefined;
}) {
  const [results, setResults] = useState<Results>({});
  const [busy, setBusy] = useState(false);
  const [simulate, setSimulate] = useState(true);
  const following = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    // If the command, wallet, network or session changes, earlier results are outdated.
    following.current?.abort();
    setResults({});
    return () => following.current?.abort();
  }, [command, wallet.address, network.value, prefix.value]);
  const { intent, built, checked, progress } = results;
  const unsafe = checked !== undefined && checked.findings.length > 0;
  const step = async (action: () => Promise<void>) => {
    setBusy(true);
    await act(undefined, action);
    setBusy(false);
  };
  const parse = () =>
    step(async () =>
      setResults({ intent: await client.intents.parse({ walletAddress: wallet.address, command }) }),
    );
  const build = () =>
    step(async () => {
      if (!intent) return;
      const fresh = await client.transactions.build({
        intentId: intent.intentId,
        walletAddress: wallet.address,
        simulate,
      });
      setResults({
        intent,
        built: fresh,
        checked: check(fresh, intent, { walletAddress: wallet.address, slippage }),
      });
    });
  const send = () =>
    step(async () => {
      const message = checked?.decoded?.message;
      if (!built || !message) return;
      const { signed } = await import("./sign.js");
      const bytes = signed(built.transaction, message, wallet.secretKey);
      const signature = await rpc<string>(network.value, "sendTransaction", [bytes, { encoding: "base64" }]);
      setResults({ ...results, progress: { signature, status: "sent" } });
      const controller = new AbortController();
      following.current = controller;
      void act(undefined, () =>
        follow(
          network.value,
          signature,
          (now) => setResults((last) => ({ ...last, progress: now })),
          controller.signal,
        ),
      );
    });
  return (
    <>
      <section class="panel" aria-label="Intent">
        <header>
          <h2>1. Intent</h2>
          <button
            type="button"
            class="primary"
            onClick={() => void parse()}
            disabled={busy || command.trim() === ""}
          >
            Create the intent
          </button>
        </header>
        {intent && (
          <div class="inner stack">
            <Terms intent={intent} />
            <details>
              <summary>Response of POST /intents</summary>
              <Json value={plain(intent)} label="Intent" />
            </details>
          </div>
        )}
      </section>
      {intent?.action !== "query" && (
        <section class="panel" aria-label="Transaction">
          <header>
            <h2>2. Transaction</h2>
            <label class="row">
              <input type="checkbox" checked={simulate} onChange={() => setSimulate(!simulate)} /> simulate
            </label>
            <button type="button" class="primary" onClick={() => void build()} disabled={busy || !intent}>
              Build
            </button>
          </header>
          {built && checked && (
            <div class="inner stack">
              <Decoded {...checked} />
              {built.simulation && (
                <details>
                  <summary>
                    Simulation: {built.simulation.success ? "succeeds" : "fails"},{" "}
                    {built.simulation.computeUnits} compute units
                  </summary>
                  <pre class="json">{built.simulation.logs.join("\n")}</pre>
                </details>
              )}
            </div>
          )}
        </section>
      )}
      {intent?.action !== "query" && (
        <section class="panel" aria-label="Sign and send">
          <header>
            <h2>3. Sign and send</h2>
            <button
              type="button"
              class={unsafe ? "danger" : "primary"}
              onClick={() => void send()}
              disabled={busy || !checked?.decoded}
            >
              {unsafe ? "Sign and send despite the findings" : "Sign and send"}
            </button>
          </header>
          {progress && (
            <div class="inner">
              <ProgressView progress={progress} />
            </div>
          )}
        </section>
      )}
    </>
  );
}
