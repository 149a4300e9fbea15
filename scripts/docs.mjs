// Builds the site: reference from the code, guides from docs/, llms.txt for programs. A warning is an error.
import { existsSync } from "node:fs";
import process from "node:process";
import { Application, TSConfigReader, TypeDocReader } from "typedoc";
import { writeLlmsTexts } from "./docs-llms.mjs";
import { pagePaths } from "./docs-sidebar.mjs";
import { undocumentedFields } from "./docs-undocumented.mjs";

const app = await Application.bootstrapWithPlugins({}, [new TypeDocReader(), new TSConfigReader()]);
const entries = app.options.getValue("entryPoints").filter((path) => existsSync(path));
app.options.setValue("entryPoints", entries);
app.options.setValue(
  "projectDocuments",
  pagePaths().filter((path) => path !== "README.md"),
);

const project = await app.convert();
if (!project) process.exit(1);
app.validate(project);
for (const name of undocumentedFields(project)) app.logger.validationWarning(`${name} has no doc comment`);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);

const out = app.options.getValue("out");
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
const { pages } = writeLlmsTexts(out);
console.log(`wrote ${out}: ${entries.length} entries and ${pages} pages`);
