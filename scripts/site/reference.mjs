import { ReflectionKind } from "typedoc";
import { examplesHtml, lineHtml, otherTagsHtml, summaryHtml } from "./comment.mjs";
import { groupsOf, modulesOf } from "./groups.mjs";
import { guidesHtml } from "./guides.mjs";
import { anchorHtml, escaped, table } from "./html.mjs";
import { isCallable, isOwn, signaturesOf } from "./names.mjs";
import { fieldsHtml, signatureHtml } from "./signature.mjs";
import { declarationHtml, fieldsOf, typeHtml } from "./types.mjs";

const link = (context, reflection, text = reflection.name) =>
  `<a href="${context.urlTo(reflection)}"><code>${escaped(text)}</code></a>`;

const KINDS = {
  [ReflectionKind.Class]: "class",
  [ReflectionKind.Interface]: "interface",
  [ReflectionKind.TypeAlias]: "type",
  [ReflectionKind.Function]: "function",
  [ReflectionKind.Variable]: "constant",
};

/** A heading that can be linked to; the table of contents of the page has it. */
function heading(context, level, text, anchor) {
  const id = anchor ?? context.slugger.slug(text);
  context.page.pageHeadings.push({ link: `#${id}`, text: escaped(text), level });
  return `<h${level} id="${id}">${escaped(text)}${anchorHtml(`#${id}`)}</h${level}>`;
}

/** The client's property that holds a resource: methods of `PricesResource` are called as `client.prices.…`. */
function holderOf(reflection) {
  const resource = /^([A-Z]\w+)Resource$/.exec(reflection.name)?.[1];
  if (resource) return `client.${resource[0].toLowerCase()}${resource.slice(1)}`;
  return {
    IntentTx: "client",
    MockServer: "server",
    ServerClock: "server.clock",
    Faults: "server.faults",
    RequestLog: "server.requests",
    KeyRotator: "rotator",
  }[reflection.name];
}

function methodHtml(context, method, holder) {
  const name = holder ? `${holder}.${method.name}` : method.name;
  const signatures = signaturesOf(method);
  return [
    '<section class="member">',
    heading(context, 3, `${name}()`, context.getAnchor(method)),
    ...signatures.map((signature) =>
      signatureHtml(context, signature, method.signatures ? {} : { name: method.name }),
    ),
    method.signatures ? "" : summaryHtml(context, method),
    guidesHtml(context, method),
    "</section>",
  ].join("\n");
}

function inheritedHtml(context, members) {
  const byParent = new Map();
  for (const member of members) {
    let from = member;
    while (from.inheritedFrom?.reflection) from = from.inheritedFrom.reflection;
    const { parent } = from;
    if (from !== member && !from.inheritedFrom && !from.kindOf(ReflectionKind.Constructor))
      byParent.set(parent, [...(byParent.get(parent) ?? []), from]);
  }
  return [...byParent]
    .map(
      ([parent, of]) =>
        `<p>From ${link(context, parent)}: ${of.map((one) => link(context, one)).join(", ")}.</p>`,
    )
    .join("");
}

function membersHtml(context, reflection) {
  const members = (reflection.children ?? []).filter(isOwn);
  const own = members.filter((member) => !member.inheritedFrom);
  const made = own.find((member) => member.kindOf(ReflectionKind.Constructor));
  const methods = own.filter((member) => isCallable(member) && member !== made);
  const fields = own.filter((member) => !isCallable(member) && member !== made);
  const inherited = inheritedHtml(
    context,
    members.filter((member) => member.inheritedFrom),
  );
  const holder = holderOf(reflection);
  return [
    made ? heading(context, 2, "Constructor", context.getAnchor(made)) : "",
    ...(made ? made.signatures.map((signature) => signatureHtml(context, signature)) : []),
    fields.length ? heading(context, 2, "Properties") + fieldsHtml(context, fields) : "",
    methods.length ? heading(context, 2, "Methods") : "",
    ...methods.map((method) => methodHtml(context, method, holder)),
    inherited ? heading(context, 2, "Inherited") + inherited : "",
  ].join("\n");
}

function typeBody(context, reflection) {
  const declaration = declarationHtml(context, reflection);
  const fields =
    declaration.shown && reflection.type?.type === "reflection" ? fieldsOf(reflection.type) : undefined;
  return [
    declaration.html,
    fields?.length ? heading(context, 2, "Properties") + fieldsHtml(context, fields) : "",
  ].join("\n");
}

const extendsHtml = (context, { extendedTypes = [] }) =>
  extendedTypes.length
    ? `<p class="extends">extends ${extendedTypes.map((type) => typeHtml(context, type)).join(", ")}</p>`
    : "";

/** The page of an export. */
export function exportHtml(context, reflection) {
  const module = reflection.parent;
  const isType = reflection.kindOf(ReflectionKind.Interface | ReflectionKind.TypeAlias);
  const functionLike = reflection.signatures !== undefined;
  const example = reflection.comment?.getTag("@example");
  return [
    `<p class="crumbs"><a href="${context.urlTo(module)}">${escaped(module.name)}</a></p>`,
    `<h1>${escaped(reflection.name)}${functionLike ? "()" : ""} <small>${KINDS[reflection.kind] ?? ""}</small></h1>`,
    `<pre class="import"><code>import ${isType ? "type " : ""}{ ${reflection.name} } from "${module.name}";</code></pre>`,
    extendsHtml(context, reflection),
    functionLike ? "" : summaryHtml(context, reflection),
    guidesHtml(context, reflection),
    example ? heading(context, 2, "Example") + examplesHtml(context, reflection.comment) : "",
    otherTagsHtml(context, reflection.comment),
    functionLike
      ? reflection.signatures.map((signature) => signatureHtml(context, signature)).join("\n")
      : reflection.kindOf(ReflectionKind.Class | ReflectionKind.Interface)
        ? membersHtml(context, reflection)
        : typeBody(context, reflection),
  ].join("\n");
}

const indexTable = (context, items) =>
  table(
    ["name", "what it is"],
    items.map((item) => [
      link(context, item, item.signatures ? `${item.name}()` : item.name),
      lineHtml(context, item),
    ]),
  );

/** The index of a module. */
export function moduleHtml(context, module) {
  return [
    `<h1><code>${escaped(module.name)}</code></h1>`,
    summaryHtml(context, module),
    ...groupsOf(module).map(({ title, items }) => heading(context, 2, title) + indexTable(context, items)),
  ].join("\n");
}

/** The list of all modules. */
export function overviewHtml(context, project) {
  const rows = modulesOf(project).map((module) => [link(context, module), lineHtml(context, module)]);
  return `<h1>API reference</h1><p>What each entry of the two packages exports.</p>${table(["import from", "what it is for"], rows)}`;
}
