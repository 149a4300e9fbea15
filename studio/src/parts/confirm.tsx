import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "./form.js";

/** A button whose action runs only after a confirmation in a dialog. */
export function Confirm(props: {
  /** The button's text. */
  readonly action: string;
  /** The dialog's accessible name. */
  readonly label: string;
  /** The text of the button that cancels. */
  readonly keep: string;
  readonly run: () => unknown;
  readonly disabled?: boolean;
  /** The question. */
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button class="danger" disabled={props.disabled} run={() => dialog.current?.showModal()}>
        {props.action}
      </Button>
      <dialog ref={dialog} aria-label={props.label}>
        <form method="dialog" class="stack">
          <p>{props.children}</p>
          <p class="row">
            <button type="submit">{props.keep}</button>
            <button type="submit" class="danger" onClick={props.run}>
              {props.action}
            </button>
          </p>
        </form>
      </dialog>
    </>
  );
}
