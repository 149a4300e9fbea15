/** Words under which readers look for a page that has others: `keywords` of its frontmatter. */
const keywords = new Map();

const isReference = (id) => id.includes("/api/");

/** The local search of VitePress: guides first, and a page first of all for its own keywords. */
export const searchUnder = (base) => ({
  detailedView: true,
  disableQueryPersistence: true,
  _render(source, env, md) {
    // The types of samples are for the pointer.
    const html = md.render(source, env).replaceAll(/<data-lsp lsp="[^"]*">/g, "");
    if (env.frontmatter?.search === false) return "";
    const page = `${base}${env.relativePath.replace(/\.md$/, ".html")}`;
    keywords.set(page, env.frontmatter?.keywords ?? "");
    if (!isReference(page)) return html;
    // Of the reference the names and their first sentences are found.
    return html
      .replaceAll(/<div class="language-[\s\S]*?<\/div>|<table[\s\S]*?<\/table>/g, "")
      .replaceAll(
        /<h\d id="(?:example|parameters|returns|throws|type-parameters|extends|properties|methods|constructors|overrides|inherited-from)[\s\S]*?(?=<h\d|$)/g,
        "",
      );
  },
  miniSearch: {
    options: {
      fields: ["title", "titles", "text", "keywords"],
      // Serves the build only: in a browser the index is read as it was written.
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
        return /\/(operations\/|grammar|decisions|troubleshooting|contributing|architecture)/.test(id)
          ? 0.4
          : 1;
      },
    },
  },
});
