import { say } from "../toast.js";
import { Icon } from "./icon.js";

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    say("The browser does not let the page copy; select the text instead.", "bad");
  }
}

/** Copies a text. */
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
