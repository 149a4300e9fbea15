import {
  COMMON_ERRORS,
  ERROR_CODES,
  LIMITS,
  OPERATIONS,
  type Operation,
  type OperationName,
  openApiDocument,
  type RetryClass,
  TIER_LIMITS,
} from "intent-tx/contract";
import { requestText } from "./calls.js";
import { codesOf, type OperationSamples, type Sample, samples } from "./samples.js";
import { answerRows, type Described, dereferenced, inputRows } from "./schemas.js";

const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Path of an operation's page, relative to the folder of all pages. */
export const operationPath = (name: OperationName) => `operations/${name.replace(".", "-")}.md`;

const many = (value: number) => value.toLocaleString("en");
const table = (head: readonly string[], rows: readonly string[]) =>
  `| ${head.join(" | ")} |\n|${head.map(() => "---").join("|")}|\n${rows.join("\n")}`;
const json = (value: unknown, title?: string) =>
  `\`\`\`json${title === undefined ? "" : ` [${title}]`}\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Explains when the client retries a request. */
const RETRIES: Readonly<Record<RetryClass, string>> = {
  safe: "`safe`: the client retries the request after a lost connection, a 5xx or a 429",
  "once-if-lost":
    "`once-if-lost`: the client retries the request after a 429, and once after a lost response or a 5xx. Each successful call counts towards the daily quota",
  once: "`once`: the client retries the request only after a 429, or if the request was provably never sent. A second successful call would create a second secret",
};

function facts(name: OperationName): string {
  const { method, path, scope, retry, status } = OPERATIONS[name];
  const limits =
    name === "transactions.build"
      ? "one request of the limit per minute; a successful call also counts as one transaction of the daily quota"
      : "one request of the limit per minute";
  return table(
    ["", ""],
    [
      `| Request | \`${method} /v1${path}\` |`,
      `| Client | \`client.${name}()\` |`,
      `| Scope | \`${scope}\`${scope === "admin" ? "" : " or `admin`"}${name === "keys.revoke" ? "; every key can revoke itself" : ""} |`,
      `| Success | ${status} |`,
      `| Counts as | ${limits} ([Rate limits](../operations.md#rate-limits)) |`,
      `| Retries | ${RETRIES[retry]} |`,
    ],
  );
}

function headers(name: OperationName): string {
  const { method } = OPERATIONS[name];
  const body = "body" in OPERATIONS[name];
  return table(
    ["header", "sent with", "meaning"],
    [
      "| `Authorization` | request, required | `Bearer` and the API key. |",
      ...(body ? ["| `Content-Type` | request, required | `application/json`. |"] : []),
      ...(method === "POST"
        ? ["| `Idempotency-Key` | request | See [Idempotency](../operations.md#idempotency). |"]
        : []),
      "| `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset` | every response | See [Rate limits](../operations.md#rate-limits). |",
      "| `X-Request-Id` | every response | The request ID. Include it when you report a problem. |",
      "| `Retry-After` | 429 | Seconds until a request can succeed. |",
    ],
  );
}

function answers(successes: readonly Sample[]): string {
  if (successes.length === 1) return json(successes[0]?.answer);
  return `::: code-group\n\n${successes.map(({ title = "", answer }) => json(answer, title)).join("\n\n")}\n\n:::`;
}

function errorRows(name: OperationName): string[] {
  return codesOf(name).map((code) => {
    const { status, when } = ERROR_CODES[code];
    return `| [\`${code}\`](../errors.md#${code}) | ${status} | ${when} |`;
  });
}

function page(name: OperationName, described: Described, { successes, errors }: OperationSamples): string {
  const { summary, status } = OPERATIONS[name];
  const rows = inputRows(described);
  const [sample] = successes;
  return `---
title: ${name}
description: "${summary}"
editLink: false
lastUpdated: false
---

# ${name}

<!-- Written by scripts/docs/operations.ts from the contract and a mock server's responses. To regenerate, run: npm run docs:generate -->

${summary}

${facts(name)}

## Request

${requestText(name, sample)}

${rows.length === 0 ? "This operation has no input." : table(["field", "where", "type", "default", "meaning"], rows)}

### Headers

${headers(name)}

## Response

Status ${status}. Long strings in the sample are shortened with "…".

${answers(successes)}

${table(["field", "type", "meaning"], answerRows(described, status))}

## Errors

${table(["code", "status", "when"], errorRows(name))}

::: code-group

${errors.map(({ code, answer }) => json(answer, code)).join("\n\n")}

:::
`;
}

const common = COMMON_ERRORS.map((code) => `[\`${code}\`](errors.md#${code})`).join(", ");
const rowOf = (name: OperationName) => {
  const { method, path, scope, summary } = OPERATIONS[name];
  return `| [\`${name}\`](${operationPath(name)}) | \`${method} ${path}\` | \`${scope}\` | ${summary} |`;
};
const tierRow = ([tier, { requestsPerMinute, transactionsPerDay }]: [
  string,
  (typeof TIER_LIMITS)[keyof typeof TIER_LIMITS],
]) =>
  `| ${tier} | ${many(requestsPerMinute)} | ${Number.isFinite(transactionsPerDay) ? many(transactionsPerDay) : "unlimited"} |`;

