import { useState } from "preact/hooks";
import type { Page } from "../rooms.js";
import { href } from "../server/url.js";
import { showToast } from "../toast.js";
import { Icon } from "./icon.js";

async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(`Copied ${what}.`);
  } catch {
    showToast("The browser blocks copying here. Select the text and copy it yourself.", "bad");
  }
}

interface Copied {
  readonly text: string;
  /** The text in words, such as "the address". */
  readonly what: string;
}

/** Copies text to the clipboard and confirms it. */
export function CopyButton({ text, what, label }: Copied & { readonly label?: string }) {
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

export const shorten = (text: string) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text);

/** A shortened address or signature, with the full text as a title, a copy button, and a link to its page `to`. */
export function Short({ text, what, to }: Copied & { readonly to?: Page }) {
  return (
    <span class="short mono">
      {to === undefined ? (
        <span title={text}>{shorten(text)}</span>
      ) : (
        <a href={href(to)} title={text}>
          {shorten(text)}
        </a>
      )}
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** A secret, hidden until a click. */
export function Secret({ text, what }: Copied) {
  const [open, setOpen] = useState(false);
  return (
    <span class="row">
      {open && (
        <code style={{ overflowWrap: "anywhere" }} class="secret">
          {text}
        </code>
      )}
      <button type="button" onClick={() => setOpen(!open)} aria-expanded={open}>
        {open ? `Hide ${what}` : `Show ${what}`}
      </button>
      <CopyButton text={text} what={what} label={`Copy ${what}`} />
    </span>
  );
}
