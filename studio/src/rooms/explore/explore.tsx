import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { readReport, type SavedReport } from "../../../../mock-server/src/explore/saved-report.js";
import { Empty, Panel } from "../../parts/panel.js";
import { href, useQuery } from "../../server/url.js";
import { act } from "../../toast.js";
import { Story } from "./story.js";
import "./explore.css";

/** The report that is open. It stays while other rooms are visited. */
const opened = signal<SavedReport | undefined>(undefined);

/** Opens the text of a report. It is empty if the server has none. */
const open = (text: string) =>
  act(undefined, async () => {
    if (text !== "") opened.value = readReport(text);
  });

/** Browsers also accept a file that is dropped on the field. */
const OpenFile = () => (
  <label class="row">
    <span class="soft">Open a report</span>
    <input
      type="file"
      accept="application/json,.json"
      onChange={(event) => void event.currentTarget.files?.[0]?.text().then(open)}
    />
  </label>
);

/** How much was tried, and what was left out. */
function Summary({ report }: { readonly report: SavedReport }) {
  const { failures, schedules, requests, skipped, unmatched, warnings } = report;
  const left = skipped.reduce((sum, { count }) => sum + count, 0);
  const notes = [
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...skipped.map(({ schedule, reason }) => `Skipped ${schedule}: ${reason}`),
    ...(unmatched.length > 0
      ? [`No request matched ${unmatched.map(({ schedule }) => schedule).join(", ")}`]
      : []),
  ];
  return (
    <Panel label="Summary" body="inner">
      <div class="row">
        <span class="badge">{schedules} schedules tried</span>
        <span class={left > 0 ? "badge warn" : "badge"}>{left} skipped</span>
        <span class={failures.length > 0 ? "badge bad" : "badge good"}>{failures.length} failed</span>
        <span class="soft">{requests} requests without faults</span>
      </div>
      {notes.map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
    </Panel>
  );
}

export function Explore() {
  const { query } = useQuery();
  const report = opened.value;
  useEffect(() => {
    // A server that `explore --open` has started has the report.
    if (!opened.value)
      fetch("/studio/report.json")
        .then((response) => response.text())
        .then(open, () => undefined);
  }, []);
  const chosen = Math.min(Number(query["failure"] ?? 1) || 1, report?.failures.length ?? 0);
  const failure = report?.failures[chosen - 1];
  return (
    <div class="explore">
      <div class="room-head">
        <h1>Explore</h1>
        <OpenFile />
      </div>
      {!report ? (
        <Panel label="No report">
          <Empty title="No report is open.">
            <p>
              Run <code>npx @intent-tx/mock-server explore --open -- COMMAND</code>, or save a report in a
              test with <code>report.save("report.json")</code> and open the file here.
            </p>
          </Empty>
        </Panel>
      ) : (
        <div class="stack">
          <Summary report={report} />
          {report.failures.length > 1 && (
            <nav class="row" aria-label="Failures">
              {report.failures.map(({ schedule }, i) => (
                <a
                  key={`${i} ${schedule}`}
                  class="button mono"
                  href={href("explore", { failure: String(i + 1) })}
                  aria-current={failure === report.failures[i] ? "page" : undefined}
                >
                  {schedule}
                </a>
              ))}
            </nav>
          )}
          {failure && <Story key={chosen} of={failure} />}
        </div>
      )}
    </div>
  );
}
