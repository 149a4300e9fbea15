import { dismiss, toasts } from "./toast.js";

export function Toasts() {
  return (
    <ul class="toasts" aria-live="polite">
      {toasts.value.map(({ id, text, kind }) => (
        <li key={id} class={kind}>
          {text}{" "}
          <button type="button" class="plain" onClick={() => dismiss(id)}>
            Dismiss
          </button>
        </li>
      ))}
    </ul>
  );
}
