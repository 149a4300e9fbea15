/** Search words that are not in a page's text, from `keywords` in its frontmatter. */
const keywords = new Map();

const isReference = (id) => id.includes("/api/");

/** Makes each row a section with its message as the title, so that a message is found by its words. */
const rowsAsSections = (html) =>
  html.replaceAll(
    /<tr id="([^"]+)">\s*<td[^>]*>([\s\S]*?)<\/td>\s*<td[^>]*>([\s\S]*?)<\/td>/g,
    (_, id, text, fix) => `<h3>${text.replaceAll("<br>", " ")} <a href="#${id}">#</a></h3><p>${fix}</p>`,
  );

/** VitePress's local search. It ranks guides before the reference, and pages with a matching keyword first. */
export const searchUnder = (base) => ({
  detailedView: true,
  disableQueryPersistence: true,
  _render(source, env, md) {
    // Types that the samples show on hover are not searched.
    // Nor are diagrams, which a result would draw.
    const html = md.render(source, env).replaceAll(/<data-lsp lsp="[^"]*">|<svg[\s\S]*?<\/svg>/g, "");
    if (env.frontmatter?.search === false) return "";
    const page = `${base}${env.relativePath.replace(/\.md$/, ".html")}`;
    keywords.set(page, env.frontmatter?.keywords ?? "");
    if (page.endsWith("/troubleshooting.html")) return rowsAsSections(html);
    if (!isReference(page)) return html;
    // For the reference, only names and their descriptions are indexed.
    return html
      .replaceAll(/<div class="language-[\s\S]*?<\/div>|<table[\s\S]*?<\/table>/g, "")
      .replaceAll(
        /<h\d id="(?:example|parameters|returns|throws|type-parameters|extends|extended-by|implements|properties|methods|constructors?|accessors|get-signature|call-signature|type-declaration|overrides|inherited-from)(?:-\d+)?"[\s\S]*?(?=<h\d|$)/g,
        "",
      );
  },
  miniSearch: {
    options: {
      fields: ["title", "titles", "text", "keywords"],
      // Used only in the build; browsers load the finished index.
      extractField: (document, field) => {
        if (field !== "keywords") return document[field];
        const [page] = document.id.split("#");
        return document.titles.length > 0 ? "" : (keywords.get(page) ?? "");
      },
    },
    searchOptions: {
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      prefix: (term) => term.length > 2,
      boost: { keywords: 12, title: 4, titles: 1, text: 1 },
      boostDocument: (id, term, { title }) => {
        // In the reference, only camel-case names are boosted, because other words are also guide topics.
        if (id.includes("/api/"))
          return /[a-z][A-Z]/.test(title) && title.toLowerCase().startsWith(term) ? 0.8 : 0.1;
        return /\/(operations\/|grammar|decisions|contributing|architecture)/.test(id) ||
          id.endsWith("/troubleshooting.html")
          ? 0.4
          : 1;
      },
    },
  },
});
