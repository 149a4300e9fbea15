import { DefaultTheme, PageKind } from "typedoc";
import { linkedNames } from "./guides.mjs";
import { anchorHtml, textOf, withTables } from "./html.mjs";
import { layout, pageGroups } from "./layout.mjs";
import { exportHtml, moduleHtml, overviewHtml } from "./reference.mjs";
import { pageEntry, symbolEntries } from "./search-index.mjs";

/** The look of the site: TypeDoc reads code and Markdown, and these files say what stands on a page. */
export class SiteTheme extends DefaultTheme {
  #groups;
  #pages = new Map();
  #symbols = [];

  async preRender(event) {
    await super.preRender(event);
    this.#groups = pageGroups(event.project, this.router);
    const titles = new Map(this.#groups.flatMap(({ pages }) => pages.map(({ url, title }) => [url, title])));
    for (const document of event.project.documents ?? [])
      document.name = titles.get(this.router.getFullUrl(document)) ?? document.name;
    const contextFor = (model) => this.getRenderContext({ model, project: event.project, pageHeadings: [] });
    this.#symbols = symbolEntries(event.project, this.router, contextFor);
  }

  /** All that a search looks through: pages in reading order, and all names. */
  get searchable() {
    const order = this.#groups.flatMap(({ title, pages }) =>
      pages.map((page) => ({ ...page, group: title })),
    );
    const pages = order.map((page) => ({ ...this.#pages.get(page.url), ...page }));
    return { pages, symbols: this.#symbols };
  }

  render(page) {
    const { model, project, url, pageKind } = page;
    const context = this.getRenderContext(page);
    page.pageHeadings = [];
    const { title, description, html } = this.#contents(page, context);
    if (model.isDocument() || pageKind === PageKind.Index)
      this.#pages.set(url, pageEntry({ url, title, description, html }));
    let module = model;
    while (module.parent && !module.parent.isProject()) module = module.parent;
    return layout({
      base: "../".repeat(url.split("/").length - 1),
      body: withWholeLinks(withTables(html)),
      description,
      groups: this.#groups,
      headings: page.pageHeadings,
      module,
      project,
      router: this.router,
      title,
      url,
      version: project.packageVersion ?? "",
    });
  }

  #contents(page, context) {
    const { model, project, pageKind } = page;
    if (pageKind === PageKind.Index) {
      const html = linkedNames(context, context.markdown(project.readme));
      return { title: "intent-tx", description: firstWords(html), html };
    }
    if (model.isDocument()) {
      const html = linkedNames(context, context.markdown(model.content));
      // TypeDoc's own check of links is to know the anchors that stand in tables, too.
      for (const [, id] of html.matchAll(/<a id="([^"]+)"/g)) context.slugger.slug(id);
      return { title: model.name, description: model.frontmatter.description ?? firstWords(html), html };
    }
    const html = model.isProject()
      ? overviewHtml(context, model)
      : model.parent.isProject()
        ? moduleHtml(context, model)
        : exportHtml(context, model);
    return { title: model.isProject() ? "API reference" : model.name, description: firstWords(html), html };
  }
}

const firstWords = (html) => {
  const [, first = ""] = /<\/(?:h1|pre)>\s*<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
  return textOf(first).slice(0, 200);
};

/** Links that a file without a server understands: to a page by its name, to this page by `#`, and none to what has no place. */
function withWholeLinks(html) {
  const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
  return html
    .replaceAll(/<a href="(#[^"]+)"[^>]*class="tsd-anchor-icon">[\s\S]*?<\/a>/g, (_, href) =>
      anchorHtml(href),
    )
    .replaceAll(/<a [^>]*href="#([^"]+)"[^>]*>(.*?)<\/a>/g, (link, id, text) => (ids.has(id) ? link : text))
    .replaceAll('href=""', 'href="#"')
    .replaceAll(/href="(?:\.\/|((?:\.\.\/)+))"/g, 'href="$1index.html"');
}
