import { href } from "../server/routes.js";
import { CopyButton } from "./copy.js";

const shorten = (text: string) => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text);

/** An address or signature, shortened, with its whole as a title and a button that copies it. */
export function Short({
  text,
  what,
  to,
}: {
  readonly text: string;
  readonly what: string;
  /** Place in the studio that shows it. */
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
