import { readFileSync } from "node:fs";
import process from "node:process";

/** URL of the published site; SITE_URL overrides it. */
export const SITE = new URL(process.env.SITE_URL ?? "https://intent-tx.github.io/intent-tx/");

const titleAt = (path) => /^title: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? path;

/**
 * The sidebar's groups in reading order, from `docs/sidebar.json`. A page is a path, or a path with a shorter `title`.
 */
export function sidebar() {
  const groups = JSON.parse(readFileSync("docs/sidebar.json", "utf8"));
  return groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => {
      const path = page.path ?? page;
      return { path, title: page.title ?? titleAt(path) };
    }),
  }));
}
