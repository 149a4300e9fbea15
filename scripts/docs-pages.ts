import { readFileSync, writeFileSync } from "node:fs";
import { withCorpusTable } from "./docs-corpus.js";
import { errorsPage } from "./docs-errors.js";
import { operationsPage } from "./docs-operations.js";

const PARSER = "docs/guides/parser.md";
writeFileSync("docs/errors.md", errorsPage());
writeFileSync("docs/operations.md", await operationsPage());
writeFileSync(PARSER, withCorpusTable(readFileSync(PARSER, "utf8")));
console.log(`wrote docs/errors.md, docs/operations.md and the table of ${PARSER}`);
