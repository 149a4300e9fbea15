import type { ExplainedCommand, Span } from "../../../../mock-server/src/parser/index.js";
import { Json } from "../../parts/json.js";
import { Panel } from "../../parts/panel.js";
import { Table } from "../../parts/table.js";
import { ShownValue } from "../chain/names.js";

/** A span of the sentence with its role. */
interface Segment extends Span {
  readonly text: string;
  /** The parameter that the span sets, or the kind of its word. */
  readonly role: string;
  readonly title: string;
}

/** The sentence split into spans: parameters, other words by kind, and plain text. */
function segments(explained: ExplainedCommand): Segment[] {
  const { command, spans, slots } = explained;
  const labelled = [
    ...(explained.ok ? [] : [{ ...explained.refusal.span, role: "wrong", title: "the rejected part" }]),
    ...slots.map(({ start, end, parameter, value }) => ({
      start,
      end,
      role: parameter,
      title: `${parameter}: ${value}`,
    })),
    ...spans.map(({ start, end, kind, value }) => ({
      start,
      end,
      role: kind,
      title: value === undefined ? kind : `${kind}: ${value}`,
    })),
  ];
  const result: Segment[] = [];
  for (let at = 0; at < command.length; ) {
    const found = labelled.find(({ start, end }) => start <= at && at < end);
    const starts = labelled.map(({ start }) => start).filter((start) => start > at);
    const end = found?.end ?? Math.min(command.length, ...starts);
    const { role = "", title = "" } = found ?? {};
    result.push({ start: at, end, text: command.slice(at, end), role, title });
    at = end;
  }
  return result;
}

/** Explains a confidence. */
export const CONFIDENCE = "at least this share of similar commands was read correctly";

/** A confidence in percent. */
export const percent = (value: number) => `${(value * 100).toFixed(value > 0.995 && value < 1 ? 1 : 0)}%`;

/** An amount as users would say it: "1 exact" is 1, "0.5 fraction" is half of the balance. */
const inWords = (value: string) =>
  value
    .replace(/ exact$/, "")
    .replace(/ usd$/, " US dollars")
    .replace(/ fraction$/, " of the balance")
    .replace(/^(\S+) except$/, "all except $1");

/** The parser's reading of the sentence: roles, confidence, and missing information. */
export function Reading(props: {
  readonly explained: ExplainedCommand;
  /** Replaces the sentence with a suggestion. */
  readonly take: (command: string) => void;
}) {
  const { explained, take } = props;
  const { factors, slots, candidates } = explained;
  const suggestions = explained.ok
    ? []
    : [...explained.suggestions, ...explained.completions.map(({ command }) => command)];
  return (
    <Panel
      title="Reading"
      head={
        explained.ok ? (
          <>
            <span class="badge good">understood</span>
            <span class="badge" title={CONFIDENCE}>
              confidence {percent(explained.confidence)}
            </span>
          </>
        ) : (
          <span class="badge warn mono">{explained.refusal.reason}</span>
        )
      }
      body="inner stack"
    >
      <p class="sentence">
        {segments(explained).map(({ start, text, role, title }) => (
          <span key={start} class={`word ${role}`} title={title}>
            {text}
          </span>
        ))}
      </p>
      {!explained.ok && <div class="notice warn">{explained.refusal.message}</div>}
      {suggestions.length > 0 && (
        <div class="row">
          <span>Try</span>
          {suggestions.map((suggestion) => (
            <button key={suggestion} type="button" onClick={() => take(suggestion)}>
              {suggestion}
            </button>
          ))}
        </div>
      )}
      {slots.length > 0 && (
        <Table
          columns={["Parameter", "Words", "Exact value"]}
          rows={slots.map(({ parameter, text, value, start }) => ({
            key: `${parameter}${start}`,
            cells: [
              <span class={`word ${parameter}`}>{parameter}</span>,
              text,
              <ShownValue value={inWords(value)} />,
            ],
          }))}
        />
      )}
      {candidates.length > 0 && (
        <details>
          <summary>
            {candidates.length === 1 ? "The only reading" : `${candidates.length} readings`} that the grammar
            allows
          </summary>
          <ul>
            {candidates.map(({ pattern, reading }) => (
              <li key={pattern + reading} class="mono">
                {pattern} → {reading}
              </li>
            ))}
          </ul>
        </details>
      )}
      {factors.length > 0 && (
        <details>
          <summary>Reasons for lower confidence</summary>
          <ul>
            {factors.map(({ name, value }) => (
              <li key={name}>
                {name}: × {value}
              </li>
            ))}
          </ul>
        </details>
      )}
      {explained.ok && (
        <details>
          <summary>The command as JSON</summary>
          <Json value={explained.reading} label="Parsed command" />
        </details>
      )}
    </Panel>
  );
}
