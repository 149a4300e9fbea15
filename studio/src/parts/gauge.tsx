/** Shows how much of a limit remains. */
export function Gauge({
  label,
  used,
  limit,
  note,
}: {
  readonly label: string;
  readonly used: number;
  /** -1 for unlimited. */
  readonly limit: number;
  readonly note?: string;
}) {
  const left = limit < 0 ? 1 : limit === 0 ? 0 : Math.max(0, limit - used) / limit;
  const state = left === 0 ? "out" : left < 0.2 ? "low" : "";
  const words = limit < 0 ? `${used} used, no limit` : `${Math.max(0, limit - used)} of ${limit} left`;
  return (
    <div class={`gauge ${state}`}>
      <div class="words">
        <span>{label}</span>
        <span>{words}</span>
      </div>
      <meter class="visually-hidden" value={left}>
        {label}: {words}
      </meter>
      <div class="bar" aria-hidden="true">
        <div style={{ width: `${left * 100}%` }} />
      </div>
      {note !== undefined && (
        <div class="words">
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
