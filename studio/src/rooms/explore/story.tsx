import type { SavedReport } from "../../../../mock-server/src/explore/saved-report.js";
import { CopyButton } from "../../parts/copy.js";
import { Panel } from "../../parts/panel.js";

type Failure = SavedReport["failures"][number];
type Step = Failure["steps"][number];

/** The steps of a run, with the changes of the balances that hold after each. */
function Steps({ steps }: { readonly steps: readonly Step[] }) {
  let held: readonly string[] = [];
  return (
    <ol class="steps">
      <li class="step heads">
        {["#", "Request", "The app saw", "Balances since the start"].map((head) => (
          <span key={head}>{head}</span>
        ))}
      </li>
      {steps.map(({ number, life, operation, fault, saw, balances }, i) => {
        const before = steps[i - 1];
        const left = before ? number - before.number - 1 : 0;
        const remark =
          before?.life !== life ? `Life ${life + 1}` : left > 0 && `${left} more steps like the ones before`;
        held = balances ?? held;
        return [
          remark && (
            <li class="remark" key={`before ${number}`}>
              {remark}
            </li>
          ),
          <li class={fault === undefined ? "step mono" : "step mono faulty"} key={number}>
            <span class="soft">{number}</span>
            <span>
              {operation} {fault !== undefined && <span class="badge bad">{fault}</span>}
            </span>
            <span>{saw}</span>
            <span class={balances ? "held" : "held unchanged"}>{held.join("\n") || "unchanged"}</span>
          </li>,
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
