import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { sidebar } from "./sidebar.mjs";

const INCLUDE = /^<!--@include: (.+)-->$/m;

function pageAt(path) {
  const source = readFileSync(path, "utf8").replace(INCLUDE, (_, file) =>
    readFileSync(join(dirname(path), file), "utf8"),
  );
  const [, head = "", text = source] = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(source) ?? [];
  const field = (name) => new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1];
  const heading = /^# (.+)$/m.exec(text)?.[1];
  return {
    path,
    title: field("title") ?? heading ?? path,
    description: field("description"),
    text: text.trim(),
  };
}

/** A page's text with links relative to the folder of all pages. */
const fromRoot = ({ path, text }) =>
  text.replace(/\]\((?!https?:|#)([^)\s]+)\)/g, (_, href) => `](${posix.join(posix.dirname(path), href)})`);

/** A page's path in the site. Its text is next to its HTML. */
const placeOf = (path) => path.replace(/^docs\//, "");

const lineOf = ({ path, title, description }) =>
  `- [${title}](${path})${description ? `: ${description}` : ""}`;

/**
 * Writes `llms.txt`, which lists all pages, `llms-full.txt`, which contains them and the API, and the pages as text,
 * for programs.
 */
export function writeLlmsTexts(out, api) {
  const groups = sidebar().map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => ({ ...pageAt(page.path), ...page, path: placeOf(page.path) })),
  }));
  const summary = pageAt("README.md")
    .text.split("\n\n")[1]
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const lists = groups.map(({ title, pages }) => `## ${title}\n\n${pages.map(lineOf).join("\n")}\n`);
  writeFileSync(join(out, "llms.txt"), [`# intent-tx\n\n${summary}\n`, ...lists].join("\n"));
  const pages = groups.flatMap((group) => group.pages);
  const whole = pages.map((page) => `<!-- ${page.path} -->\n\n${fromRoot(page)}\n`);
  writeFileSync(join(out, "llms-full.txt"), [...whole, api].join("\n---\n\n"));
  for (const { path, text } of pages) {
    mkdirSync(join(out, dirname(path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
  cpSync("docs/images", join(out, "images"), { recursive: true });
  return { pages: pages.length };
}
