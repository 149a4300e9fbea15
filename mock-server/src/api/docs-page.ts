import type { OpenApiDocument } from "intent-tx/contract";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem;color:#1c1e21}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{background:#f4f5f7;padding:.75rem;overflow:auto;border-radius:6px}
h2{margin-top:2.5rem;border-top:1px solid #ddd;padding-top:1.5rem}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}
.method{font-weight:700}@media(prefers-color-scheme:dark){body{background:#16181c;color:#e4e6eb}pre{background:#23262b}h2{border-color:#3a3d42}a{color:#8ab4f8}}`;

type Schema = Readonly<Record<string, unknown>>;

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: Schema } };
}

/** An operation as the OpenAPI document has it. */
interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

interface Section {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escaped text in which what stands in backticks is code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function schemaBlock(title: string, schema: Schema | undefined): string {
  if (!schema) return "";
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function parameterTable({ parameters }: DocumentedOperation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${name}</code></td><td>${place}${required ? ", required" : ""}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table><tr><th>Parameter</th><th>In</th><th>Schema</th></tr>${rows.join("")}</table>`;
}

const schemaOf = (part: Content | undefined) => part?.content?.["application/json"]?.schema;

function sectionOf({ method, path, operation }: Section): string {
  const answers = Object.entries(operation.responses);
  const success = answers.find(([status]) => status.startsWith("2"));
  const errors = answers
    .filter((answer) => answer !== success)
    .map(([status, { description }]) => `<tr><td>${status}</td><td>${prose(description)}</td></tr>`);
  return `<h2 id="${operation.operationId}"><span class="method">${method}</span> <code>/v1${escapeHtml(path)}</code></h2>
<p>${prose(operation.summary)} ${prose(operation.description)} Success: ${success?.[0]}.</p>
${parameterTable(operation)}${schemaBlock("Body", schemaOf(operation.requestBody))}${schemaBlock("Answer", schemaOf(success?.[1]))}
<table><tr><th>Status</th><th>Error</th></tr>${errors.join("")}</table>`;
}

/** The page at `/docs`: the OpenAPI document for people, in one file without scripts, styles or fonts from elsewhere. */
export function docsPage(document: OpenApiDocument): string {
  const paths = document["paths"] as Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const index = sections.map(
    ({ method, path, operation }) =>
      `<li><a href="#${operation.operationId}"><code>${method} /v1${escapeHtml(path)}</code></a></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Intent-driven transaction service: API</title><style>${STYLE}</style></head><body>
<h1>Intent-driven transaction service</h1>
<p>Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>. The machine-readable form is <a href="openapi.json">openapi.json</a>; the control plane has <a href="_mock/openapi.json">its own</a>.</p>
<ul>${index.join("")}</ul>${sections.map(sectionOf).join("")}</body></html>`;
}
