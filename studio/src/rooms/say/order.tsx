import type { BuiltTransaction, Intent, IntentTx } from "intent-tx";
import { SimulationFailedError, stringifyJson } from "intent-tx";
import { useEffect, useState } from "preact/hooks";
import { COMMITMENTS } from "../../../../mock-server/src/ledger/ledger.js";
import { Short } from "../../parts/copy.js";
import { Facts } from "../../parts/facts.js";
import { Button } from "../../parts/form.js";
import { Json } from "../../parts/json.js";
import { Panel, Problem } from "../../parts/panel.js";
import { messageOf } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { rpc } from "../../server/rpc.js";
import { href, network, prefix } from "../../server/url.js";
import { worldChanges } from "../../server/world.js";
import { useAction } from "../../toast.js";
import { amountOf } from "../chain/descriptions.js";
import { Address } from "../chain/names.js";
import type { Statuses } from "../chain/wire.js";
import { type Checked, check, Decoded } from "./decoded.js";
import { CONFIDENCE, percent } from "./reading.js";

const plain = (value: unknown): unknown => JSON.parse(stringifyJson(value) ?? "null");

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
        route !== undefined && ["Price impact", `${route.priceImpact?.toFixed(4) ?? "?"}%`],
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
        ["Confidence", `${percent(confidence ?? 0)} (${CONFIDENCE})`],
      ]}
    />
  );
}

const POLL_MS = 400;

/** The status of a sent transaction, until it is finalized or has failed. */
function Progress({ signature }: { readonly signature: string }) {
  const [ended, setEnded] = useState(false);
  const found = useResource(
    async (abort) => {
      const params = [[signature], { searchTransactionHistory: true }];
      const [status] = (await rpc<Statuses>("getSignatureStatuses", params, abort)).value;
      if (status && (status.err !== null || status.confirmationStatus === "finalized")) setEnded(true);
      return status;
    },
    [signature],
    ended ? undefined : POLL_MS,
  );
  const { slot, err = null, confirmationStatus } = found.value ?? {};
  const at = confirmationStatus ? COMMITMENTS.indexOf(confirmationStatus) : -1;
  return (
    <div class="stack">
      <p class="row" aria-live="polite">
        {err !== null ? (
          <span class="badge bad">failed: {JSON.stringify(err)}</span>
        ) : (
          COMMITMENTS.map((step, index) => (
            <span key={step} class={`badge ${index <= at ? "good" : ""}`}>
              {index <= at ? "✓" : "…"} {step}
            </span>
          ))
        )}
        {slot !== undefined && <span class="badge">slot {slot}</span>}
      </p>
      <p>
        <Short text={signature} what="the signature" to={`chain/tx/${signature}`} />
      </p>
      <Problem of={found} />
    </div>
  );
}

/** Why a step failed, with the logs of the simulation. */
function Failure({ error }: { readonly error: unknown }) {
  const logs = error instanceof SimulationFailedError ? error.details?.logs : undefined;
  return (
    <>
      <div class="notice bad" role="alert">
        {messageOf(error)}
      </div>
      {logs && <pre class="json">{logs.join("\n")}</pre>}
    </>
  );
}

interface Results {
  readonly intent?: Intent;
  readonly built?: BuiltTransaction;
  readonly checked?: Checked;
  readonly signature?: string;
}

/** The steps from the sentence to a finalized transaction, with a button for each. */
export function Order(props: {
  readonly client: IntentTx;
  readonly command: string;
  readonly wallet: { readonly address: string; readonly secretKey: string };
  readonly slippage: number | undefined;
  /** The sentence is rejected: creating the intent only shows the service's error. */
  readonly rejected: boolean;
}) {
  const { client, command, wallet, slippage, rejected } = props;
  const [results, setResults] = useState<Results>({});
  const [failure, setFailure] = useState<{ readonly step: string; readonly error: unknown }>();
  const { busy, run } = useAction();
  const [simulate, setSimulate] = useState(true);
  const walletAddress = wallet.address;
  // If the command, wallet, network or session changes, or the world is reset, earlier results are outdated.
  useEffect(() => {
    setResults({});
    setFailure(undefined);
  }, [command, walletAddress, network.value, prefix.value, worldChanges.value]);
  const { intent, built, checked, signature } = results;
  const unsafe = checked !== undefined && checked.findings.length > 0;
  const attempt = (step: string, work: () => Promise<void>) =>
    run(undefined, async () => {
      setFailure(undefined);
      await work().catch((error: unknown) => setFailure({ step, error }));
    });
  const failed = (step: string) => failure?.step === step && <Failure error={failure.error} />;
  const parse = () =>
    attempt("parse", async () => {
      setResults({});
      setResults({ intent: await client.intents.parse({ walletAddress, command }) });
    });
  const build = () =>
    attempt("build", async () => {
      if (!intent) return;
      setResults({ intent });
      const { intentId } = intent;
      const fresh = await client.transactions.build({ intentId, walletAddress, simulate });
      setResults({ intent, built: fresh, checked: check(fresh, intent, walletAddress, slippage) });
    });
  const send = () =>
    attempt("send", async () => {
      const message = checked?.decoded?.message;
      if (!built || !message) return;
      const { signed } = await import("./sign.js");
      const bytes = signed(built.transaction, message, wallet.secretKey);
      const sent = await rpc<string>("sendTransaction", [bytes, { encoding: "base64" }]);
      setResults({ ...results, signature: sent });
    });
  return (
    <>
      <Panel
        label="Intent"
        title="1. Intent"
        head={
          <Button class={rejected ? "" : "primary"} run={parse} disabled={busy || command.trim() === ""}>
            Create the intent
          </Button>
        }
        body="inner stack"
      >
        {failed("parse") ||
          (intent && (
            <>
              <Terms intent={intent} />
              <details>
                <summary>Response of POST /intents</summary>
                <Json value={plain(intent)} label="Intent" />
              </details>
            </>
          ))}
      </Panel>
      {intent?.action !== "query" && (
        <>
          <Panel
            label="Transaction"
            title="2. Transaction"
            head={
              <>
                <label class="row">
                  <input type="checkbox" checked={simulate} onChange={() => setSimulate(!simulate)} />{" "}
                  simulate
                </label>
                <Button class="primary" run={build} disabled={busy || !intent}>
                  Build
                </Button>
              </>
            }
            body="inner stack"
          >
            {failed("build") ||
              (built && checked && (
                <>
                  <Decoded {...checked} />
                  {built.simulation && (
                    <details>
                      <summary>
                        Simulation: {built.simulation.success ? "succeeds" : "fails"},{" "}
                        {built.simulation.computeUnits} compute units
                      </summary>
                      <pre class="json">{built.simulation.logs?.join("\n")}</pre>
                    </details>
                  )}
                </>
              ))}
          </Panel>
          <Panel
            label="Sign and send"
            title="3. Sign and send"
            head={
              <Button class={unsafe ? "danger" : "primary"} run={send} disabled={busy || !checked?.decoded}>
                {unsafe ? "Sign and send despite the findings" : "Sign and send"}
              </Button>
            }
            body="inner"
          >
            {failed("send") || (signature !== undefined && <Progress signature={signature} />)}
          </Panel>
        </>
      )}
    </>
  );
}
