import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { timeOfDay } from "../../parts/format.js";
import { Empty } from "../../parts/panel.js";
import type { Line } from "../../server/traffic.js";
import { href } from "../../server/url.js";
import { EXAMPLES } from "../say/examples.js";

const HEIGHT = 28;
/** Lines rendered above and below the visible ones, so that quick scrolling shows no gaps. */
const MARGIN = 12;

const pathAndQuery = (path: string, query: string) => `${path}${query === "" ? "" : `?${query}`}`;

function Row(props: { line: Line; top: number; current: boolean; keep: Readonly<Record<string, string>> }) {
  const { line, top, current, keep } = props;
  const style = { top: `${top}px` };
  if (!("entry" in line)) {
    return (
      <li class="remark" style={style}>
        {line.remark}
      </li>
    );
  }
  const { entry, run } = line;
  const why = entry.why ?? entry.code ?? "";
  return (
    <li class="slot" style={style}>
      <a
        class="line"
        href={href(`live/${entry.number}`, { ...keep, run })}
        aria-current={current ? "true" : undefined}
      >
        <span class="soft time">{timeOfDay(entry.at)}</span>
        <span>{entry.method}</span>
        <span class={`status-${Math.floor(entry.status / 100)}`}>{entry.status}</span>
        <span title={why}>
          {entry.rpcMethod ?? pathAndQuery(entry.path, entry.query)}
          {why !== "" && <span class="soft"> — {why}</span>}
        </span>
        <span class="soft who" title={entry.account}>
          {entry.keyName ?? entry.kind}
        </span>
        <span class="ms">{entry.ms < 10 ? entry.ms.toFixed(1) : Math.round(entry.ms)} ms</span>
      </a>
    </li>
  );
}

/** The requests, newest at the bottom. Only visible lines are rendered, so that a long log stays fast. */
export function Log(props: {
  readonly lines: readonly Line[];
  /** The expanded request. */
  readonly open: Line | undefined;
  /** URL parameters that the links keep. */
  readonly keep: Readonly<Record<string, string>>;
  readonly paused: boolean;
  /** True if the app has made no request, whatever the filter. */
  readonly none: boolean;
}) {
  const { lines, open, keep, paused, none } = props;
  const container = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const atEnd = useRef(true);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const onScroll = () => {
      atEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - HEIGHT;
      measure();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);
  useLayoutEffect(() => {
    const element = container.current;
    if (element && atEnd.current && !paused) element.scrollTop = element.scrollHeight;
  }, [lines, paused]);
  const first = Math.max(0, Math.floor(view.top / HEIGHT) - MARGIN);
  const last = Math.min(lines.length, Math.ceil((view.top + view.height) / HEIGHT) + MARGIN);
  return (
    <section class="panel log" ref={container} tabIndex={0} aria-label="Requests">
      {lines.length === 0 ? (
        <Empty title={none ? "No requests yet." : "No request matches the filter."}>
          {none && (
            <>
              <p>Open a command to see how it is read, or send a request with the command in the terminal.</p>
              <p class="row examples">
                {EXAMPLES.slice(0, 3).map((say) => (
                  <a key={say} class="button" href={href("say", { say })}>
                    {say}
                  </a>
                ))}
              </p>
            </>
          )}
        </Empty>
      ) : (
        <>
          <div class="line heads">
            <span class="time">Time</span>
            <span>Method</span>
            <span>Status</span>
            <span>Request</span>
            <span class="who">Key or kind</span>
            <span class="ms">Took</span>
          </div>
          <ol class="sheet" style={{ height: `${lines.length * HEIGHT}px` }}>
            {lines.slice(first, last).map((line, index) => (
              <Row
                key={line.id}
                line={line}
                top={(first + index) * HEIGHT}
                current={line === open}
                keep={keep}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
