import { useEffect, useMemo, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { TrafficEntry } from "../../../../mock-server/src/control/log/entries.js";
import { Button, Choice } from "../../parts/form.js";
import { Empty } from "../../parts/panel.js";
import { clearLines, type Line, lines } from "../../server/traffic.js";
import { href, prefix, useQuery } from "../../server/url.js";
import { Detail } from "./detail.js";
import "./live.css";
import { Log } from "./log.js";
import { Plots } from "./plots.js";

const KINDS = [
  ["", "All"],
  ["api", "API"],
  ["rpc", "RPC"],
  ["control", "Control"],
] as const;

/**
 * The filters, which are all stored in the URL: the kind of request; the first digit of the status, or `errors` for 4 and
 * 5; words that must all occur in method, path, account, code or reason; and 1 to show the studio's own calls.
 */
type Filter = Readonly<Partial<Record<"kind" | "status" | "q" | "own", string>>>;

const searchable = ({ headers, answerHeaders, body, answer, ...rest }: TrafficEntry) =>
  Object.values(rest).join(" ").toLowerCase();

function matches(entry: TrafficEntry, { kind = "", status = "", q = "", own }: Filter): boolean {
  if (own !== "1" && entry.studio) return false;
  if (kind !== "" && entry.kind !== kind) return false;
  if (status === "errors" && entry.status < 400) return false;
  if (/^\d$/.test(status) && Math.floor(entry.status / 100) !== Number(status)) return false;
  if (q.trim() === "") return true;
  const searched = searchable(entry);
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** The matching lines; remarks are always included. */
function filtered(lines: readonly Line[], filter: Filter): readonly Line[] {
  return lines.filter((line) => !("entry" in line) || matches(line.entry, filter));
}

export function Live() {
  const { query, set } = useQuery();
  const { params } = useRoute();
  const open = /^\d+$/.test(params["number"] ?? "") ? Number(params["number"]) : undefined;
  const filter: Filter = query;
  const { kind = "", status, q = "", own } = filter;
  const [pausedLines, setPausedLines] = useState<readonly Line[] | undefined>(undefined);
  const paused = pausedLines !== undefined;
  const pause = () => setPausedLines(paused ? undefined : lines.value);
  const clear = () => {
    clearLines();
    if (paused) setPausedLines([]);
  };
  // After a switch to another world, the paused lines are from the previous one.
  useEffect(() => setPausedLines(undefined), [prefix.value]);
  const all = pausedLines ?? lines.value;
  const shown = useMemo(() => filtered(all, filter), [all, kind, status, q, own]);
  const hasRequests = useMemo(() => all.some((one) => "entry" in one && !one.entry.studio), [all]);
  const { session: _, network: __, run, ...keep } = query;
  const line = all.findLast(
    (one) => "entry" in one && one.entry.number === open && (run === undefined || one.run === run),
  );
  return (
    <div class={open === undefined ? "live" : "live opened"}>
      <Plots />
      <div class="filters">
        <h1>Requests</h1>
        <span class="badge">{shown.length} shown</span>
        <Choice
          label="Kind of request"
          value={kind}
          set={(chosen) => set({ kind: chosen })}
          choices={KINDS}
        />
        <Button
          aria-pressed={status === "errors"}
          run={() => set({ status: status === "errors" ? "" : "errors" })}
        >
          Errors
        </Button>
        <input
          type="search"
          aria-label="Search requests"
          placeholder="Search …"
          value={q}
          onInput={(event) => set({ q: event.currentTarget.value })}
        />
        <label class="row">
          <input
            type="checkbox"
            checked={own === "1"}
            onChange={() => set({ own: own === "1" ? "" : "1" })}
          />
          Show the studio’s own
        </label>
        <Button aria-pressed={paused} run={pause}>
          {paused ? "Resume" : "Pause"}
        </Button>
        <Button run={clear}>Clear</Button>
      </div>
      <Log lines={shown} open={line} keep={keep} paused={paused} none={!hasRequests} />
      {line && "entry" in line && <Detail entry={line.entry} back={keep} />}
      {open !== undefined && !line && (
        <section class="panel detail">
          <Empty title={`Request ${open} is not in the log.`}>
            The server keeps the last 1,000 requests. <a href={href("live", keep)}>Back to the log</a>
          </Empty>
        </section>
      )}
    </div>
  );
}
