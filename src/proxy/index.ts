/**
 * A route of your own server that adds the API key to the requests of a page.
 *
 * @module intent-tx/proxy
 */
import { IntentTx } from "../client/client.js";
import { HEADERS } from "../contract/constants.js";
import { toReply } from "../errors/to-response.js";
import { sealKey } from "../http/key-source.js";
import { invalid } from "../http/request.js";
import { readText } from "../http/response.js";
import { CLIENT_RULES, checkName, checkOptions, type Rules } from "../options/checks.js";
import { Log } from "../options/logging.js";
import type { CustomOperation, OperationName } from "../options/operation-types.js";
import type { ClientOptions } from "../options/options.js";
import { env } from "../runtime/environment.js";
import { WIRE } from "../wire/table.js";

/** Options of {@link proxy}: those of the client, and which requests it forwards. */
export interface ProxyOptions extends ClientOptions {
  /**
   * The operations of `keys` and `analytics` that pages may call: `"keys"` and `"analytics"` for all of a group. Default
   * none. The other operations are always forwarded.
   */
  readonly allow?: readonly (
    | "keys"
    | "analytics"
    | Extract<OperationName, `keys.${string}` | `analytics.${string}`>
  )[];
  /** Origins of pages that may call the route, beside its own, such as `https://app.example.com`. Default: none. */
  readonly origins?: readonly string[];
}

/** As a browser sends it. `URL` knows no origin of the schemes that extensions and apps have. */
function isOrigin(text: unknown): boolean {
  if (typeof text !== "string" || !/^[a-z][a-z\d+.-]*:\/\/[^/*\s]+$/.test(text) || !URL.canParse(text))
    return false;
  const { origin } = new URL(text);
  return origin === "null" || origin === text;
}

const PROXY_RULES: Rules<ProxyOptions> = {
  ...CLIENT_RULES,
  allow: ["a list of operations", Array.isArray],
  origins: [
    "a list of origins such as https://app.example.com",
    (value) => Array.isArray(value) && value.every(isOrigin),
  ],
};

/** The headers of the service that the page gets. */
const SHOWN = ["date", "retry-after-ms", "x-should-retry", ...Object.values(HEADERS)];

function shown(headers: Headers | undefined): Headers {
  // Not the service's type: a browser would run its HTML with the rights of the page.
  const result = new Headers({ "content-type": "application/json" });
  for (const name of SHOWN) {
    const value = headers?.get(name);
    if (value) result.set(name, value);
  }
  return result;
}

const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

/** Largest body of a page's request, bytes. The contract's bodies are below 5 kB. */
const MAX_BODY = 1 << 20;

function decoded(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw invalid(name, "is not percent-encoded UTF-8");
  }
}

/** The body of a request, as the client sends it. */
async function bodyOf(request: Request): Promise<object | undefined> {
  const text = await readText(request, undefined, MAX_BODY);
  if (text === undefined) throw invalid("body", `is larger than ${MAX_BODY} bytes`);
  try {
    return text ? Object(JSON.parse(text)) : undefined;
  } catch {
    throw invalid("body", "is not JSON");
  }
}

/**
 * Creates a route that forwards the requests of a page to the service, and adds the API key. You can mount it under any
 * path, because only the end of a request's path matters, such as `/prices/SOL`. It returns the service's payloads and
 * rate limits, and errors by {@link toReply}, so that `new IntentTx({ baseUrl: "/api" })` in the page behaves as if it
 * called the service. The page's client repeats failed requests. The route repeats a request only after the key was
 * rotated, or if the request was never sent.
 *
 * The route drops all headers of the page, including `Authorization`. A request from a page of another origin, or of an
 * operation that is not allowed, is not forwarded. Check the session before you call the route: every request counts
 * against your rate limit.
 * @param options The client's options; `apiKey` and `baseUrl` are required, here or in the environment. The client is
 * created at the first request, because builds of some frameworks load the file without an environment.
 * @throws ConfigurationError when an option is unknown or invalid.
 * @example
 * ```ts
 * import { proxy } from "intent-tx/proxy";
 * // Next.js: app/api/[...path]/route.ts
 * const handler = proxy(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL
 * export { handler as DELETE, handler as GET, handler as POST };
 * ```
 */
export function proxy(options: ProxyOptions = {}): (request: Request) => Promise<Response> {
  const sealed = sealKey(options);
  checkOptions(sealed, PROXY_RULES, "proxy({ apiKey, baseUrl })");
  const { allow = [], origins = [], ...clientOptions } = sealed;
  const groups = ["keys", "analytics"];
  const isGuarded = (name: string) => groups.some((group) => name.startsWith(group));
  for (const name of allow)
    checkName("operation to allow", name, [...groups, ...Object.keys(WIRE).filter(isGuarded)]);
  const routes = Object.entries(WIRE)
    .filter(([name]) => !isGuarded(name) || allow.some((one) => `${name}.`.startsWith(`${one}.`)))
    .map(([, { method, path }]) => ({
      method,
      path,
      pattern: new RegExp(`${path.replace(/\{(\w+)\}/, "(?<$1>[^/]+)")}$`),
    }));
  let client: IntentTx | undefined;
  if (!clientOptions.apiKey && !env("INTENT_TX_API_KEY"))
    new Log(clientOptions.logger, clientOptions.logLevel ?? env("INTENT_TX_LOG") ?? "warn").write(
      "warn",
      "proxy has no API key yet: set INTENT_TX_API_KEY before the first request, or pass apiKey.",
    );

  return async (request) => {
    const { pathname, host, searchParams } = new URL(request.url);
    const origin = request.headers.get("origin");
    const from = origin?.replace(/^https?:\/\//, "");
    if (origin && !origins.includes(origin) && from !== host && from !== request.headers.get("host"))
      return refusal(
        403,
        "origin_not_allowed",
        `Pages from ${origin} may not call this route. To allow them, add the origin to the option origins.`,
      );
    const route = routes.find((one) => one.method === request.method && one.pattern.test(pathname));
    if (!route) return refusal(404, "not_found", "There is no such path.");
    // One retry, for a key that was rotated. A request that never left is repeated too.
    client ??= new IntentTx({ maxRetries: 1, rateLimit: "throw", ...clientOptions });
    try {
      const method = route.method as CustomOperation["method"];
      const { groups } = route.pattern.exec(pathname) as RegExpExecArray;
      // Decoded once, then checked and encoded again by the client: an encoded "/" or ".." would lead to another endpoint.
      const params = Object.entries(groups ?? {}).map(([name, value]) => [name, decoded(name, value)]);
      const call = client.request(
        { method, path: route.path, retry: "once" },
        {
          params: Object.fromEntries(params),
          query: Object.fromEntries(searchParams),
          body: method === "POST" ? await bodyOf(request) : undefined,
        },
        {
          signal: request.signal,
          idempotencyKey: request.headers.get("idempotency-key") || undefined,
        },
      );
      const { ok, status, body, headers } = await call.asResponse();
      // An error is sent without the key, which its body may contain.
      if (!ok) await call;
      return new Response(body, { status, headers: shown(headers) });
    } catch (error) {
      const { status, headers, body } = toReply(error);
      const all = shown((error as { readonly headers?: Headers }).headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      return new Response(JSON.stringify(body), { status, headers: all });
    }
  };
}
