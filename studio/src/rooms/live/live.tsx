import { useEffect, useMemo, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { Empty } from "../../parts/empty.js";
import { Plot } from "../../parts/plot.js";
import { clockRuns, serverNow } from "../../server/clock.js";
import { href, useQuery } from "../../server/routes.js";
import { prefix } from "../../server/site.js";
import { clearLines, type Line, lines } from "../../server/traffic.js";
import { Detail } from "./detail.js";
import { filtered, filterOf } from "./filter.js";
import "./live.css";
import { Log } from "./log.js";
import { ratesOf } from "./rates.js";

const KINDS = [
  ["", "All"],
  ["api", "API"],
  ["rpc", "RPC"],
  ["control", "Control"],
] as const;

const ago = (seconds: number) => (seconds === 0 ? "now" : `${seconds} s`);

/** The current time, updated every second, for the plots. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Plots() {
  const now = useSecond();
  const ahead = clockRuns.value && serverNow.value !== undefined ? now - serverNow.value : undefined;
  const rates = useMemo(
    () => ratesOf(lines.value, now, ahead),
    [now, ahead === undefined, lines.value.length === 0],
  );
  const total = rates.requests.reduce((sum, count) => sum + count, 0);
  const errors = rates.errors.reduce((sum, count) => sum + count, 0);
  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  const plots = [
    {
      title: "Requests per second",
      note: `${total} in 60 s`,
      whole: true,
      series: [{ label: "requests", colour: "accent", values: rates.requests, area: true }],
    },
    {
      title: "Errors per second",
      note: `${errors} in 60 s`,
      whole: true,
      series: [{ label: "errors", colour: "bad", values: rates.errors, bars: true }],
    },
    {
      title: "Response time",
      note: (
        <>
          <span class="status-2">median</span>, <span class="status-4">95th percentile</span>
        </>
      ),
      whole: false,
      series: [
        { label: "median", colour: "good", values: rates.median, format: ms, gaps: true },
        { label: "p95", colour: "warn", values: rates.slow, format: ms, gaps: true },
      ],
    },
  ];
  return (
    <div class="plots">
      {plots.map(({ title, note, ...plot }) => (
        <div class="panel" key={title}>
          <h3>
            {title}: <span class="note">{note}</span>
          </h3>
          <Plot
            x={rates.seconds}
            height={110}
            formatX={ago}
            legend={false}
            summary={`${title} in the last minute`}
            {...plot}
          />
        </div>
      ))}
    </div>
  );
}

export function Live() {
  const { query, set } = useQuery();
  const { params } = useRoute();
  const open = /^\d+$/.test(params["number"] ?? "") ? Number(params["number"]) : undefined;
  const filter = filterOf(query);
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
  const shown = useMemo(
    () => filtered(all, filter),
    [all, filter.kind, filter.status, filter.text, filter.own],
  );
  const hasRequests = useMemo(() => all.some((one) => "entry" in one && !one.entry.studio), [all]);
  const line =
    open === undefined
      ? undefined
      : all.findLast(
          (one) =>
            "entry" in one &&
            one.entry.number === open &&
            (query["run"] === undefined || one.run === query["run"]),
        );
  const { session: _, network: __, run: ___, ...keep } = query;
  return (
    <div class={open === undefined ? "live" : "live opened"}>
      <Plots />
      <div class="filters">
        <h1>Requests</h1>
        <span class="badge">{shown.length} shown</span>
        <fieldset class="row">
          <legend class="visually-hidden">Kind of request</legend>
          {KINDS.map(([kind, name]) => (
            <button
              key={kind}
              type="button"
              aria-pressed={filter.kind === kind}
              onClick={() => set({ kind })}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          aria-pressed={filter.status === "errors"}
          onClick={() => set({ status: filter.status === "errors" ? "" : "errors" })}
        >
          Errors
        </button>
        <input
          type="search"
          aria-label="Search requests"
          placeholder="Search …"
          value={filter.text}
          onInput={(event) => set({ q: event.currentTarget.value })}
        />
        <label class="row">
          <input type="checkbox" checked={filter.own} onChange={() => set({ own: filter.own ? "" : "1" })} />
          Show the studio’s own
        </label>
        <button type="button" aria-pressed={paused} onClick={pause}>
          {paused ? "Resume" : "Pause"}
        </button>
        <button type="button" onClick={clear}>
          Clear
        </button>
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
