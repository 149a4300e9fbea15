// Writes the pages and tables of docs/ that come from code: `npm run docs:generate`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { withCorpusTable } from "./corpus.js";
import { decisionsPage } from "./decisions.js";
import { errorsPage } from "./errors.js";
import { operationPages } from "./operations.js";

const PARSER = "docs/guides/parser.md";
const operations = await operationPages();
mkdirSync("docs/operations", { recursive: true });
for (const [path, text] of operations) writeFileSync(`docs/${path}`, text);
writeFileSync("docs/decisions.md", decisionsPage());
writeFileSync("docs/errors.md", errorsPage());
writeFileSync(PARSER, withCorpusTable(readFileSync(PARSER, "utf8")));
console.log(
  `wrote docs/decisions.md, docs/errors.md, ${operations.size} pages of operations and the table of ${PARSER}`,
);
