import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { messageOf } from "./server/http.js";

/** A short message about the last action. */
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "good" | "bad";
}

const toasts = signal<readonly Toast[]>([]);

let next = 1;

/** Shows a message for a few seconds; errors stay longer. */
export function showToast(text: string, kind: Toast["kind"] = "good"): void {
  const toast = { id: next++, text, kind };
  toasts.value = [...toasts.value.slice(-3), toast];
  setTimeout(() => dismiss(toast.id), kind === "bad" ? 10_000 : 4_000);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Runs a button's action, and reports its success or error. */
export async function act(success: string | undefined, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    if (success !== undefined) showToast(success);
    return true;
  } catch (error) {
    showToast(messageOf(error), "bad");
    return false;
  }
}

/** Runs actions as `act` does; `busy` while one runs. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const run = async (success: string | undefined, action: () => Promise<unknown>) => {
    setBusy(true);
    await act(success, action);
    setBusy(false);
  };
  return { busy, run };
}

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
