import { JSX } from "typedoc";

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as HTML. */
export const escaped = (text) => String(text).replaceAll(/[&<>"]/g, (char) => ENTITIES[char]);

/** TypeDoc's element as HTML; nothing for none. */
export const htmlOf = (element) => (element ? JSX.renderElement(element) : "");

/** The words of a piece of HTML. */
export const textOf = (html) =>
  html
    .replaceAll(/<button.*?<\/button>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A table that scrolls by itself where it is too wide. Columns in which no row has anything are left out. */
export function table(heads, rows) {
  if (rows.length === 0) return "";
  const kept = heads.flatMap((head, index) => (rows.some((row) => row[index]) ? [{ head, index }] : []));
  const line = (row) =>
    `<tr>${kept.map(({ head, index }) => `<td data-head="${escaped(head)}">${row[index] ?? ""}</td>`).join("")}</tr>`;
  const head = kept.map((column) => `<th>${escaped(column.head)}</th>`).join("");
  return `<div class="table${kept.length > 2 ? " wide" : ""}"><table><thead><tr>${head}</tr></thead><tbody>${rows.map(line).join("")}</tbody></table></div>`;
}

/** The tables of a Markdown page, as {@link table} makes them. */
export const withTables = (html) =>
  html.replaceAll(/(?<!<div class="table(?: wide)?">)<table>([\s\S]*?)<\/table>/g, (_, inside) => {
    const heads = [...inside.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(([, head]) => escaped(textOf(head)));
    let column = 0;
    const cells = inside.replaceAll(/<tr>|<td/g, (tag) => {
      if (tag === "<tr>") column = 0;
      return tag === "<tr>" ? tag : `<td data-head="${heads[column++] ?? ""}"`;
    });
    return `<div class="table${heads.length > 2 ? " wide" : ""}"><table>${cells}</table></div>`;
  });

/** The sign beside a heading that links to it. */
export const anchorHtml = (href) =>
  `<a class="anchor" href="${href}" aria-label="Link to this section">#</a>`;
