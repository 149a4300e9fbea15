import { readFileSync } from "node:fs";

/**
 * The sidebar's groups, in reading order: `docs/sidebar.json`, where a page is a path, or a path with a shorter `title`, or with words by which a search `finds` it though its text has others.
 */
export function sidebar() {
  const groups = JSON.parse(readFileSync("docs/sidebar.json", "utf8"));
  return groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => (typeof page === "string" ? { path: page } : page)),
  }));
}

/** Paths of all pages, in reading order. */
export const pagePaths = () => sidebar().flatMap(({ pages }) => pages.map(({ path }) => path));
