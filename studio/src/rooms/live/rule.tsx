import type { TrafficEntry } from "@intent-tx/mock-server";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";

interface Decision {
  readonly id: number;
  readonly point: string;
  readonly value: string;
}

/** Why a request was refused: the server's message, and the contract decisions that require it. */
export function Rule({ entry }: { readonly entry: TrafficEntry }) {
  const decisions = useResource(
    () => control<{ readonly decisions: readonly Decision[] }>("GET", "/contract"),
    [],
  );
  if (entry.status < 400) return null;
  const rules = decisions.value?.decisions.filter(({ id }) => entry.decisions.includes(id)) ?? [];
  return (
    <div class="stack" style={{ gap: "8px", marginBottom: "10px" }}>
      <div class={`notice ${entry.status >= 500 ? "bad" : "warn"}`}>
        <strong class="mono">{entry.code ?? entry.status}</strong>
        <span>{entry.why ?? "The response contains no error."}</span>
      </div>
      {rules.map(({ id, point, value }) => (
        <details key={id}>
          <summary>
            Decision {id}: {point}
          </summary>
          <p>{value}</p>
        </details>
      ))}
    </div>
  );
}
