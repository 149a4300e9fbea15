import type { TrafficEntry } from "../../../../mock-server/src/control/log/entries.js";
import { decoded, prefix } from "../../server/url.js";

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

const text = (value: unknown) => JSON.stringify(value);

/** An argument of a method as code; an empty string if the request does without it. */
type Argument = (entry: TrafficEntry) => string;

const body: Argument = (entry) => JSON.stringify(entry.body ?? {}, null, 2);

/** The part of the path at a position, counted from the end. */
const pathPart =
  (at: number): Argument =>
  ({ path }) =>
    text(decodeURIComponent(path.split("/").at(at) ?? ""));

const options: Argument = ({ query }) => {
  const values = Object.entries(Object.fromEntries(new URLSearchParams(query))).map(([name, value]) => {
    const literal = /^(true|false|\d+)$/.test(value) ? value : text(value);
    return `${name}: ${literal}`;
  });
  return values.length === 0 ? "" : `{ ${values.join(", ")} }`;
};

const ARGUMENTS: Readonly<Record<string, readonly Argument[]>> = {
  "intents.parse": [body],
  "transactions.build": [body],
  "transactions.list": [pathPart(-1), options],
  "portfolio.retrieve": [pathPart(-1), options],
  "prices.retrieve": [pathPart(-1)],
  "analytics.metrics": [(entry) => options(entry) || "{}"],
  "analytics.usage": [],
  "keys.create": [body],
  "keys.revoke": [pathPart(-1)],
  "keys.rotate": [pathPart(-2)],
};

/** The request as SDK code; undefined if it is not an API operation or the SDK cannot create its path. */
export function asCode(entry: TrafficEntry): string | undefined {
  const { operation = "", path } = entry;
  const methodArguments = decoded(path) === undefined ? undefined : ARGUMENTS[operation];
  if (methodArguments === undefined) return undefined;
  const list = methodArguments.map((argument) => argument(entry)).filter(Boolean);
  return `import { IntentTx } from "intent-tx";

const client = new IntentTx({ baseUrl: ${text(`${location.origin}${prefix.value}/v1`)} }); // key: INTENT_TX_API_KEY
const answer = await client.${operation}(${list.join(", ")});
console.log(answer);
`;
}
