/** Text for a cell of a table. */
export const cell = (text: string) => text.replaceAll("|", "\\|");

export const table = (head: readonly string[], rows: readonly string[]) =>
  [`| ${head.join(" | ")} |`, `|${head.map(() => "---").join("|")}|`, ...rows].join("\n");

/** Replaces the tables of a page that come from code. Each is between two comments, the first with its name. */
export function withTables(page: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const begin = `<!-- table ${name}, written by npm run docs:generate -->`;
    const [before, rest] = text.split(begin);
    const at = rest?.indexOf("<!-- end -->") ?? -1;
    if (rest === undefined || at < 0) throw new Error(`the page needs the lines ${begin} and <!-- end -->`);
    return `${before}${begin}\n\n${table}\n\n${rest.slice(at)}`;
  }, page);
}
