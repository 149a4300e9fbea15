import type { HttpReply } from "../http/message.js";
import type { Addresses } from "./public-addresses.js";

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:12vh auto;padding:0 1.25rem;color:#14171d;background:#f6f7f9}
h1{font-size:1.5rem}li{margin:.4rem 0}code{font:14px ui-monospace,monospace}a{color:#4b49c8}
@media(prefers-color-scheme:dark){body{background:#0e1116;color:#e8ebf0}a{color:#9b9bff}}`;

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The page that a person's browser sees at `/`: where everything is. Programs get the API's 404. */
export function startPage({ baseUrl, rpc }: Addresses): HttpReply {
  const code = (value: string) => `<code>${escapeHtml(value)}</code>`;
  // Relative links work in a session too, whose root ends without a slash.
  const root = escapeHtml(new URL(baseUrl).pathname.replace(/\/v1$/, ""));
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>intent-tx mock server</title><style>${STYLE}</style></head><body><main>
<h1>intent-tx mock server</h1>
<p>The whole intent-driven transaction service is running here, in memory.</p>
<ul>
<li><a href="${root}/studio"><strong>Studio</strong></a>: requests, wallets, chain, market, keys and the clock, to see and to turn</li>
<li><a href="${root}/docs">API documents</a>, and the same <a href="${root}/openapi.json">for machines</a></li>
<li><a href="${root}/_mock/openapi.json">Control plane</a></li>
</ul>
<p>The API is at ${code(baseUrl)}, Solana JSON-RPC at ${code(rpc.live)}. The terminal shows keys and wallets.</p>
</main></body></html>`;
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body,
  };
}
