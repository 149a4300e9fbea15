import { useData, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";
import { showTypesOnHover } from "./types-on-hover.mjs";

/** The page's text for programs; `npm run docs` writes it next to the page. Reference pages do not have one. */
function MarkdownLink() {
  const { relativePath, isNotFound } = useData().page.value;
  if (isNotFound || relativePath.startsWith("api/")) return null;
  const href = withBase(`/${relativePath}`);
  // Because of `target`, the browser follows the link, not the site's router.
  return h("a", { class: "as-markdown", href, target: "_self" }, "This page as Markdown");
}

const openSearch = () => document.querySelector(".VPNavBarSearch button")?.click();

const NotFound = () =>
  h("main", { class: "vp-doc not-found" }, [
    h("h1", "Page not found"),
    h("p", "Check the address, or search the guides and the reference."),
    // The search's own button is in the bar at the top.
    h("button", { class: "search", type: "button", onClick: openSearch }, "Search"),
    h("p", h("a", { href: withBase("/") }, "Go to the home page")),
  ]);

/** Scrolls the sidebar to the entry of the open page. */
function showOwnEntry() {
  const links = document.querySelectorAll(".VPSidebar .is-active > .item > .link");
  links[links.length - 1]?.scrollIntoView({ block: "nearest" });
}

// VitePress looks for a default export.
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      "doc-footer-before": () => h(MarkdownLink),
      "not-found": () => h(NotFound),
      "sidebar-nav-after": () => h("span", { onVnodeMounted: showOwnEntry }),
    }),
  enhanceApp({ router }) {
    if (import.meta.env.SSR) return;
    showTypesOnHover();
    router.onAfterRouteChange = () => requestAnimationFrame(showOwnEntry);
  },
};
