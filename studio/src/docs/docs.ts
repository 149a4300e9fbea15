import { effect } from "@preact/signals";
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "../style/tokens.css";
import "./docs.css";
import { theme } from "../theme.js";

// Relative to this page, because a session has its own page, document and keys.
const root = location.pathname.replace(/\/docs\/?$/, "");

effect(() => {
  document.documentElement.classList.toggle("dark-mode", theme.value === "dark");
});

/** The key of the server, which the control plane returns without a token on loopback. */
async function serverKey(): Promise<string | undefined> {
  const response = await fetch(`${root}/_mock/world`).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { keys } = (await response.json()) as { keys: { enterprise: string } };
  return keys.enterprise;
}

const [description, key] = await Promise.all([
  fetch(`${root}/openapi.json`).then((response) => response.json()),
  serverKey(),
]);
// Swagger UI gives these lists no label, and draws them after `onComplete`.
new MutationObserver(() => {
  for (const list of document.querySelectorAll("select:not([aria-label])"))
    list.setAttribute("aria-label", list.id === "servers" ? "Server" : "Example");
}).observe(document.body, { childList: true, subtree: true });
const ui = SwaggerUIBundle({
  // The document names the address of the server's start; the page may have another name for the same host.
  spec: {
    ...description,
    servers: [{ url: `${location.origin}${root}/v1` }],
    externalDocs: { url: `${root}/_mock/openapi.json`, description: "OpenAPI document of the control plane" },
  },
  dom_id: "#docs",
  displayOperationId: true,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => {
    if (key !== undefined) ui.preauthorizeApiKey("apiKey", key);
  },
});
