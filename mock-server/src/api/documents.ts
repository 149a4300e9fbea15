import type { HttpReply, HttpRequest } from "../http/message.js";

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
  answer({ method }: HttpRequest, path: string): Promise<HttpReply> | undefined {
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (path === "/openapi.json") return this.#reply("json", JSON_HEADERS);
    return path === "/docs" || path === "/docs/" ? this.#reply("page", HTML) : undefined;
  }

  /** Loaded when somebody asks: a test suite never does. */
  async #reply(kind: "json" | "page", headers: Readonly<Record<string, string>>): Promise<HttpReply> {
    const { documentAt, pageAt } = await import("./document-texts.js");
    const baseUrl = this.#baseUrl();
    const made = this.#made.get(kind);
    if (made?.baseUrl === baseUrl) return { status: 200, headers, body: made.text };
    const text = kind === "json" ? documentAt(baseUrl) : pageAt(baseUrl);
    this.#made.set(kind, { baseUrl, text });
    return { status: 200, headers, body: text };
  }
}
