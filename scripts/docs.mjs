// Builds the site: reference from the code, guides from docs/, llms.txt for programs. A warning is an error.
import process from "node:process";
import {
  Application,
  Converter,
  ReflectionKind,
  RendererEvent,
  TSConfigReader,
  TypeDocReader,
} from "typedoc";
import { callables, documentationGaps } from "./docs-gaps.mjs";
import { writeLlmsTexts } from "./docs-llms.mjs";
import { apiText } from "./docs-llms-api.mjs";
import { pagePaths } from "./docs-sidebar.mjs";
import { undocumentedFields } from "./docs-undocumented.mjs";
import { writeAssets } from "./site/assets.mjs";
import { siteMistakes } from "./site/check.mjs";
import { linkOwnPages } from "./site/own-links.mjs";
import { SiteRouter } from "./site/router.mjs";
import { SiteTheme } from "./site/theme.mjs";

const app = await Application.bootstrapWithPlugins({}, [new TypeDocReader(), new TSConfigReader()]);
app.renderer.defineTheme("site", SiteTheme);
app.renderer.defineRouter("site", SiteRouter);
app.options.setValue("theme", "site");
app.options.setValue("router", "site");
app.options.setValue("sort", ["source-order"]);
app.options.setValue("includeHierarchySummary", false);
app.options.setValue(
  "projectDocuments",
  pagePaths().filter((path) => path !== "README.md"),
);
// The contract's types belong to the page of the package that everybody imports.
app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
  if (reflection.kindOf(ReflectionKind.Module) && /^intent-tx$|solana|testing/.test(reflection.name))
    reflection.comment?.modifierTags.add("@primaryExport");
});

const failIfWarned = () => {
  if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
};

const project = await app.convert();
if (!project) process.exit(1);
app.validate(project);
for (const name of undocumentedFields(project)) app.logger.validationWarning(`${name} has no doc comment`);
for (const gap of documentationGaps(project)) app.logger.validationWarning(gap);
failIfWarned();

const out = app.options.getValue("out");
// After TypeDoc has written its own.
app.renderer.on(RendererEvent.END, () => {
  const { searchable } = app.renderer.theme;
  writeAssets(out, searchable);
  linkOwnPages(out, searchable.pages);
});
await app.generateOutputs(project);
failIfWarned();
const { pages } = writeLlmsTexts(out, apiText(project));
const mistakes = siteMistakes(out);
for (const mistake of mistakes) app.logger.error(mistake);
failIfWarned();
console.log(
  `wrote ${out}: ${project.children.length} entries, ${callables(project).length} calls, ${pages} pages; nothing is undocumented, no link is broken`,
);
