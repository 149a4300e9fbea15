import type { ComponentChildren } from "preact";
import type { Page } from "../rooms.js";
import { href } from "../server/url.js";
import { Icon } from "./icon.js";

/** A link from a single thing back to its list. */
export function Back({ to, children }: { readonly to: Page; readonly children: ComponentChildren }) {
  return (
    <a class="button" href={href(to)}>
      <Icon name="left" size={14} />
      {children}
    </a>
  );
}
