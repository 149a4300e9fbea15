// Writes the pages and tables of docs/ that come from code: `npm run docs:generate`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { corpusTable } from "./corpus.js";
import { decisionsPage } from "./decisions.js";
import { errorTables } from "./errors.js";
import { operationPages, overviewTables } from "./operations.js";
import { withTables } from "./tables.js";

type Tables = Readonly<Record<string, string>>;

/** The tables of each page. */
export const TABLES: Readonly<Record<string, () => Tables | Promise<Tables>>> = {
  "docs/operations.md": overviewTables,
  "docs/errors.md": errorTables,
  "docs/guides/parser.md": () => ({ corpus: corpusTable() }),
};

if (process.argv[1]?.endsWith("pages.ts")) {
  mkdirSync("docs/operations", { recursive: true });
  for (const [path, text] of await operationPages()) writeFileSync(`docs/${path}`, text);
  writeFileSync("docs/decisions.md", decisionsPage());
  for (const [path, tables] of Object.entries(TABLES))
    writeFileSync(path, withTables(readFileSync(path, "utf8"), await tables()));
  console.log("wrote docs/decisions.md, the page of each operation, and the tables of other pages");
}
