import { Json } from "../../parts/json.js";
import { Table } from "../../parts/table.js";
import { type Explained, stretches } from "./explained.js";

const percent = (value: number) => `${(value * 100).toFixed(value > 0.995 && value < 1 ? 1 : 0)} %`;

/** The sentence as the parser sees it: who plays which part, what it is sure of, what it would rather be told. */
export function Reading({
  command,
  explained,
  take,
}: {
  readonly command: string;
  readonly explained: Explained;
  /** Puts a suggestion in the place of the sentence. */
  readonly take: (command: string) => void;
}) {
  const { ok, reason, message, suggestions = [], confidence, factors, slots, candidates, parsed } = explained;
  return (
    <section class="panel" aria-label="How it is read">
      <header>
        <h2>How it is read</h2>
        {ok ? <span class="badge good">understood</span> : <span class="badge warn mono">{reason}</span>}
        {confidence !== undefined && <span class="badge">confidence {percent(confidence)}</span>}
      </header>
      <div class="inner stack">
        <p class="sentence">
          {stretches(command, explained).map(({ start, text, role, title }) => (
            <span key={start} class={`word ${role}`} title={title}>
              {text}
            </span>
          ))}
        </p>
        {message !== undefined && <div class="notice warn">{message}</div>}
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
        {parsed !== undefined && (
          <details>
            <summary>The command as the service has it</summary>
            <Json value={parsed} label="Parsed command" />
          </details>
        )}
      </div>
    </section>
  );
}
