/** Shows how much of a limit is used: a full bar means that nothing is left. */
export function Gauge(props: {
  readonly label: string;
  readonly used: number;
  /** -1 for unlimited. */
  readonly limit: number;
  readonly note?: string;
}) {
  const { label, used, limit, note } = props;
  const part = limit < 0 ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  const state = part === 1 ? "out" : part > 0.8 ? "low" : "";
  const most = limit < 0 ? ", no limit" : ` of ${limit.toLocaleString("en")}`;
  const words = `used ${used.toLocaleString("en")}${most}`;
  return (
    <div class={`gauge ${state}`}>
      <div class="words">
        <span>{label}</span>
        <span>{words}</span>
      </div>
      <meter class="visually-hidden" value={part}>
        {label}: {words}
      </meter>
      <div class="bar" aria-hidden="true">
        <div style={{ width: `${part * 100}%` }} />
      </div>
      {note !== undefined && (
        <div class="words">
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
