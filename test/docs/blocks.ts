import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A piece of code that a page or a doc comment shows. */
export interface Block {
  /** File and line, such as `README.md:12`. */
  readonly at: string;
  readonly file: string;
  /** Line number of the first line of code, counted from 1. */
  readonly line: number;
  /** Blocks in `tsx` are only compiled, like `no-run` blocks. */
  readonly language: "ts" | "tsx";
  /** Words after the language in the fence, such as `no-run`, `test` and `no-check`. */
  readonly words: readonly string[];
  readonly code: string;
  /** The expected output, from a fence `text output` directly after the block. */
  readonly output: string | undefined;
}

const FENCE = /^([ \t]*)```([^\n`]*)\n([\s\S]*?)^\1```[ \t]*$/gm;
const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** The TypeScript blocks of a Markdown text. */
export function blocksOf(file: string, markdown: string, firstLine = 1): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of markdown.matchAll(FENCE)) {
    const [whole, indent = "", info = "", body = ""] = match;
    const [language = "", ...words] = info.trim().split(/\s+/);
    const code = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    const line = firstLine + lineAt(markdown, match.index);
    const adjacent =
      markdown
        .slice(end, match.index)
        .replaceAll(/<\/?div>|^Output:$/gm, "")
        .trim() === "";
    end = match.index + whole.length;
    if (language === "ts" || language === "tsx") {
      blocks.push({ at: `${file}:${line}`, file, line, language, words, code, output: undefined });
      continue;
    }
    const last = blocks.at(-1);
    if (language === "text" && words.includes("output") && last && adjacent)
      blocks[blocks.length - 1] = { ...last, output: code };
  }
  return blocks;
}

const COMMENT = /\/\*\*([\s\S]*?)\*\//g;
const EXAMPLE = /@example\b([\s\S]*?)(?=\n@\w|(?![\s\S]))/g;

/** The examples under `@example` in a source text's doc comments. Without a fence, the whole text is code. */
export function examplesOf(file: string, source: string): Block[] {
  const blocks: Block[] = [];
  for (const comment of source.matchAll(COMMENT)) {
    const text = (comment[1] ?? "").replaceAll(/^[ \t]*\*[ \t]?/gm, "");
    const start = lineAt(source, comment.index);
    for (const example of text.matchAll(EXAMPLE)) {
      const body = example[1] ?? "";
      const line = start + lineAt(text, example.index) - 1;
      if (body.includes("```")) blocks.push(...blocksOf(file, body, line));
      else {
        const first = line + (/^\s*/.exec(body)?.[0].split("\n").length ?? 1) - 1;
        const code = body.trim();
        blocks.push({
          at: `${file}:${first}`,
          file,
          line: first,
          language: "ts",
          words: [],
          code,
          output: undefined,
        });
      }
    }
  }
  return blocks;
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Files in a folder and its subfolders whose names have this ending, as paths from the root. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * All pages that may show code. `docs/api` is left out because it is generated from the sources, whose examples are
 * tested directly.
 */
export const PAGES = [
  "README.md",
  "mock-server/README.md",
  ...filesIn("docs", ".md").filter((path) => !path.startsWith("docs/api/")),
];

/** The pages of the sidebar, in reading order. */
export const sidebarPaths = (): string[] =>
  (
    JSON.parse(read("docs/sidebar.json")) as { pages: readonly (string | { readonly path: string })[] }[]
  ).flatMap(({ pages }) => pages.map((page) => (typeof page === "string" ? page : page.path)));

/** The TypeScript blocks of all pages. */
export const pageBlocks = (): Block[] => PAGES.flatMap((page) => blocksOf(page, read(page)));

const PUBLIC_FOLDERS = [
  "src",
  ...["testing", "control", "server", "explore"].map((name) => `mock-server/src/${name}`),
];

/** The examples in the doc comments of all public code. */
export function exampleBlocks(): Block[] {
  const entries = filesIn("mock-server/src", ".ts").filter((path) => path.split("/").length === 3);
  const parser = "mock-server/src/parser/explain.ts";
  const files = [...PUBLIC_FOLDERS.flatMap((folder) => filesIn(folder, ".ts")), ...entries, parser];
  return files.flatMap((file) => examplesOf(file, read(file)));
}
