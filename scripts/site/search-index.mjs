import { buildSync } from "esbuild";
import { lineHtml } from "./comment.mjs";
import { groupsOf, modulesOf } from "./groups.mjs";
import { textOf } from "./html.mjs";
import { isOwn } from "./names.mjs";

/** Pages that list everything: their headings are found, their tables only in part. */
const MOST_TEXT = 6000;

/** A page for the search: the page, and each of its sections with a heading, an address and words. */
export function pageEntry({ url, title, description, html }) {
  const [intro, ...parts] = html.split(/(?=<h[23][\s>])/);
  const sections = parts.flatMap((part) => {
    const [, id] = /^<h\d[^>]*\bid="([^"]+)"/.exec(part) ?? [];
    const [heading, rest] = part.split(/<\/h\d>/);
    if (!id) return [];
    return [[id, textOf(heading.replace(/<a[\s\S]*?<\/a>/, "")), textOf(rest ?? "").slice(0, MOST_TEXT)]];
  });
  return { url, title, description, text: textOf(intro).slice(0, MOST_TEXT), sections };
}

/** Every export and every member of one, by name, address and first sentence. */
export function symbolEntries(project, router, contextFor) {
  return modulesOf(project).flatMap((module) =>
    groupsOf(module).flatMap(({ items }) =>
      items.flatMap((item) => {
        const context = contextFor(item);
        const entry = (reflection, name) => [
          name,
          router.getFullUrl(reflection),
          module.name,
          textOf(lineHtml(context, reflection)),
        ];
        const members = (item.children ?? []).filter(
          (member) =>
            isOwn(member) && !member.inheritedFrom && member.name !== "constructor" && router.hasUrl(member),
        );
        return [
          [...entry(item, item.name), 0],
          ...members.map((member) => [...entry(member, `${item.name}.${member.name}`), 1]),
        ];
      }),
    ),
  );
}

/** The script that answers searches; a page loads it when somebody searches. */
export function searchScript(folder, pages, symbols) {
  const { outputFiles } = buildSync({
    entryPoints: [`${folder}/browser/search.js`],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  return `window.searchData=${JSON.stringify({ pages, symbols })};\n${outputFiles[0].text}`;
}
