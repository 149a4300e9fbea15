import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

/** Internal names, which must not appear in the site. */
const INTERNAL = /__namedParameters|\[BRAND\]|\$strip|Faults\.(?:before|settled)|RequestLog\.record/;
const decoded = (text) => decodeURIComponent(text.replaceAll("&amp;", "&"));

/**
 * Finds mistakes in the built site: a broken link, an internal name, a resource that a page loads from another host.
 *
 * @param out The folder of the site.
 * @param base The path under which it is published.
 */
export function siteMistakes(out, base) {
  const names = readdirSync(out, { recursive: true }).map((name) => String(name).split(sep).join("/"));
  const pages = new Map(
    names
      .filter((name) => name.endsWith(".html"))
      .map((name) => {
        const html = readFileSync(join(out, name), "utf8");
        return [
          name,
          { html, ids: new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => decoded(id))) },
        ];
      }),
  );
  const fileOf = (path, from) => {
    const target = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(from), path);
    return target === "" || target.endsWith("/") ? `${target}index.html` : target;
  };
  const mistakes = [];
  for (const [name, { html }] of pages) {
    const [internal] = INTERNAL.exec(html) ?? [];
    if (internal) mistakes.push(`${name} shows the internal name ${internal}`);
    const [loaded] =
      /<(?:script|link rel="(?!canonical)|img|source|iframe)\b[^>]*\b(?:src|href|srcset)="https?:[^"]*"/.exec(
        html,
      ) ?? [];
    if (loaded) mistakes.push(`${name} loads from another host: ${loaded}`);
    for (const [, link] of html.matchAll(/\b(?:href|src|srcset)="(?!\w+:)([^"]*)"/g)) {
      const [path, anchor] = decoded(link).split("#");
      const target = path === "" ? name : fileOf(path, name);
      const page = pages.get(target);
      if (!page && !existsSync(join(out, target)))
        mistakes.push(`${name} links to ${link}, which does not exist`);
      else if (anchor && page && !page.ids.has(anchor))
        mistakes.push(`${name} links to ${link}, which has no such anchor`);
    }
  }
  return [...new Set(mistakes)];
}
