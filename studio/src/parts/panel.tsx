import type { ComponentChildren } from "preact";
import type { Resource } from "../server/resource.js";

/** A part of a page. Without a title, it has only an accessible name. */
export function Panel(props: {
  readonly title?: string;
  /** The accessible name. Default: the title. */
  readonly label?: string;
  /** Elements beside the title. */
  readonly head?: ComponentChildren;
  /** Class of an element around the content, which is there only with content: `inner` or `inner stack`. */
  readonly body?: string;
  readonly children?: ComponentChildren;
}) {
  const { title, label = title, head, body, children } = props;
  return (
    <section class="panel" aria-label={label}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {head}
        </header>
      )}
      {body === undefined ? children : children && <div class={body}>{children}</div>}
    </section>
  );
}

/** An empty state. The children suggest what to do next. */
export function Empty(props: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{props.title}</strong>
      {props.children}
    </div>
  );
}

/** The error of data from the server, if there is one, with a retry button. */
export function Problem({
  of: { problem, reload },
}: {
  readonly of: Pick<Resource<unknown>, "problem" | "reload">;
}) {
  if (!problem) return null;
  return (
    <div class="notice bad" role="alert">
      <span>
        {problem.message}
        {problem.field !== undefined && (
          <>
            {" "}
            (field <code>{problem.field}</code>)
          </>
        )}
      </span>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </div>
  );
}
