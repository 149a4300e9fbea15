import { type OpenApiDocument, openApiDocument } from "intent-tx/contract";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { writeJson } from "../kernel/json.js";
import { docsPage } from "./docs-page.js";

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Access-Control-Allow-Origin": "*",
};

/** The service's own description, for programs and for people. Each is made when somebody asks for it at a new address. */
export class Documents {
  readonly #baseUrl: () => string;
  readonly #made = new Map<"json" | "page", { readonly baseUrl: string; readonly text: string }>();

  /** @param baseUrl where the API is, with `/v1`; asked each time, since a socket may be opened later */
  constructor(baseUrl: () => string) {
    this.#baseUrl = baseUrl;
  }

  /** The answer to a request for one of them; undefined for any other. */
  answer({ method }: HttpRequest, path: string): HttpReply | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (path === "/openapi.json")
      return { status: 200, headers: JSON_HEADERS, body: this.#text("json", writeJson) };
    if (path !== "/docs" && path !== "/docs/") return undefined;
    return { status: 200, headers: HTML, body: this.#text("page", docsPage) };
  }

  #text(kind: "json" | "page", write: (document: OpenApiDocument) => string): string {
    const baseUrl = this.#baseUrl();
    const made = this.#made.get(kind);
    if (made?.baseUrl === baseUrl) return made.text;
    const text = write(openApiDocument(baseUrl));
    this.#made.set(kind, { baseUrl, text });
    return text;
  }
}
