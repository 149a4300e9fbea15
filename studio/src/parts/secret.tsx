import { useState } from "preact/hooks";
import { CopyButton } from "./copy.js";

/** A secret, hidden until a click. */
export function Secret({ text, what }: { readonly text: string; readonly what: string }) {
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
      <CopyButton text={text} what={what} label="Copy" />
    </span>
  );
}
