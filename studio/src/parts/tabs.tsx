import { href } from "../server/routes.js";

/** Links between the views of one page; each has its own URL. */
export function Tabs({
  items,
  current,
  label,
}: {
  readonly items: readonly {
    readonly name: string;
    readonly text: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
  }[];
  readonly current: string;
  readonly label: string;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {items.map(({ name, text, path, query }) => (
        <a key={name} href={href(path, query)} {...(name === current && { "aria-current": "page" as const })}>
          {text}
        </a>
      ))}
    </nav>
  );
}
