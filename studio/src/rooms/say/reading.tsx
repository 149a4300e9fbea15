import type { ExplainedCommand } from "../../../../mock-server/src/parser/index.js";
import { Json } from "../../parts/json.js";
import { Table } from "../../parts/table.js";
import { stretches } from "./explained.js";

const percent = (value: number) => `${(value * 100).toFixed(value > 0.995 && value < 1 ? 1 : 0)} %`;

/** The sentence as the parser sees it: who plays which part, what it is sure of, what it would rather be told. */
export function Reading({
  explained,
  take,
}: {
  readonly explained: ExplainedCommand;
  /** Puts a suggestion in the place of the sentence. */
  readonly take: (command: string) => void;
}) {
  const { factors, slots, candidates } = explained;
  const suggestions = explained.ok ? [] : explained.suggestions;
  return (
    <section class="panel" aria-label="How it is read">
      <header>
        <h2>How it is read</h2>
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
          {stretches(explained).map(({ start, text, role, title }) => (
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
        <details>
          <summary>
            {candidates.length === 1 ? "The one reading" : `${candidates.length} readings`} that the grammar
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
        {factors.length > 0 && (
          <details>
            <summary>What takes confidence away</summary>
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
            <summary>The command as the service has it</summary>
            <Json value={explained.reading} label="Parsed command" />
          </details>
        )}
      </div>
    </section>
  );
}
