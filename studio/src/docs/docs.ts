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
/** Parts to which Swagger UI gives no name, drawn after `onComplete`. */
const NAMES = {
  "#servers": "Server",
  select: "Example",
  textarea: "Request body",
  ".information-container section": "About the API",
  ".scheme-container section": "Server and key",
};
new MutationObserver(() => {
  for (const [part, name] of Object.entries(NAMES))
    for (const one of document.querySelectorAll(`${part}:not([aria-label])`))
      one.setAttribute("aria-label", name);
  // Code that scrolls can be reached by keyboard.
  for (const code of document.querySelectorAll("pre:not([tabindex])")) code.setAttribute("tabindex", "0");
  // The page has no headings of the second level.
  for (const heading of document.querySelectorAll(":is(h3, h4, h5):not([aria-level])"))
    heading.setAttribute("aria-level", String(Number(heading.tagName[1]) - 1));
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
