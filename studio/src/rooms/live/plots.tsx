import { useEffect, useMemo, useState } from "preact/hooks";
import { Plot } from "../../parts/plot.js";
import { clockRuns, serverNow } from "../../server/clock.js";
import { type Line, lines } from "../../server/traffic.js";

/** Null for a second without responses. */
const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;

/**
 * The rates of the last `span` seconds. For requests from before the page connected, only the server's time is known:
 * `ahead` is how far the page's clock is ahead of the server's, or undefined if the server's clock is frozen.
 */
function ratesOf(lines: readonly Line[], now: number, ahead?: number, span = 60) {
  const end = Math.floor(now / 1_000);
  const buckets = Array.from({ length: span }, () => ({ count: 0, errors: 0, ms: [] as number[] }));
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (!line || !("entry" in line)) continue;
    const at = line.receivedAt || (ahead === undefined ? 0 : Date.parse(line.entry.at) + ahead);
    if (at < (end - span) * 1_000) break;
    const bucket = buckets[Math.floor(at / 1_000) - end + span - 1];
    if (!bucket || line.entry.studio) continue;
    bucket.count++;
    if (line.entry.status >= 400) bucket.errors++;
    bucket.ms.push(line.entry.ms);
  }
  for (const { ms } of buckets) ms.sort((one, other) => one - other);
  return {
    /** Seconds before now: -59 to 0. */
    seconds: buckets.map((_, index) => index - span + 1),
    requests: buckets.map(({ count }) => count),
    errors: buckets.map(({ errors }) => errors),
    median: buckets.map(({ ms }) => percentile(ms, 0.5)),
    slow: buckets.map(({ ms }) => percentile(ms, 0.95)),
  };
}

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

/** The requests, errors and response times of the last minute. */
export function Plots() {
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
          <span class="status-2">median</span>, <span class="status-4">p95</span>
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
