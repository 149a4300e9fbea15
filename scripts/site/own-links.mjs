import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const OWN =
  /(href|src)="https:\/\/(?:github\.com\/intent-tx\/intent-tx\/blob|raw\.githubusercontent\.com\/intent-tx\/intent-tx)\/main\/([^"#]+)(#[^"]*)?"/g;

/**
 * The pages that npm shows name the repository's files by absolute addresses. In the site the same links lead to its own pages,
 * and the same pictures come from it.
 */
export function linkOwnPages(out, pages) {
  const urls = new Map(pages.map(({ path, url }) => [path, url]));
  for (const name of readdirSync(out, { recursive: true })) {
    if (!name.endsWith(".html")) continue;
    const file = join(out, name);
    const html = readFileSync(file, "utf8");
    const base = relative(dirname(file), out).split(sep).join("/") || ".";
    const linked = html.replace(OWN, (whole, attribute, path, hash = "") => {
      const url = urls.get(path);
      if (url !== undefined) return `${attribute}="${base}/${url}${hash}"`;
      if (attribute !== "src") return whole;
      mkdirSync(join(out, dirname(path)), { recursive: true });
      copyFileSync(path, join(out, path));
      return `src="${base}/${path}"`;
    });
    if (linked !== html) writeFileSync(file, linked);
  }
}
