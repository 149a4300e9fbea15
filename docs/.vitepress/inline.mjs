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
  md.core.ruler.push("labelled-cells", ({ tokens, env }) => {
    let columns = [];
    let column = 0;
    let row = 0;
    // The search leads to a row of this page.
    const hasRows = env.relativePath?.endsWith("troubleshooting.md");
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") columns = [];
      if (token.type === "tr_open") {
        column = 0;
        if (hasRows && tokens[index + 1]?.type === "td_open") token.attrSet("id", `row-${++row}`);
      }
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

/** The glossary's words with their anchors. A word in capitals, such as World, is only linked in capitals. */
const TERMS = readFileSync("docs/guides/glossary.md", "utf8")
  .match(/^## .+$/gm)
  .map((heading) => heading.slice(3))
  .map((term) => {
    const letters = term === "World" ? term : `[${term[0]}${term[0].toLowerCase()}]${term.slice(1)}`;
    return {
      pattern: new RegExp(`\\b${letters}s?\\b(?!-)`),
      anchor: term.toLowerCase().replaceAll(" ", "-"),
    };
  });

/** Links the first use of a glossary word in a guide's text. */
export function linkedTerms(md) {
  md.core.ruler.push("linked-terms", ({ tokens, env, Token }) => {
    const page = env.relativePath ?? "";
    if (!page.startsWith("guides/") || page.endsWith("glossary.md")) return;
    const left = new Set(TERMS);
    const linked = (token) => {
      if (token.type !== "text") return [token];
      for (const term of left) {
        const found = term.pattern.exec(token.content);
        if (found === null) continue;
        left.delete(term);
        const text = (content) => Object.assign(new Token("text", "", 0), { content });
        const open = new Token("link_open", "a", 1);
        open.attrSet("href", `/guides/glossary#${term.anchor}`);
        open.attrSet("class", "term");
        const before = text(token.content.slice(0, found.index));
        const after = text(token.content.slice(found.index + found[0].length));
        return [...linked(before), open, text(found[0]), new Token("link_close", "a", -1), ...linked(after)];
      }
      return [token];
    };
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== "inline" || tokens[index - 1]?.type !== "paragraph_open") continue;
      let links = 0;
      tokens[index].children = children.flatMap((token) => {
        if (token.type === "link_open") links++;
        if (token.type === "link_close") links--;
        return links > 0 ? [token] : linked(token);
      });
    }
  });
}
