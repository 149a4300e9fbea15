import { existsSync, promises } from "node:fs";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Addresses } from "../http/addresses.js";
import type { HttpReply, HttpRequest } from "../http/message.js";

/** The response to a request for a page or document of the server; undefined for any other path. */
export function pageReply(
  { method, header }: HttpRequest,
  path: string,
  addresses: Addresses,
): Promise<HttpReply> | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (path === "/openapi.json") return documentReply(addresses.baseUrl);
  if (path === "/docs" || path === "/docs/") return studioReply("docs.html");
  if (path === "/favicon.ico") return studioReply("icon.svg");
  if (path === "/studio" || path.startsWith("/studio/")) return studioReply(path.slice(7));
  if (path === "/" && header("accept")?.includes("text/html")) return Promise.resolve(startPage(addresses));
  return undefined;
}

const HTML = "text/html; charset=utf-8";

/** Loads the API's document on first use, because test suites never need it. */
async function documentReply(baseUrl: string): Promise<HttpReply> {
  const { documentAt } = await import("../api/document.js");
  const type = "application/json; charset=utf-8";
  const headers = { "Content-Type": type, "Access-Control-Allow-Origin": "*" };
  return { status: 200, headers, body: documentAt(baseUrl) };
}

const STYLE = `
body {
  max-width: 40rem;
  margin: 12vh auto;
  padding: 0 1.25rem;
  font: 16px/1.6 system-ui, sans-serif;
  color-scheme: light dark;
}
h1 { font-size: 1.5rem; }
li { margin: 0.4rem 0; }
code { font: 14px ui-monospace, monospace; }`;

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The start page for browsers at `/`, with links to everything. Other clients get the API's 404. */
function startPage({ baseUrl, rpc }: Addresses): HttpReply {
  const code = (value: string) => `<code>${escapeHtml(value)}</code>`;
  // Relative links also work in a session, whose root has no trailing slash.
  const root = escapeHtml(new URL(baseUrl).pathname.replace(/\/v1$/, ""));
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>intent-tx mock server</title><style>${STYLE}</style></head><body><main>
<h1>intent-tx mock server</h1>
<p>A complete intent-driven transaction service is running here, in memory.</p>
<ul>
<li><a href="${root}/studio"><strong>Studio</strong></a>: requests, wallets, chain, market, keys and the clock</li>
<li><a href="${root}/docs">API documentation</a>, also in <a href="${root}/openapi.json">OpenAPI form</a></li>
<li><a href="${root}/_mock/openapi.json">Control plane</a></li>
</ul>
<p>The API is at ${code(baseUrl)}, Solana JSON-RPC at ${code(rpc.live)}. The terminal shows keys and wallets.</p>
</main></body></html>`;
  return {
    status: 200,
    headers: {
      "Content-Type": HTML,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body,
  };
}

const TYPES: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** The studio page can load and run only the server's own files. Other pages cannot frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const STUDIO_HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Folder of the built page: the package's `dist/studio`, whether this file runs from source or from the build. */
function studioFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, "dist", "studio");
}

function text(status: number, body: string): HttpReply {
  return { status, headers: { ...STUDIO_HEADERS, "Content-Type": "text/plain; charset=utf-8" }, body };
}

/** A studio file by its path below `/studio`. Any path without an extension is the studio, which does its own routing. */
async function studioReply(path: string): Promise<HttpReply> {
  const folder = studioFolder();
  const name = extname(path) === "" ? "index.html" : path.replace(/^\/+/, "");
  const file = join(folder, name);
  const type = TYPES.get(extname(file));
  if (type === undefined || !file.startsWith(folder + sep))
    return text(404, "File not found in the studio.\n");
  try {
    const body = await promises.readFile(file);
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return {
      status: 200,
      headers: { ...STUDIO_HEADERS, "Content-Type": type, "Cache-Control": cache },
      body,
    };
  } catch {
    return name.endsWith(".html")
      ? text(404, "The page has not been built: run `npm run build` in the repository.\n")
      : text(404, "File not found in the studio.\n");
  }
}
