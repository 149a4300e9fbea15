import { signal } from "@preact/signals";

/** A short word about what just happened. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "good" | "bad";
}

/** The messages that are at the edge of the page now. */
export const toasts = signal<readonly Toast[]>([]);

let next = 1;

/** Says something for a few seconds; an error stays longer. */
export function say(text: string, kind: Toast["kind"] = "good"): void {
  const toast = { id: next++, text, kind };
  toasts.value = [...toasts.value.slice(-3), toast];
  setTimeout(() => dismiss(toast.id), kind === "bad" ? 10_000 : 4_000);
}

/** Takes a toast away. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Runs an action of a button: says what it did, or what went wrong. */
export async function act(done: string | undefined, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    if (done !== undefined) say(done);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "bad");
    return false;
  }
}
