import type { ComponentChildren } from "preact";

/** An empty state, with a way to add content. */
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
