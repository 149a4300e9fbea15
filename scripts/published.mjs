// Takes out of the pages what holds only while the packages are not on npm: `npm run release:version` runs it with the first
// version that is released. Such parts stand between two comments, which no reader sees.
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
