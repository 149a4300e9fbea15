import { existsSync } from "node:fs";

const CALL = /^(?:new )?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\(\)|\(…\))?$/;

/** The anchor of a heading, as GitHub generates it, so that links also work there. */
export const slugOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/**
 * Adapts links in pages that GitHub and npm also show: absolute links into the repository lead to the site's pages
 * instead, and names in code lead to the reference.
 */
export function readableAsPages(repository, addresses) {
  const own = `${repository}/blob/main/`;
  const pageOf = (href) => {
    const [path, hash] = href.split("#");
    const file = path.startsWith(own) ? path.slice(own.length) : path;
    const page = {
      "README.md": "index.md",
      "mock-server/README.md": "mock-server.md",
      "CONTRIBUTING.md": "contributing.md",
      "../../SECURITY.md": "security.md",
      "SECURITY.md": "security.md",
    }[file];
    const under = page ?? (/^docs\/.*\.md$/.test(file) ? file.slice("docs/".length) : undefined);
    if (under === undefined || !existsSync(`docs/${under}`)) return href;
    return `/${under}${hash === undefined ? "" : `#${hash}`}`;
  };
  const linked = (token, Token) => {
    const name = token.type === "code_inline" ? CALL.exec(token.content)?.[1] : undefined;
    const address = name === undefined ? undefined : Object.hasOwn(addresses, name) && addresses[name];
    if (!address) return [token];
    const open = new Token("link_open", "a", 1);
    open.attrSet("href", address);
    return [open, token, new Token("link_close", "a", -1)];
  };
  return (md) => {
    md.core.ruler.push("readable-as-pages", ({ tokens, env, Token }) => {
      const isReference = env.relativePath?.startsWith("api/");
      for (const [index, { type, children }] of tokens.entries()) {
        if (type !== "inline" || children === null) continue;
        let links = 0;
        const isHeading = tokens[index - 1]?.type === "heading_open";
        tokens[index].children = children.flatMap((token) => {
          if (token.type === "link_open") {
            links++;
            token.attrSet("href", pageOf(token.attrGet("href") ?? ""));
          }
          if (token.type === "link_close") links--;
          // npm shows a README's picture from GitHub; the site has its own copy.
          if (token.type === "image")
            token.attrSet("src", token.attrGet("src").replace(/^https:.*\/docs\//, ""));
          if (token.type === "image" && token.attrGet("src")?.includes("/images/studio/")) {
            // Without a size, a browser treats all images as visible and loads them immediately.
            token.attrSet("width", "1200");
            token.attrSet("height", "750");
          }
          return links > 0 || isHeading || isReference ? [token] : linked(token, Token);
        });
      }
    });
  };
}
