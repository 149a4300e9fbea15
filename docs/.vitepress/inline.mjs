import { readFileSync } from "node:fs";
import { posix } from "node:path";

/** Characters beside which a browser may end a line within a word. */
const BREAK = /[^\w.$@:]/;
/** Longer words do not fit the column of a phone. */
const COLUMN = 38;

/** Keeps each word of inline code, such as `--control-token` or `keys/{keyId}`, on one line, unless it is too long. */
export function unbrokenNames(md) {
  const wordOf = (word) => {
    const text = md.utils.escapeHtml(word);
    if (word.length > COLUMN) return `<span class="long">${text}</span>`;
    return BREAK.test(word) ? `<span class="unbroken">${text}</span>` : text;
  };
  md.renderer.rules.code_inline = (tokens, index) =>
    `<code v-pre>${tokens[index].content.split(" ").map(wordOf).join(" ")}</code>`;
}

/** Labels each cell with its column: in narrow windows, the cells of a row are below each other. */
export function labelledCells(md) {
  md.core.ruler.push("labelled-cells", ({ tokens }) => {
    let columns = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") columns = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") columns.push(tokens[index + 1].content.replaceAll("`", ""));
      if (token.type === "td_open") token.attrSet("data-column", columns[column++] ?? "");
    }
  });
}

/** Draws the diagrams in the page, so that they follow the page's theme and not the theme of the system. */
export function drawnInPage(md) {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet("src");
    if (!source.endsWith(".svg")) return image(tokens, index, options, env, self);
    const drawing = readFileSync(posix.join("docs", posix.dirname(env.relativePath), source), "utf8");
    // The theme's style sheet has the colours of both themes.
    return drawing
      .replace(/<style>[\s\S]*<\/style>/, "")
      .replace("<svg", '<svg class="drawing"')
      .trim();
  };
}
