import { openApiDocument } from "intent-tx/contract";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { writeJson } from "../kernel/json.js";
import { docsPage } from "./docs-page.js";

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Access-Control-Allow-Origin": "*",
};

/** The service's own description, for programs and for people. Each is made once, when somebody first asks for it. */
export class Documents {
  readonly #baseUrl: () => string;
  #json: { readonly baseUrl: string; readonly text: string } | undefined;
  #page: string | undefined;

  /** @param baseUrl where the API is, with `/v1`; asked each time, since a socket may be opened later */
  constructor(baseUrl: () => string) {
    this.#baseUrl = baseUrl;
  }

  /** The answer to a request for one of them; undefined for any other. */
  answer({ method }: HttpRequest, path: string): HttpReply | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (path === "/openapi.json") return { status: 200, headers: JSON_HEADERS, body: this.#document() };
    if (path !== "/docs" && path !== "/docs/") return undefined;
    this.#page ??= docsPage(openApiDocument(this.#baseUrl()));
    return { status: 200, headers: HTML, body: this.#page };
  }

  #document(): string {
    const baseUrl = this.#baseUrl();
    if (this.#json?.baseUrl !== baseUrl) this.#json = { baseUrl, text: writeJson(openApiDocument(baseUrl)) };
    return this.#json.text;
  }
}
