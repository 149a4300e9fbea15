import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { searchScript } from "./search-index.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Puts the site's own style and script in the place of TypeDoc's. */
export function writeAssets(out, { pages, symbols }) {
  const folder = join(out, "assets");
  const colours = readFileSync(join(folder, "highlight.css"), "utf8");
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  mkdirSync(folder, { recursive: true });
  const minified = (text, loader) => transformSync(text, { loader, minify: true }).code;
  const styles = readdirSync(join(HERE, "style")).sort();
  const css = styles.map((name) => readFileSync(join(HERE, "style", name), "utf8")).join("\n");
  writeFileSync(join(folder, "site.css"), minified(`${colours}\n${css}`, "css"));
  writeFileSync(join(folder, "site.js"), minified(readFileSync(join(HERE, "browser/site.js"), "utf8"), "js"));
  writeFileSync(join(folder, "search.js"), searchScript(HERE, pages, symbols));
}
