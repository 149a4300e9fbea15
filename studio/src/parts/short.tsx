import { href } from "../server/routes.js";
import { CopyButton } from "./copy.js";

export const shorten = (text: string) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text);

/** A shortened address or signature, with the full text as a title and a copy button. */
export function Short({
  text,
  what,
  to,
}: {
  readonly text: string;
  readonly what: string;
  /** The studio page of the address or signature. */
  readonly to?: string;
}) {
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
