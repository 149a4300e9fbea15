import { ERROR_CODES, OPERATIONS, type Operation } from "intent-tx/contract";
import * as z from "zod/mini";
import type { HttpReply } from "../http/message.js";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:54rem;margin:2rem auto;padding:0 1rem;color:#1c1e21}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{background:#f4f5f7;padding:.75rem;overflow:auto;border-radius:6px}
h2{margin-top:2.5rem;border-top:1px solid #ddd;padding-top:1.5rem}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}
.method{font-weight:700}@media(prefers-color-scheme:dark){body{background:#16181c;color:#e4e6eb}pre{background:#23262b}h2{border-color:#3a3d42}a{color:#8ab4f8}}`;

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function schemaBlock(title: string, schema: z.ZodMiniType | undefined): string {
  if (!schema) return "";
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "bigint") jsonSchema.type = "integer";
    },
  });
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(json, null, 2))}</pre></details>`;
}

function section([name, operation]: [string, Operation]): string {
  const errors = operation.errors
    .map(
      (code) =>
        `<tr><td><code>${code}</code></td><td>${ERROR_CODES[code].status}</td><td>${escapeHtml(ERROR_CODES[code].when)}</td></tr>`,
    )
    .join("");
  return `<h2 id="${name}"><span class="method">${operation.method}</span> <code>/v1${escapeHtml(operation.path)}</code></h2>
<p>${escapeHtml(operation.summary)} Scope: <code>${operation.scope}</code>. Success: ${operation.status}.</p>
${schemaBlock("Path", operation.params)}${schemaBlock("Query", operation.query)}${schemaBlock("Body", operation.body)}${schemaBlock("Answer", operation.response)}
${errors && `<table><tr><th>Error</th><th>Status</th><th>When</th></tr>${errors}</table>`}`;
}

/** The page at `/docs`: every operation of the contract's table, in one file without scripts, styles or fonts from elsewhere. */
export function docsPage(): HttpReply {
  const operations = Object.entries(OPERATIONS) as [string, Operation][];
  const index = operations
    .map(
      ([name, { method, path }]) =>
        `<li><a href="#${name}"><code>${method} /v1${escapeHtml(path)}</code></a></li>`,
    )
    .join("");
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Intent-driven transaction service: API</title><style>${STYLE}</style></head><body>
<h1>Intent-driven transaction service</h1>
<p>Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>. The machine-readable form is <a href="openapi.json">openapi.json</a>; the control plane has <a href="_mock/openapi.json">its own</a>.</p>
<ul>${index}</ul>${operations.map(section).join("")}</body></html>`;
  return { status: 200, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}
