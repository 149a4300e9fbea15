import type { TrafficEntry } from "@intent-tx/mock-server";
import { decoded } from "../../server/routes.js";
import { prefix } from "../../server/site.js";

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Headers that describe the request. All other headers belong to the connection. */
const COPIED_HEADERS = ["content-type", "idempotency-key", "accept", "mock-control"];

const addressOf = ({ path, query }: TrafficEntry) =>
  `${location.origin}${prefix.value}${path}${query === "" ? "" : `?${query}`}`;

/** True if the log lacks the request's body. The request then cannot be copied or sent again. */
export const lacksBody = ({ body, headers }: TrafficEntry): boolean =>
  body === undefined &&
  (Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined);

/** The request as a curl command, without its API key, because the log contains no secrets. */
export function asCurl(entry: TrafficEntry): string {
  const parts = ["curl", "-s"];
  if (entry.method !== "GET") parts.push("-X", entry.method);
  if (entry.kind === "api") parts.push("-H", '"Authorization: Bearer $INTENT_TX_API_KEY"');
  for (const [name, value] of Object.entries(entry.headers)) {
    if (COPIED_HEADERS.includes(name)) parts.push("-H", quoted(`${name}: ${value}`));
  }
  if (entry.body !== undefined) parts.push("-d", quoted(JSON.stringify(entry.body)));
  return [...parts, quoted(addressOf(entry))].join(" ");
}

const lastPart = (path: string) => decodeURIComponent(path.split("/").at(-1) ?? "");
const text = (value: unknown) => JSON.stringify(value);

function optionsOf(query: string): string {
  const values = Object.entries(Object.fromEntries(new URLSearchParams(query))).map(([name, value]) => {
    const literal = /^(true|false|\d+)$/.test(value) ? value : text(value);
    return `${name}: ${literal}`;
  });
  return values.length === 0 ? "" : `{ ${values.join(", ")} }`;
}

const withOptions = (first: string, query: string) => [first, optionsOf(query)].filter(Boolean).join(", ");

function call({ operation, path, query, body }: TrafficEntry): string | undefined {
  const json = body === undefined ? "{}" : JSON.stringify(body, null, 2);
  if (operation === undefined) return undefined;
  switch (operation) {
    case "intents.parse":
    case "keys.create":
    case "transactions.build":
      return `client.${operation}(${json})`;
    case "transactions.list":
      return `client.transactions.list(${withOptions(text(lastPart(path)), query)})`;
    case "portfolio.retrieve":
      return `client.portfolio.retrieve(${withOptions(text(lastPart(path)), query)})`;
    case "prices.retrieve":
      return `client.prices.retrieve(${text(lastPart(path))})`;
    case "analytics.metrics":
      return `client.analytics.metrics(${optionsOf(query) || "{}"})`;
    case "analytics.usage":
      return "client.analytics.usage()";
    case "keys.revoke":
      return `client.keys.revoke(${text(lastPart(path))})`;
    case "keys.rotate":
      return `client.keys.rotate(${text(decodeURIComponent(path.split("/").at(-2) ?? ""))})`;
    default:
      return undefined;
  }
}

/** The request as SDK code; undefined if it is not an API operation or the SDK cannot create its path. */
export function asCode(entry: TrafficEntry): string | undefined {
  const expression = decoded(entry.path) === undefined ? undefined : call(entry);
  if (expression === undefined) return undefined;
  return `import { IntentTx } from "intent-tx";

const client = new IntentTx({ baseUrl: ${text(`${location.origin}${prefix.value}/v1`)} }); // key: INTENT_TX_API_KEY
const answer = await ${expression};
console.log(answer);
`;
}
