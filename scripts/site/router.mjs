import { BaseRouter } from "typedoc";
import { filePathOf } from "./sources.mjs";

/** Folder of a module's pages: `intent-tx/solana` is `solana`, `@intent-tx/mock-server/vitest` is `vitest`. */
export const folderOf = (module) => module.split("/").at(-1);

/** Addresses that a person can guess: `guides/amounts.html`, `errors.html`, `api/solana/signAndSend.html`. */
export class SiteRouter extends BaseRouter {
  buildPages(project) {
    const pages = super.buildPages(project);
    const overview = pages.find(({ url }) => url === "modules.html");
    overview.url = "api.html";
    this.fullUrls.set(project, overview.url);
    return pages;
  }

  getIdealBaseName(reflection) {
    if (reflection.isDocument()) {
      const path = filePathOf(reflection)
        .replace(/^docs\//, "")
        .replace(/\.md$/, "");
      return path.replace(/\/README$/, "").toLowerCase();
    }
    const names = [];
    for (let at = reflection; !at.isProject(); at = at.parent) names.unshift(at.name);
    const [module, ...rest] = names;
    return ["api", folderOf(module), ...rest.map((name) => this.getUrlSafeName(name))].join("/");
  }
}
