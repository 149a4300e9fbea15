import type { ComponentChildren } from "preact";

/** A place with nothing in it yet, and the way to put something there. */
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
