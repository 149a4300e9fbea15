import type { OpenApiDocument } from "intent-tx/contract";
import { answerFields, bodyFields, type InputField, type Schema, sampleOf, typeOf } from "./docs-schema.js";
import { DOCS_SCRIPT } from "./docs-script.js";
import { DOCS_STYLE } from "./docs-style.js";

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: Schema } };
}

/** An operation as the OpenAPI document has it. */
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
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Escaped text in which what stands in backticks is code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

const schemaOf = (part: Content | undefined) => part?.content?.["application/json"]?.schema;
const block = (text: string) => `<pre><code>${escapeHtml(text)}</code></pre>`;
const texts = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function inputRow({ name, place, required, description, example, schema }: InputField): string {
  const byDefault =
    schema.default === undefined ? "" : `Default <code>${escapeHtml(texts(schema.default))}</code>.`;
  const value = required ? ` value="${escapeHtml(texts(example))}"` : "";
  return `<tr><td><code>${name}</code><br><small>${place}${required ? ", required" : ""}</small></td>
<td>${escapeHtml(typeOf(schema))}</td><td>${prose(description)} ${byDefault}</td>
<td><input name="${name}" aria-label="${name}" data-in="${place}" data-type="${schema.type ?? ""}"${value} placeholder="${escapeHtml(texts(example))}"></td></tr>`;
}

/** The call as a command and as a program, with the examples of what it must have. */
function samples({ method, path, operation, baseUrl }: Section, fields: readonly InputField[]): string {
  const of = (place: string) => fields.filter((field) => field.place === place && field.required);
  const values = (place: string) => Object.fromEntries(of(place).map(({ name, example }) => [name, example]));
  const query = new URLSearchParams(values("query") as Record<string, string>).toString();
  const filled = of("path").reduce(
    (text, { name, example }) => text.replace(`{${name}}`, texts(example)),
    path,
  );
  const body = operation.requestBody && JSON.stringify(values("body"));
  const curl = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${baseUrl}${filled}${query && `?${query}`}" \\`,
    `  -H "Authorization: Bearer $INTENT_TX_API_KEY"${body ? " \\" : ""}`,
    ...(body ? [`  -H "Content-Type: application/json" \\`, `  -d '${body}'`] : []),
  ];
  const input = Object.entries({ params: values("path"), query: values("query"), body: values("body") });
  const parts = Object.fromEntries(input.filter(([, part]) => Object.keys(part).length > 0));
  return `${block(curl.join("\n"))}${block(`await client.request("${operation.operationId}", ${JSON.stringify(parts, null, 2)});`)}`;
}

function sectionOf(section: Section): string {
  const { method, path, operation } = section;
  const parameters = operation.parameters.map((parameter) => ({ ...parameter, place: parameter.in }));
  const fields = [...parameters, ...bodyFields(schemaOf(operation.requestBody))];
  const answers = Object.entries(operation.responses);
  const success = answers.find(([status]) => status.startsWith("2"));
  const answer = schemaOf(success?.[1]);
  const rows = answer
    ? answerFields(answer.oneOf ?? [answer]).map(
        ([name, field]) =>
          `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(typeOf(field))}</td><td>${prose(field.description ?? "")}</td></tr>`,
      )
    : [];
  const errors = answers
    .filter((one) => one !== success)
    .map(([status, { description }]) => `<tr><td>${status}</td><td>${prose(description)}</td></tr>`);
  return `<section><h2 id="${operation.operationId}"><a href="#${operation.operationId}">${operation.operationId}</a></h2>
<p class="path"><b>${method}</b> <code>/v1${escapeHtml(path)}</code></p>
<p>${prose(operation.summary)} ${prose(operation.description)}</p>
<form data-method="${method}" data-path="${escapeHtml(path)}"${operation.requestBody ? " data-body=1" : ""}>
${fields.length === 0 ? "" : `<div class="wide"><table><tr><th>Field</th><th>Type</th><th>Meaning</th><th>Value to send</th></tr>${fields.map(inputRow).join("")}</table></div>`}
<button>Send</button><output hidden></output></form>
<details><summary>As curl and TypeScript</summary>${samples(section, fields)}</details>
<details><summary>Answer ${success?.[0] ?? ""}</summary>${answer ? block(JSON.stringify(sampleOf(answer), null, 2)) : ""}
<div class="wide"><table><tr><th>Field</th><th>Type</th><th>Meaning</th></tr>${rows.join("")}</table></div></details>
<details><summary>Errors</summary><table><tr><th>Status</th><th>Codes</th></tr>${errors.join("")}</table></details></section>`;
}

/** The page at `/docs`: the OpenAPI document for people, who can send its calls. One file, with nothing from elsewhere. */
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
<p>Every request carries an API key; <code>serve</code> prints those of this server. The machine-readable form is
<a href="openapi.json">openapi.json</a>; the control plane has <a href="_mock/openapi.json">its own</a>.</p>
<p><label>API key <input id="key" placeholder="svc_live_…" autocomplete="off" spellcheck="false"></label></p>
<ul>${index.join("")}</ul>${sections.map(sectionOf).join("")}<script>${DOCS_SCRIPT}</script></body></html>`;
}
