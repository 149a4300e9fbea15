import type { ExplainedCommand } from "../../../../mock-server/src/parser/index.js";
import { Json } from "../../parts/json.js";
import { Table } from "../../parts/table.js";
import { segments } from "./explained.js";

const percent = (value: number) => `${(value * 100).toFixed(value > 0.995 && value < 1 ? 1 : 0)}%`;

/** The parser's reading of the sentence: roles, confidence, and missing information. */
export function Reading({
  explained,
  take,
}: {
  readonly explained: ExplainedCommand;
  /** Replaces the sentence with a suggestion. */
  readonly take: (command: string) => void;
}) {
  const { factors, slots, candidates } = explained;
  const suggestions = explained.ok ? [] : explained.suggestions;
  return (
    <section class="panel" aria-label="Reading">
      <header>
        <h2>Reading</h2>
        {explained.ok ? (
          <>
            <span class="badge good">understood</span>
            <span class="badge">confidence {percent(explained.confidence)}</span>
          </>
        ) : (
          <span class="badge warn mono">{explained.refusal.reason}</span>
        )}
      </header>
      <div class="inner stack">
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
          <Table columns={["Parameter", "Words", "Exact value"]}>
            {slots.map(({ parameter, text, value, start }) => (
              <tr key={`${parameter}${start}`}>
                <td>
                  <span class={`word ${parameter}`}>{parameter}</span>
                </td>
                <td>{text}</td>
                <td class="mono">{value}</td>
              </tr>
            ))}
          </Table>
        )}
        {candidates.length > 0 && (
          <details>
            <summary>
              {candidates.length === 1 ? "The only reading" : `${candidates.length} readings`} that the
              grammar allows
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
      </div>
    </section>
  );
}
