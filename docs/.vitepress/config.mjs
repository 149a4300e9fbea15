import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import llmstxt from "vitepress-plugin-llms";
import { cardOf, drawCards } from "../../scripts/docs/cards.mjs";
import { SITE, sidebar } from "../../scripts/docs/sidebar.mjs";
import { drawnInPage, labelledCells, linkedTerms, unbrokenNames } from "./inline.mjs";
import { readableAsPages, slugOf } from "./links.mjs";
import { searchUnder } from "./search.mjs";
import { typesOfNames } from "./types.mjs";

const sourceOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const REPOSITORY = "https://github.com/intent-tx/intent-tx";
const NAME = "intent-tx";
const { version: VERSION } = JSON.parse(readFileSync(sourceOf("package.json"), "utf8"));
const DESCRIPTION =
  "Typed TypeScript client for an intent-driven transaction service on Solana, and the whole service in memory to test against. Plain-language commands become verified, signed transactions.";

const INDEX = new URL("../api/index.json", import.meta.url);
/** The reference's index, which is missing until the reference is generated. */
const reference = existsSync(INDEX)
  ? JSON.parse(readFileSync(INDEX, "utf8"))
  : { sidebar: [], addresses: {} };

const apiReference = {
  text: "API reference",
  items: reference.sidebar.map(({ text, link }) => ({ text, link })),
};

const guides = sidebar().map(({ title, pages }) => ({
  text: title,
  items: pages.map(({ path, title: text }) => ({
    text,
    link: `/${path
      .replace(/^docs\//, "")
      .replace(/(^|\/)index\.md$/, "$1")
      .replace(/\.md$/, "")}`,
  })),
}));

/** The reference's sidebar for one entry's pages. Other entries are closed, so that a page has few links. */
const entrySidebars = Object.fromEntries(
  reference.sidebar.map(({ link, text, items }) => [
    link.replace(/(\/index)?\.html$/, ""),
    [
      { text, link, items },
      {
        text: "Other entries",
        items: reference.sidebar
          .filter((other) => other.text !== text)
          .map((other) => ({ text: other.text, link: other.link })),
      },
    ],
  ]),
);

/** Pages that the whole text for programs leaves out: they are long, and llms.txt links to them. */
const REFERENCE_ONLY = [
  "grammar*.md",
  "decisions.md",
  "contributing.md",
  "security.md",
  ...["architecture", "chain-and-validator", "rotation-protocol", "mock-for-a-company", "validator"].map(
    (name) => `guides/${name}.md`,
  ),
];

/** Title and description of each page, for its card. */
const carded = [];

export default defineConfig({
  lang: "en",
  title: NAME,
  description: DESCRIPTION,
  base: SITE.pathname,
  cacheDir: "../.cache/vitepress",
  srcExclude: ["public/**"],
  lastUpdated: true,
  metaChunk: true,
  sitemap: { hostname: SITE.href },
  router: { prefetchLinks: false },
  head: [
    ["link", { rel: "icon", href: `${SITE.pathname}mark.svg`, type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#5b5bd6" }],
  ],
  transformHead({ pageData, title, description }) {
    const path = pageData.relativePath.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html");
    const url = new URL(path, SITE).href;
    carded.push({ source: pageData.relativePath, title: pageData.title, description });
    const tags = {
      "og:type": "website",
      "og:site_name": NAME,
      "og:title": title,
      "og:description": description,
      "og:url": url,
      "og:image": new URL(cardOf(pageData.relativePath), SITE).href,
    };
    return [
      ["link", { rel: "canonical", href: url }],
      ["meta", { name: "twitter:card", content: "summary_large_image" }],
      ...Object.entries(tags).map(([property, content]) => ["meta", { property, content }]),
    ];
  },
  buildEnd: ({ outDir }) => drawCards(carded, outDir),
  // VitePress draws this page only in the browser.
  transformHtml(code, id) {
    if (!id.endsWith("404.html")) return code;
    const text = `<h1>Page not found</h1><p><a href="${SITE.pathname}">Go to the home page</a></p>`;
    return code.replace("</body>", `<noscript>${text}</noscript></body>`);
  },
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    image: { lazyLoading: true },
    codeTransformers: [typesOfNames],
    config(md) {
      const links = readableAsPages(REPOSITORY, reference.addresses);
      for (const plugin of [links, unbrokenNames, labelledCells, drawnInPage, linkedTerms]) plugin(md);
    },
  },
  vite: {
    logLevel: "warn",
    plugins: llmstxt({
      domain: SITE.origin,
      description: DESCRIPTION,
      details: "",
      excludeIndexPage: false,
      injectLLMHint: false,
      sidebar: [...guides, apiReference],
      // The whole text has the guides, and not the reference.
      ignoreFilesPerOutput: {
        llmsTxt: ["api/**/namespaces/**"],
        llmsFullTxt: ["api/**", ...REFERENCE_ONLY],
      },
    }),
    build: { chunkSizeWarningLimit: 4000 },
    // The playground runs the parser's source, so the site needs no build of the packages.
    resolve: {
      alias: {
        "@intent-tx/mock-server/parser": sourceOf("mock-server/src/parser/index.ts"),
        "intent-tx/contract": sourceOf("src/contract/index.ts"),
      },
    },
  },
  themeConfig: {
    logo: "/mark.svg",
    nav: [
      { text: "Guides", link: "/guides/getting-started", activeMatch: "^/guides/" },
      { text: "HTTP API", link: "/operations", activeMatch: "^/(operations|errors|decisions)" },
      { text: "Playground", link: "/playground" },
      { text: "Reference", link: "/api/", activeMatch: "^/api/" },
      {
        text: VERSION === "0.0.0" ? "Unreleased" : `v${VERSION}`,
        items: [
          { text: "Changelog", link: `${REPOSITORY}/blob/main/CHANGELOG.md` },
          { text: "Versions and upgrades", link: "/guides/versioning" },
          { text: "Contributing", link: "/contributing" },
          { text: "llms.txt", link: new URL("llms.txt", SITE).href },
        ],
      },
    ],
    socialLinks: [
      { icon: "github", link: REPOSITORY, ariaLabel: "GitHub" },
      { icon: "npm", link: `https://www.npmjs.com/package/${NAME}`, ariaLabel: "npm" },
    ],
    sidebar: {
      ...entrySidebars,
      "/api/": [apiReference],
      "/": guides,
    },
    outline: [2, 3],
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: "Edit this page" },
    search: { provider: "local", options: searchUnder(SITE.pathname) },
    lastUpdated: { formatOptions: { dateStyle: "long" } },
    footer: { message: "MIT license" },
  },
});
