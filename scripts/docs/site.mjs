// Builds the site into `site/`: the reference from the code, the pages of docs/, and llms.txt for programs. A warning
// or a broken link is an error. With --check it only checks the doc comments of the code, without building.
import process from "node:process";
import { Application, Converter, ReflectionKind, TSConfigReader, TypeDocReader } from "typedoc";
import { callables, documentationGaps } from "./gaps.mjs";
import { REFERENCE_OPTIONS, writeReference } from "./reference.mjs";
import { undocumentedFields } from "./undocumented.mjs";

const OUT = "site";

const app = await Application.bootstrapWithPlugins({ plugin: ["typedoc-plugin-markdown"] }, [
  new TypeDocReader(),
  new TSConfigReader(),
]);
for (const [name, value] of Object.entries(REFERENCE_OPTIONS)) app.options.setValue(name, value);
app.options.setValue("sort", ["source-order"]);
// The contract's types belong to the main package's page.
app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
  if (reflection.kindOf(ReflectionKind.Module) && /^intent-tx$|solana|testing/.test(reflection.name))
    reflection.comment?.modifierTags.add("@primaryExport");
});

// Members with computed names, such as `Symbol.hasInstance`, are for the packages' own use.
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const member of project.getReflectionsByKind(ReflectionKind.ClassMember))
    if (/^\[|^intent-tx\./.test(member.name)) project.removeReflection(member);
});

// The handle of a remote server has the methods of the in-process server, which the comment of its type links.
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const method of project.getReflectionsByKind(ReflectionKind.Method)) {
    const isMapped = /^Remote/.test(method.parent.name) && !method.signatures?.some(({ comment }) => comment);
    if (isMapped) project.removeReflection(method);
  }
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
const counted = `${project.children.length} entries, ${callables(project).length} calls`;
if (process.argv.includes("--check")) {
  console.log(`${counted}; nothing is undocumented`);
  process.exit();
}

await writeReference(app, project);
failIfWarned();
const { build } = await import("vitepress");
await build("docs", { outDir: OUT });
console.log(`wrote ${OUT}: ${counted}; nothing is undocumented, no link is broken`);
