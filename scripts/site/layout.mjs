import { sidebar } from "../docs-sidebar.mjs";
import { groupsOf, modulesOf } from "./groups.mjs";
import { escaped, textOf } from "./html.mjs";
import { filePathOf } from "./sources.mjs";

const ICONS = {
  menu: '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" stroke="currentColor" stroke-width="1.6"/></svg>',
  theme:
    '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"/></svg>',
};

/** The pages that are read one after the other, each with its address and its title, in their groups. */
export function pageGroups(project, router) {
  const documents = new Map((project.documents ?? []).map((document) => [filePathOf(document), document]));
  return sidebar().map(({ title, pages }) => ({
    title,
    pages: pages.map(({ path, title: given, ...rest }) => {
      if (path === "README.md") return { ...rest, url: "index.html", title: given, path };
      const document = documents.get(path);
      if (!document) throw new Error(`docs/sidebar.json names ${path}, which is no page`);
      return { ...rest, url: router.getFullUrl(document), title: given ?? document.name, path };
    }),
  }));
}

function referenceItems({ project, router, module, url, base }) {
  const item = (to, text, level) =>
    `<li class="level-${level}"><a href="${base}${to}"${to === url ? ' aria-current="page"' : ""}>${text}</a></li>`;
  const lines = [item("api.html", "API reference", 0)];
  for (const one of modulesOf(project)) {
    lines.push(item(router.getFullUrl(one), `<code>${escaped(one.name)}</code>`, 1));
    if (one !== module) continue;
    for (const { title, items } of groupsOf(one)) {
      lines.push(`<li class="level-2 group">${escaped(title)}</li>`);
      for (const { name, ...rest } of items.map((member) => ({
        name: member.name,
        url: router.getFullUrl(member),
      })))
        lines.push(item(rest.url, `<code>${escaped(name)}</code>`, 2));
    }
  }
  return lines.join("");
}

function sidebarHtml(site) {
  const { groups, url, base } = site;
  return groups
    .map(({ title, pages }) => {
      const links = pages.map(
        (page) =>
          `<li><a href="${base}${page.url}"${page.url === url ? ' aria-current="page"' : ""}>${escaped(page.title)}</a></li>`,
      );
      const reference = title === "Reference" ? referenceItems(site) : "";
      return `<h2>${escaped(title)}</h2><ul>${links.join("")}${reference}</ul>`;
    })
    .join("\n");
}

function contentsHtml(headings) {
  const shown = headings.filter(({ level = 2, link }) => link && level >= 2 && level <= 3);
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ link, text, level = 2 }) =>
      `<li class="level-${level}"><a href="${link}">${escaped(textOf(text))}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

function neighboursHtml({ groups, url, base }) {
  const pages = groups.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.url === url);
  if (at < 0) return "";
  const link = (page, rel, label) =>
    page
      ? `<a rel="${rel}" href="${base}${page.url}"><small>${label}</small>${escaped(page.title)}</a>`
      : "<span></span>";
  return `<nav class="neighbours" aria-label="Previous and next page">${link(pages[at - 1], "prev", "Previous")}${link(pages[at + 1], "next", "Next")}</nav>`;
}

/** A whole page of the site. */
export function layout(site) {
  const { title, description, base, url, body, headings, version } = site;
  return `<!DOCTYPE html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<title>${escaped(url === "index.html" ? title : `${title} · intent-tx`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Ccircle cx='10' cy='10' r='8' fill='%230f766e'/%3E%3Cpath d='M6 10h7m-3-3 3 3-3 3' stroke='white' stroke-width='1.8' fill='none'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${base}assets/site.css">
<script>document.documentElement.dataset.theme=(()=>{try{return localStorage.getItem("theme")}catch{}})()||"os"</script>
<script defer src="${base}assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<button type="button" class="icon menu" aria-label="Menu" aria-expanded="false" aria-controls="sidebar">${ICONS.menu}</button>
<a class="home" href="${base}index.html">intent-tx <small>${escaped(version)}</small></a>
<button type="button" class="search" aria-haspopup="dialog"><span>Search</span><kbd>/</kbd></button>
<button type="button" class="icon theme" aria-label="Light or dark">${ICONS.theme}</button>
</header>
<div class="columns">
<nav id="sidebar" class="sidebar" aria-label="Pages">
${sidebarHtml(site)}
</nav>
<main id="content">
<article>
${body}
</article>
${neighboursHtml(site)}
</main>
${contentsHtml(headings)}
</div>
</body>
</html>
`;
}
