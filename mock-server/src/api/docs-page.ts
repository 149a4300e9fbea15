import { type OpenApiDocument, openApiDocument } from "intent-tx/contract";
import { writeJson } from "../kernel/json.js";

interface Content {
  readonly content?: {
    readonly "application/json"?: {
      readonly schema: Schema;
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
    };
  };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Omit<InputField, "place"> & { readonly in: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

interface Section {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
  readonly baseUrl: string;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes the value of an attribute. */
const escapeValue = (text: string): string => escapeHtml(text).replaceAll('"', "&quot;");

/** Escapes text; text in backticks becomes code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

const schemaOf = (part: Content | undefined) => part?.content?.["application/json"]?.schema;
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Samples, one shown at a time; a button for each name selects it. */
function tabs(samples: readonly (readonly [name: string, text: string])[]): string {
  const names = samples.map(
    ([name], index) => `<button type="button" class="tab" aria-pressed="${index === 0}">${name}</button>`,
  );
  const blocks = samples.map(
    ([, text], index) =>
      `<div${index === 0 ? "" : " hidden"}><pre><code>${escapeHtml(text)}</code></pre></div>`,
  );
  return `<div class="tabs">${samples.length > 1 ? `<p>${names.join("")}</p>` : ""}${blocks.join("")}</div>`;
}

const texts = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function inputRow({ name, place, required, description, example, schema }: InputField): string {
  const byDefault =
    schema.default === undefined ? "" : `Default <code>${escapeHtml(texts(schema.default))}</code>.`;
  const value = required ? ` value="${escapeValue(texts(example))}"` : "";
  const others = schema.examples ?? [];
  const list = others.map((other) => `<option>${escapeHtml(texts(other))}</option>`).join("");
  const choices = others.length > 1 ? ` list="${name}s"><datalist id="${name}s">${list}</datalist>` : ">";
  return `<tr><td><code>${name}</code><br><small>${place}${required ? ", required" : ""}</small></td>
<td>${escapeHtml(typeOf(schema))}</td><td>${prose(description)} ${byDefault}</td>
<td><input name="${name}" aria-label="${name}" data-in="${place}" data-type="${schema.type ?? ""}"${value} placeholder="${escapeValue(texts(example))}"${choices}</td></tr>`;
}

/** The call as a curl command, with the client and without it, with examples for required fields. */
function samples({ method, path, operation, baseUrl }: Section, fields: readonly InputField[]): string {
  const values = (place: string) =>
    fields
      .filter((field) => field.place === place && field.required)
      .map((field) => [field.name, field.example]);
  const inPath = values("path").map(([, example]) => example);
  const inBody = Object.fromEntries(values("body")) as object;
  const url = `${baseUrl}${inPath.reduce<string>((text, value) => text.replace(/\{\w+\}/, texts(value)), path)}`;
  const body = operation.requestBody && JSON.stringify(inBody);
  const curl = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}" \\`,
    `  -H "Authorization: Bearer $INTENT_TX_API_KEY"${body ? " \\" : ""}`,
    ...(body ? [`  -H "Content-Type: application/json" \\`, `  -d '${body}'`] : []),
  ];
  const input = [...inPath, ...(body ? [inBody] : [])].map(json).join(", ");
  const client = [
    'import { IntentTx } from "intent-tx";',
    "",
    `const client = new IntentTx({ baseUrl: "${baseUrl}", apiKey: "$INTENT_TX_API_KEY" });`,
    `console.log(await client.${operation.operationId}(${input}));`,
  ];
  const type = body ? ', "Content-Type": "application/json"' : "";
  const plain = [
    `const response = await fetch("${url}", {`,
    `  method: "${method}",`,
    `  headers: { Authorization: "Bearer $INTENT_TX_API_KEY"${type} },`,
    ...(body ? [`  body: JSON.stringify(${body}),`] : []),
    "});",
    "console.log(response.status, await response.json());",
  ];
  return tabs([
    ["curl", curl.join("\n")],
    ["TypeScript", client.join("\n")],
    ["fetch", plain.join("\n")],
  ]);
}

function sectionOf(section: Section): string {
  const { method, path, operation } = section;
  const parameters = operation.parameters.map((parameter) => ({ ...parameter, place: parameter.in }));
  const fields = [...parameters, ...bodyFields(schemaOf(operation.requestBody))];
  const answers = Object.entries(operation.responses);
  const success = answers.find(([status]) => status.startsWith("2"));
  const answer = schemaOf(success?.[1]) ?? {};
  const kinds = answer.oneOf ?? [answer];
  const rows = answerFields(kinds).map(
    ([name, field]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(field))}</td><td>${prose(field.description ?? "")}</td></tr>`,
  );
  const kindOf = ({ properties = {} }: Schema) =>
    String(Object.values(properties).find((field) => field.const !== undefined)?.const ?? "");
  const errors = answers
    .filter((one) => one !== success)
    .map(([status, { description }]) => `<tr><td>${status}</td><td>${prose(description)}</td></tr>`);
  const refusals = answers.flatMap(([, { content }]) =>
    Object.entries(content?.["application/json"]?.examples ?? {}),
  );
  return `<section><h2 id="${operation.operationId}"><a href="#${operation.operationId}">${operation.operationId}</a></h2>
<p class="path"><b>${method}</b> <code>/v1${escapeHtml(path)}</code></p>
<p>${prose(operation.summary)} ${prose(operation.description)}</p>
<form data-method="${method}" data-path="${escapeValue(path)}"${operation.requestBody ? " data-body=1" : ""}>
${fields.length === 0 ? "" : `<div class="wide"><table><tr><th>Field</th><th>Type</th><th>Meaning</th><th>Value to send</th></tr>${fields.map(inputRow).join("")}</table></div>`}
<button>Send</button><output hidden></output></form>
<details><summary>As curl, TypeScript and fetch</summary>${samples(section, fields)}</details>
<details><summary>Response ${success?.[0] ?? ""}</summary>${tabs(kinds.map((kind) => [kindOf(kind), json(sampleOf(kind))]))}
<div class="wide"><table><tr><th>Field</th><th>Type</th><th>Meaning</th></tr>${rows.join("")}</table></div></details>
<details><summary>Errors</summary><table><tr><th>Status</th><th>Codes</th></tr>${errors.join("")}</table>
${tabs(refusals.map(([code, { value }]) => [code, json(value)]))}</details></section>`;
}

/** The page at `/docs`: the OpenAPI document with a form for each call. One file without external resources. */
export function docsPage(document: OpenApiDocument): string {
  const paths = document["paths"] as Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  const [server] = document["servers"] as readonly { readonly url: string }[];
  const baseUrl = server?.url ?? "";
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      baseUrl,
    })),
  );
  const index = sections.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}">${operation.operationId}</a> <small>${method} /v1${escapeHtml(path)}</small></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Intent-driven transaction service: API</title><style>${DOCS_STYLE}</style></head><body>
<h1>Intent-driven transaction service</h1>
<p>Every request needs an API key. <code>serve</code> prints this server's keys. The OpenAPI document of the API is
<a href="openapi.json">openapi.json</a>. The control plane has <a href="_mock/openapi.json">its own document</a>.</p>
<p><label>API key <input id="key" placeholder="svc_live_…" autocomplete="off" spellcheck="false"></label></p>
<ul>${index.join("")}</ul>${sections.map(sectionOf).join("")}<script>${DOCS_SCRIPT}</script></body></html>`;
}

export const documentAt = (baseUrl: string): string => writeJson(openApiDocument(baseUrl));

export const pageAt = (baseUrl: string): string => docsPage(openApiDocument(baseUrl));

/** The parts of an OpenAPI schema that the page shows. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

export function sampleOf(schema: Schema): unknown {
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  const [kind] = schema.oneOf ?? schema.anyOf ?? [];
  if (kind) return sampleOf(kind);
  if (schema.items) return [sampleOf(schema.items)];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
  );
}

/** A field's type and limits in words. */
export function typeOf(schema: Schema): string {
  const { type = "any", format, enum: values, items, minimum, maximum, minLength, maxLength } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (items) return `array of ${items.enum ? typeOf(items) : (items.type ?? "object")}`;
  const numbers =
    minimum === undefined
      ? []
      : maximum === undefined
        ? [`${minimum} or greater`]
        : [`${minimum} to ${maximum}`];
  const lengths = maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`];
  return [format ?? type, ...numbers, ...lengths].join(", ");
}

export interface InputField {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
  readonly schema: Schema;
}

export function bodyFields(schema: Schema | undefined): InputField[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    place: "body",
    required: schema?.required?.includes(name) ?? false,
    description: field.description ?? "",
    example: sampleOf(field),
    schema: field,
  }));
}

/** Object schemas among a field's types, and in its list items. */
export function objectsIn(fields: readonly Schema[]): Schema[] {
  const inner = fields.map((field) => field.items ?? field);
  return inner.flatMap((field) => field.oneOf ?? field.anyOf ?? (field.properties ? [field] : []));
}

/** The rows of a response table: every field by its dotted path, with nested fields. */
export function answerFields(kinds: readonly Schema[], prefix = ""): [path: string, field: Schema][] {
  const seen = new Map<string, Schema[]>();
  for (const { properties = {} } of kinds)
    for (const [name, field] of Object.entries(properties))
      seen.set(name, [...(seen.get(name) ?? []), field]);
  return [...seen].flatMap(([name, fields]) => {
    const below = objectsIn(fields);
    const path = `${prefix}${name}`;
    const [first] = fields as [Schema];
    return [[path, first], ...answerFields(below, `${path}${first.items ? "[]" : ""}.`)] as [
      string,
      Schema,
    ][];
  });
}

/**
 * Sends the calls of the page at `/docs` and copies identifiers from a response to the calls that need them. It runs in
 * a browser and shows responses as text, never as HTML.
 */
const DOCS_SCRIPT = `
const given = ({ dataset, value }) =>
  ["integer", "number", "boolean", "array", "object"].includes(dataset.type) ? JSON.parse(value) : value;

const at = (path) => location.pathname.replace(/docs\\/?$/, path);

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const body = {};
  for (const input of form.querySelectorAll("[data-in]")) {
    if (input.value === "") continue;
    const { name, dataset } = input;
    if (dataset.in === "path") path = path.replace("{" + name + "}", encodeURIComponent(input.value));
    else if (dataset.in === "query") query.set(name, input.value);
    else body[name] = given(input);
  }
  const search = query.size > 0 ? "?" + query : "";
  const key = document.getElementById("key").value.trim();
  const headers = key ? { Authorization: "Bearer " + key } : {};
  const init = { method: form.dataset.method, headers };
  if (form.dataset.body) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  return [at("v1") + path + search, init];
}

function remember(answer) {
  for (const name of ["intentId", "keyId", "walletAddress"])
    if (typeof answer?.[name] === "string")
      for (const input of document.getElementsByName(name)) input.value = answer[name];
}

async function send(form) {
  const out = form.querySelector("output");
  try {
    const [path, init] = requestOf(form);
    const response = await fetch(path, init);
    const text = await response.text();
    const left = response.headers.get("X-RateLimit-Remaining");
    let shown = text;
    try {
      const answer = JSON.parse(text);
      // Parsing and formatting would round integers beyond 2^53.
      shown = /[:,[]\\s*\\d{16}/.test(text) ? text : JSON.stringify(answer, null, 2);
      if (response.ok) remember(answer);
    } catch {}
    out.textContent = response.status + (left === null ? "" : ", " + left + " requests left") + "\\n" + shown;
  } catch (error) {
    out.textContent = "Not sent: " + error.message;
  }
  out.hidden = false;
}

// On loopback, the control plane needs no token and lists this server's keys.
fetch(at("_mock/world"))
  .then((answer) => (answer.ok ? answer.json() : {}))
  .then(({ keys }) => {
    const field = document.getElementById("key");
    if (keys && field.value === "") field.value = keys.enterprise;
  })
  .catch(() => {})
  .then(fillKey);

// The samples carry the key of the field.
const PLACE = "$INTENT_TX_API_KEY";
const withKey = [...document.querySelectorAll("pre code")]
  .map((code) => [code, code.textContent])
  .filter(([, text]) => text.includes(PLACE));
function fillKey() {
  const key = document.getElementById("key").value.trim();
  for (const [code, text] of withKey) code.textContent = text.replace(PLACE, key || PLACE);
}
document.getElementById("key").addEventListener("input", fillKey);

for (const group of document.querySelectorAll(".tabs")) {
  const names = [...group.querySelectorAll(".tab")];
  const blocks = group.querySelectorAll("div");
  for (const [index, name] of names.entries())
    name.addEventListener("click", () => {
      for (const [other, block] of blocks.entries()) {
        block.hidden = other !== index;
        names[other].setAttribute("aria-pressed", other === index);
      }
    });
}

for (const block of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  block.before(button);
}

for (const form of document.forms)
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
`;

const DOCS_STYLE = `
:root {
  --ground: #fff;
  --raised: #f6f7f8;
  --line: #e2e5e9;
  --text: #1c2128;
  --quiet: #59636e;
  --accent: #4f4fc9;
  color-scheme: light dark;
}
@media(prefers-color-scheme:dark) {
  :root {
    --ground: #14171b;
    --raised: #1c2026;
    --line: #2f353d;
    --text: #e3e6ea;
    --quiet: #9aa4af;
    --accent: #b1b1f5;
  }
}
* {
  box-sizing: border-box;
}
body {
  font: 16px/1.6 system-ui,sans-serif;
  max-width: 60rem;
  margin: 2rem auto;
  padding: 0 1rem 4rem;
  background: var(--ground);
  color: var(--text);
}
a {
  color: var(--accent);
  text-decoration: none;
}
a:hover {
  text-decoration: underline;
}
small, th {
  color: var(--quiet);
  font-weight: 400;
}
code, pre, input, output {
  font: 13.5px/1.5 ui-monospace,Menlo,Consolas,monospace;
}
pre, output {
  display: block;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: .75rem 1rem;
  overflow: auto;
  white-space: pre;
  max-height: 30rem;
}
output {
  margin-top: .75rem;
}
output[hidden] {
  display: none;
}
section {
  margin-top: 2.5rem;
  border-top: 1px solid var(--line);
}
h2 {
  margin: 1.25rem 0 .25rem;
}
h2 a {
  color: inherit;
}
.path {
  margin: .25rem 0;
}
ul {
  columns: 18rem;
  padding-left: 1.1rem;
}
.wide {
  overflow-x: auto;
}
table {
  width: 100%;
  border-collapse: collapse;
  font-size: .92rem;
}
td, th {
  text-align: left;
  padding: .4rem .8rem .4rem 0;
  border-bottom: 1px solid var(--line);
  vertical-align: top;
}
input {
  width: 100%;
  min-width: 11rem;
  padding: .35rem .5rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  color: inherit;
}
#key {
  max-width: 32rem;
}
button {
  margin-top: .75rem;
  padding: .35rem 1.1rem;
  border: 0;
  border-radius: 6px;
  background: var(--accent);
  color: var(--ground);
  font: inherit;
  cursor: pointer;
}
.tab {
  margin: 0 .35rem .35rem 0;
  padding: .1rem .7rem;
  border: 1px solid var(--line);
  background: none;
  color: var(--text);
  font-size: .88rem;
}
.tab[aria-pressed=true] {
  border-color: var(--accent);
  color: var(--accent);
}
summary {
  cursor: pointer;
  margin: .6rem 0;
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
@media(max-width:40rem) {
  form tr, form td {
    display: block;
  }
  form th {
    display: none;
  }
  form td {
    border: 0;
    padding: .1rem 0;
  }
  form tr {
    border-bottom: 1px solid var(--line);
    padding: .5rem 0;
  }
}`;
