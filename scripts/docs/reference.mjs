import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { ReflectionKind, RendererEvent } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { exportsOf, membersOf, typeText, wordsOf } from "./reflections.mjs";

/** Output folder of the reference, whose pages are not in the repository. */
export const REFERENCE = "docs/api";

/** Options of typedoc and typedoc-plugin-markdown, under their own names. */
export const REFERENCE_OPTIONS = {
  out: REFERENCE,
  readme: "none",
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
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("{{", "{ {");

/** The options object of a call, if its type is an interface of these packages. */
const optionsOf = ({ type }) =>
  type?.reflection?.kindOf?.(ReflectionKind.Interface) ? type.reflection : undefined;

/** The fields of a function's options, shown on the function's page. */
function optionTables(reflection) {
  const parameters = reflection.signatures?.flatMap(({ parameters: all = [] }) => all) ?? [];
  return parameters.flatMap((parameter) => {
    const options = optionsOf(parameter);
    if (options === undefined || !/options|input|settings/i.test(parameter.name)) return [];
    const rows = (options.children ?? []).map(({ name, type, flags, comment }) => {
      const path = `${parameter.name}.${name}${flags.isOptional ? "?" : ""}`;
      return `| \`${path}\` | \`${cell(typeText(type))}\` | ${cell(wordsOf(comment?.summary))} |`;
    });
    return [
      `### Fields of ${parameter.name}\n\n| Field | Type | Meaning |\n| :--- | :--- | :--- |\n${rows.join("\n")}\n\n`,
    ];
  });
}

/** Joins all errors into one list, because the plugin writes a heading for each error. */
const joinedThrows = (text) =>
  text.replaceAll(/(?:^(#{2,6}) Throws\n\n(?:(?!#|\*\*\*)[^\n]*\n+)+)+/gm, (part, level) => {
    const errors = part.split(/^#{2,6} Throws\n+/m).slice(1);
    return `${level} Throws\n\n${errors.map((error) => `- ${error.trim().replaceAll("\n", "\n  ")}`).join("\n")}\n\n`;
  });

/** Removes the sections about other declarations of a member. */
const withoutOrigins = (text) =>
  text.replaceAll(/^#{2,6} (?:Implementation of|Inherited from|Overrides)\n\n[^\n]*\n+/gm, "");

/** Moves the sections about related classes to the end of the page. */
function relativesLast(text) {
  const sections = /^## (?:Extended by|Implements)\n\n(?:- [^\n]*\n)+\n*/gm;
  const moved = text.match(sections) ?? [];
  return moved.length === 0 ? text : `${text.replaceAll(sections, "").trimEnd()}\n\n${moved.join("")}`;
}

/** Lets a line end between the names of a type such as `Promise<Awaited<T>>`, instead of within a name. */
const withBreaks = (text) => text.replaceAll("`&lt;`", "`&lt;<wbr>`");

/** Links a resource's method to the page of its operation. */
const withOperations = (text, name) =>
  text.replaceAll(/^### (\w+)\(\)\n/gm, (heading, method) => {
    const page = `operations/${name.replace(/Resource$/, "").toLowerCase()}-${method}`;
    return existsSync(`docs/${page}.md`) ? `${heading}\n[HTTP request and answer](/${page})\n` : heading;
  });

/** Converts the plugin's page to a page of the site. */
function finishPage(page) {
  const tables = page.model.kindOf?.(ReflectionKind.Function) ? optionTables(page.model) : [];
  const own = withOperations(page.contents, page.model.name ?? "");
  const text = relativesLast(joinedThrows(withBreaks(withoutOrigins(own)))).replace(
    /^## Returns$/m,
    `${tables.join("")}## Returns`,
  );
  page.contents = `---\neditLink: false\nlastUpdated: false\noutline: [2, 3]\npageClass: api\n---\n\n${text}`;
}

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
        .map((item) => ({ text: item.name, link: urlOf(router, item) }))
        .sort((a, b) => (a.text < b.text ? -1 : 1));
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
  app.renderer.on(MarkdownPageEvent.END, finishPage);
  app.renderer.on(RendererEvent.BEGIN, () => {
    const { router } = app.renderer;
    index.sidebar = sidebarOf(project, router);
    index.addresses = addressesOf(project, router);
  });
  await app.generateOutputs(project);
  mkdirSync(REFERENCE, { recursive: true });
  writeFileSync(`${REFERENCE}/index.json`, JSON.stringify(index));
}
