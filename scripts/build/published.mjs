// Removes the parts of pages that apply only until the packages are on npm. `npm run release:version` runs it with the
// first released version. Such parts are between two HTML comments, which readers do not see.
import { readFileSync, writeFileSync } from "node:fs";

const PAGES = ["README.md", "mock-server/README.md", "docs/index.md", "docs/guides/getting-started.md"];
const PART = /[ \t]*<!-- unpublished -->[\s\S]*?<!-- \/unpublished -->\n*/g;

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
if (version !== "0.0.0") {
  for (const page of PAGES) {
    const text = readFileSync(page, "utf8");
    const rest = text.replace(PART, "");
    if (rest !== text) writeFileSync(page, rest);
  }
}