/** The text of `docs/operations.md`: all operations, and the rules that apply to each. */
export const overviewPage = (): string => `---
title: HTTP API
group: Reference
description: "Every endpoint, and the rules for all of them: authentication, environments, headers, errors, pagination, idempotency, rate limits, versions."
keywords: endpoints rest http openapi curl
editLink: false
lastUpdated: false
---

# HTTP API

<!-- Written by scripts/docs/operations.ts from the contract. To regenerate, run: npm run docs:generate -->

${table(["operation", "request", "scope", "purpose"], NAMES.map(rowOf))}

Paths are relative to \`baseUrl\`, which ends with \`/v1\`. Bodies are UTF-8 JSON of at most ${many(LIMITS.bodyBytes)} bytes.
\`client.request(name, input)\`
accepts the names in this table. Each operation's page lists its fields, samples and errors, and shows the call with curl, with the client
and with plain \`fetch\`. The sample responses come from a mock server with seed 1 on 1 January 2026.

A running mock server shows the same operations at \`/docs\` in Swagger UI, where you can try each call. The OpenAPI 3.1 document is at
\`/openapi.json\`.

## Authentication

Every request needs an API key: \`Authorization: Bearer svc_live_…\`. A missing or invalid key returns 401
[\`unauthorized\`](errors.md#unauthorized). \`details.reason\` shows whether the key is missing, malformed, unknown, expired, revoked or
rotated out.

A key has scopes. If a key does not have the scope for an operation, the operation returns 403
[\`insufficient_scope\`](errors.md#insufficient_scope), and \`details\` contains the required scope and the key's scopes. \`admin\` includes
all scopes. Every key can revoke itself. To create, replace and revoke keys, see [Keys and rotation](guides/keys-and-rotation.md).

## Environments

| key prefix | network | additional limit |
|---|---|---|
| \`svc_live_\` | live | none |
| \`svc_test_\` | test | ${LIMITS.testRequestsPerDay} requests per day, shared by all test keys of the account |

Both networks have the same base URL. Each network has its own wallets, intents, transactions and keys.

## Headers

| header | sent with | meaning |
|---|---|---|
| \`Authorization\` | every request | \`Bearer\` and the API key |
| \`Content-Type\` | requests with a body | \`application/json\`; anything else returns 415 |
| \`Idempotency-Key\` | POST, optional | see [Idempotency](#idempotency) |
| \`X-RateLimit-Limit\` | every response | number of requests that the tightest window allows |
| \`X-RateLimit-Remaining\` | every response | number of requests left in that window |
| \`X-RateLimit-Reset\` | every response | start of the next window, in Unix seconds |
| \`X-Request-Id\` | every response | the request ID, also in an error's \`meta.requestId\` |
| \`Retry-After\` | 429 | seconds until a request can succeed |
| \`WWW-Authenticate\` | 401 | \`Bearer\` |

## Errors

An error has a status of 4xx or 5xx and the body \`{ error: { code, message, details?, field? }, meta? }\`. Check \`code\`, not the
message, because messages can change. A service can add codes. Every operation can return ${common}.
Operations with a body can also return [\`payload_too_large\`](errors.md#payload_too_large) and
[\`unsupported_media_type\`](errors.md#unsupported_media_type). For all codes and their classes in the client, see [Error codes](errors.md).

## Pagination

[\`transactions.list\`](${operationPath("transactions.list")}) returns one page: \`{ data, pagination }\`. A page has \`limit\` entries,
${LIMITS.pageDefault} by default and ${LIMITS.pageMax} at most. While \`pagination.hasMore\` is true, pass \`pagination.before\` as the
query parameter \`before\` to get the next page. The client reads all pages with \`for await\`: see [Pagination](guides/pagination.md).

## Idempotency

The contract does not include idempotency keys. An \`Idempotency-Key\` header has no effect unless the service documents it. The mock
server supports the header if you enable it ([decision 35](decisions.md#decision-35)). Do not rely on this header. Whether a request
can be retried safely depends on the operation's retry class. To pay only once, even after a crash, see [Pay exactly
once](guides/paying-once.md).

## Rate limits

| tier | requests per minute | transactions built per day |
|---|---|---|
${Object.entries(TIER_LIMITS).map(tierRow).join("\n")}

All keys of an account share its limits. The windows are UTC minutes and UTC days. When the limit for the minute is used up, the service
returns 429 [\`rate_limit_exceeded\`](errors.md#rate_limit_exceeded). When the daily quota is used up, it returns 429
[\`quota_exceeded\`](errors.md#quota_exceeded). \`Retry-After\` contains the time to wait. See [Rate limits](guides/rate-limits.md) for how the client waits.

## Versioning

The version is the \`v1\` in the path. Within a version, a service can add fields, codes and enumeration values, so ignore fields and
values that you do not know. The client ignores them too: see [Versions and upgrades](guides/versioning.md).
`;

/** The text of each operation's page, by path. */
export async function operationPages(): Promise<ReadonlyMap<string, string>> {
  const shown = await samples();
  const { paths } = dereferenced(openApiDocument("https://api.example.com/v1")) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const pages = new Map([["operations.md", overviewPage()]]);
  for (const name of NAMES) {
    const { path, method }: Operation = OPERATIONS[name];
    const described = paths[path]?.[method.toLowerCase()];
    if (described === undefined) throw new Error(`${name} is not in the OpenAPI document`);
    pages.set(operationPath(name), page(name, described, shown[name]));
  }
  return pages;
}
