import { showToast } from "../toast.js";
import { Icon } from "./icon.js";

/** Copies text to the clipboard and confirms it. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(`Copied ${what}.`);
  } catch {
    showToast("The browser blocks copying here. Select the text and copy it yourself.", "bad");
  }
}

export function CopyButton({
  text,
  what,
  label,
}: {
  readonly text: string;
  readonly what: string;
  readonly label?: string;
}) {
  return (
    <button
      type="button"
      class={label === undefined ? "plain" : ""}
      title={`Copy ${what}`}
      onClick={() => void copyText(text, what)}
    >
      <Icon name="copy" size={14} />
      {label ?? <span class="visually-hidden">Copy {what}</span>}
    </button>
  );
}
