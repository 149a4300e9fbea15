import type { SavedReport } from "../../../../mock-server/src/explore/saved-report.js";
import { CopyButton } from "../../parts/copy.js";
import { Panel } from "../../parts/panel.js";

type Failure = SavedReport["failures"][number];
type Step = Failure["steps"][number];

function Row({ step, balances }: { readonly step: Step; readonly balances: readonly string[] | undefined }) {
  const { number, operation, fault, saw } = step;
  return (
    <li class={fault === undefined ? "step" : "step faulty"}>
      <span class="number soft">{number}</span>
      <span class="mono">
        {operation} {fault !== undefined && <span class="badge bad">{fault}</span>}
      </span>
      <span class="mono saw">{saw}</span>
      <span class={step.balances ? "mono" : "mono unchanged"}>
        {balances?.length ? balances.map((change) => <span key={change}>{change}</span>) : "unchanged"}
      </span>
    </li>
  );
}

/** The steps of a run, with the changes of the balances that hold after each. */
function Steps({ steps }: { readonly steps: readonly Step[] }) {
  let balances: readonly string[] | undefined;
  return (
    <ol class="steps">
      <li class="step heads">
        <span class="number">#</span>
        <span>Request</span>
        <span>The app saw</span>
        <span>Balances since the start</span>
      </li>
      {steps.map((step, i) => {
        const before = steps[i - 1];
        balances = step.balances ?? balances;
        const same = before ? step.number - before.number - 1 : 0;
        const isNew = before?.life !== step.life;
        const remark = isNew ? `Life ${step.life + 1}` : same > 0 && `${same} more times the same`;
        return [
          remark && (
            <li class="remark" key={`before ${step.number}`}>
              {remark}
            </li>
          ),
          <Row key={step.number} step={step} balances={balances} />,
        ];
      })}
    </ol>
  );
}

/** A failing schedule: what the app saw, what the chain then held, what it printed, and how to run it again. */
export function Story({ of }: { readonly of: Failure }) {
  const { schedule, error, steps, later, end, output, replay } = of;
  return (
    <>
      <Panel title={schedule} label="Failure" body="inner stack">
        <p class="notice bad error">{error}</p>
        <div class="row replay">
          <span class="soft">Run it again</span>
          <code>{replay}</code>
          <CopyButton text={replay} what="the command" />
        </div>
      </Panel>
      <Panel title="Steps">
        <Steps steps={steps} />
        <div class="inner soft">
          {later > 0 && <p>The check already fails here, before {later} more requests.</p>}
          <p class="error">The app {end}</p>
        </div>
      </Panel>
      {output.length > 0 && (
        <Panel title="Output" body="inner">
          <pre>{output.join("\n")}</pre>
        </Panel>
      )}
    </>
  );
}
