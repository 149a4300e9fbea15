import type { TrafficEntry } from "../../../../mock-server/src/control/log/entries.js";
import type { WireOperation } from "../../../../src/wire/shape.js";
import { WIRE } from "../../../../src/wire/table.js";
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
  // With -X HEAD, curl would wait for the body that a GET has.
  if (entry.method === "HEAD") parts.push("-I");
  else if (entry.method !== "GET") parts.push("-X", entry.method);
  if (entry.kind === "api") parts.push("-H", '"Authorization: Bearer $INTENT_TX_API_KEY"');
  for (const [name, value] of Object.entries(entry.headers)) {
    if (COPIED_HEADERS.includes(name)) parts.push("-H", quoted(`${name}: ${value}`));
  }
  if (entry.body !== undefined) parts.push("-d", quoted(JSON.stringify(entry.body)));
  return [...parts, quoted(addressOf(entry))].join(" ");
}

const text = (value: unknown) => JSON.stringify(value);

/** The arguments of an operation's method as code: the values in the path, then the body or the query. */
function argumentsOf(operation: keyof typeof WIRE, { path, query, body }: TrafficEntry): string[] {
  const { path: route, query: fields, body: hasBody }: WireOperation = WIRE[operation];
  const sent = path.split("/");
  const values = route.split("/").flatMap((part, at, { length }) => {
    const value = part.startsWith("{") ? sent.at(at - length) : undefined;
    return value === undefined ? [] : [text(decodeURIComponent(value))];
  });
  if (hasBody) return [...values, JSON.stringify(body ?? {}, null, 2)];
  if (!fields) return values;
  const options = Object.entries(Object.fromEntries(new URLSearchParams(query))).map(([name, value]) => {
    const literal = /^(true|false|\d+)$/.test(value) ? value : text(value);
    return `${/^[a-z]\w*$/i.test(name) ? name : text(name)}: ${literal}`;
  });
  if (options.length > 0) return [...values, `{ ${options.join(", ")} }`];
  return Object.keys(fields).every((name) => name.endsWith("?")) ? values : [...values, "{}"];
}

/** The request as SDK code; undefined if it is not an API operation or the SDK cannot create its path. */
export function asCode(entry: TrafficEntry): string | undefined {
  const operation = Object.keys(WIRE).find((name) => name === entry.operation) as
    | keyof typeof WIRE
    | undefined;
  if (operation === undefined || decoded(entry.path) === undefined) return undefined;
  return `import { IntentTx } from "intent-tx";

const client = new IntentTx({ baseUrl: ${text(`${location.origin}${prefix.value}/v1`)} }); // key: INTENT_TX_API_KEY
const answer = await client.${operation}(${argumentsOf(operation, entry).join(", ")});
console.log(answer);
`;
}
