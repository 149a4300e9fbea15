import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tsImport } from "tsx/esm/api";
import { ReflectionKind, RendererEvent } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { exportsOf, membersOf } from "./reflections.mjs";

/** Output folder of the reference, whose pages are not in the repository. */
export const REFERENCE = "docs/api";

/** Options of typedoc and typedoc-plugin-markdown, under their own names. */
export const REFERENCE_OPTIONS = {
  out: REFERENCE,
  readme: "none",
  router: "module",
  name: "API reference",
  includeVersion: false,
  entryFileName: "index",
  excludeScopesInPaths: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: "table",
  typeAliasPropertiesFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  indexFormat: "table",
  useCodeBlocks: true,
  useHTMLEncodedBrackets: true,
  sanitizeComments: true,
  tableColumnSettings: {
    leftAlignHeaders: true,
    hideInherited: true,
    hideOverrides: true,
    hideModifiers: true,
    hideDefaults: true,
  },
  pageTitleTemplates: { member: "{name}", module: "{name}", index: "API reference" },
};

const urlOf = (router, reflection) => `/api/${router.getFullUrl(reflection).replace(/\.md\b/, ".html")}`;

/** Joins all errors into one list, because the plugin writes a heading for each error. */
const joinedThrows = (text) =>
  text.replaceAll(/(?:^(#{2,6}) Throws\n\n(?:(?!#|\*\*\*)[^\n]*\n+)+)+/gm, (part, level) => {
    const errors = part.split(/^#{2,6} Throws\n+/m).slice(1);
    return `${level} Throws\n\n${errors.map((error) => `- ${error.trim().replaceAll("\n", "\n  ")}`).join("\n")}\n\n`;
  });

/** Removes the sections about other declarations of a member. */
const withoutOrigins = (text) =>
  text.replaceAll(/^#{2,6} (?:Implementation of|Inherited from|Overrides)\n\n[^\n]*\n+/gm, "");

/** Lets a line end between the names of a type such as `Promise<Awaited<T>>`, instead of within a name. */
const withBreaks = (text) =>
  text
    .replaceAll(
      /(`ZodMiniType`)&lt;`unknown`, `unknown`, `\$ZodTypeInternals`&lt;`unknown`, `unknown`&gt;&gt;/g,
      "$1",
    )
    .replaceAll("`&lt;`", "`&lt;<wbr>`");

/** Links a resource's method to the page of its operation. */
const withOperations = (text) =>
  text.replaceAll(/^### (\w+)Resource\n[\s\S]*?(?=^\*\*\*$|^## )/gm, (section, name) =>
    section.replaceAll(/^##### (\w+)\(\)\n/gm, (heading, method) => {
      const page = `operations/${name.toLowerCase()}-${method}`;
      return existsSync(`docs/${page}.md`) ? `${heading}\n[HTTP request and answer](/${page})\n` : heading;
    }),
  );

/** Shows the fields of the contract's schemas and the rows of its tables, instead of their declarations. */
const withContract = (text, parts) =>
  text.replaceAll(
    /^### (\S+)\n\n```ts\n[\s\S]*?\n```\n([\s\S]*?)(?=^\*\*\*$|^## )/gm,
    (section, title, rest) => {
      const name = title.replaceAll("\\", "");
      const [words] = rest.split("#### Type Declaration");
      return Object.hasOwn(parts, name) ? `### ${title}\n${words.trimEnd()}\n\n${parts[name]}\n\n` : section;
    },
  );

/** Writes the names that an entry exports from another one in one line, instead of a section for each. */
const withoutSections = (text) =>
  text.replace(/^## References\n[\s\S]*/m, (section) => {
    const names = [...section.matchAll(/^Re-exports (.*)$/gm)].map(([, link]) => link);
    return `## Also exported\n\n${names.join(", ")}.\n`;
  });

/** Converts the plugin's page to a page of the site. */
function finishPage(page, parts) {
  const own = withoutSections(withContract(withOperations(page.contents), parts));
  const text = joinedThrows(withBreaks(withoutOrigins(own)));
  page.contents = `---\neditLink: false\nlastUpdated: false\noutline: [2, 3]\npageClass: api\n---\n\n${text}`;
}

/** A name whose line can break before each capital letter, for the narrow sidebar. */
const breakable = (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "<wbr>");

const KINDS = [
  ["Functions", ReflectionKind.Function],
  ["Classes", ReflectionKind.Class],
  ["Interfaces", ReflectionKind.Interface],
  ["Types", ReflectionKind.TypeAlias],
  ["Values", ReflectionKind.Variable | ReflectionKind.Enum],
];

/** The sidebar of the reference: the exports of each entry by kind. */
function sidebarOf(project, router) {
  return project.children.map((module) => ({
    text: module.name,
    link: urlOf(router, module),
    items: KINDS.flatMap(([text, kind]) => {
      const items = exportsOf(module)
        .filter((item) => item.kindOf(kind))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((item) => ({ text: breakable(item.name), link: urlOf(router, item) }));
      return items.length === 0 ? [] : [{ text, items }];
    }),
  }));
}

/** Common variable names in the pages, by their type. */
const HELD = { IntentTx: "client", MockServer: "server", KeyRotator: "rotator" };

/** The URL of every name that pages write as code: `Portfolio`, `KeyRotator.rotate`, `client.prices.retrieve`. */
function addressesOf(project, router) {
  const addresses = {};
  const add = (name, reflection) => {
    if (router.hasUrl(reflection)) addresses[name] ??= urlOf(router, reflection);
  };
  for (const module of project.children)
    for (const item of exportsOf(module)) {
      // A plain word that is also the name of a small function is not linked.
      if (!/^[a-z]+$/.test(item.name)) add(item.name, item);
      for (const member of membersOf(item)) {
        add(`${item.name}.${member.name}`, member);
        const held = HELD[item.name];
        if (held === undefined) continue;
        add(`${held}.${member.name}`, member);
        for (const inner of member.type?.reflection?.children ?? [])
          add(`${held}.${member.name}.${inner.name}`, inner);
      }
    }
  return addresses;
}

/** Writes the reference as pages of the site, with its sidebar and the URLs of all names. */
export async function writeReference(app, project) {
  const index = {};
  const { contractParts } = await tsImport("./contract-parts.ts", import.meta.url);
  const parts = contractParts();
  app.renderer.on(MarkdownPageEvent.END, (page) => finishPage(page, parts));
  app.renderer.on(RendererEvent.BEGIN, () => {
    const { router } = app.renderer;
    index.sidebar = sidebarOf(project, router);
    index.addresses = addressesOf(project, router);
  });
  await app.generateOutputs(project);
  mkdirSync(REFERENCE, { recursive: true });
  writeFileSync(`${REFERENCE}/index.json`, JSON.stringify(index));
}
