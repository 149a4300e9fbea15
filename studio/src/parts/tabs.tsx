import { href } from "../server/routes.js";

/** Links between the sides of one thing; each has an address. */
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
