import type { ComponentChildren } from "preact";

/** An empty state. The children suggest what to do next. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}
