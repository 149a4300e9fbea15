import type { ServerError } from "../server/http.js";

/** An error message, with a retry button if `retry` is given. */
export function Problem({ problem, retry }: { readonly problem: ServerError; readonly retry?: () => void }) {
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
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
