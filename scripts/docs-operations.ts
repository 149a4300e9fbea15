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
import { requestText } from "./docs-calls.js";
import { codesOf, type OperationSamples, type Sample, samples } from "./docs-samples.js";
import { answerRows, type Described, inputRows } from "./docs-schemas.js";

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
  safe: "`safe`: the client sends it again after a lost connection, a 5xx or a 429",
  metered:
    "`metered`: the client sends it again after a 429, and once after a lost answer or a 5xx, since each success counts against the day",
  once: "`once`: the client sends it again only after a 429, or when it provably never left; a second success would make a second secret",
};

function facts(name: OperationName): string {
  const { method, path, scope, retry, status } = OPERATIONS[name];
  const limits =
    name === "transactions.build"
      ? "one of the requests of the minute; each success one of the transactions of the day"
      : "one of the requests of the minute";
  return table(
    ["", ""],
    [
      `| Request | \`${method} /v1${path}\` |`,
      `| Client | \`client.${name}()\` |`,
      `| Scope | \`${scope}\`${scope === "admin" ? "" : " or `admin`"}${name === "keys.revoke" ? "; every key may revoke itself" : ""} |`,
      `| Success | ${status} |`,
      `| Counts as | ${limits} ([Rate limits](../operations.md#rate-limits)) |`,
      `| Sent again | ${RETRIES[retry]} |`,
    ],
  );
}

function headers(name: OperationName): string {
  const { method } = OPERATIONS[name];
  const body = "body" in OPERATIONS[name];
  return table(
    ["header", "of", "meaning"],
    [
      "| `Authorization` | request, required | `Bearer` and the API key. |",
      ...(body ? ["| `Content-Type` | request, required | `application/json`. |"] : []),
      ...(method === "POST"
        ? ["| `Idempotency-Key` | request | See [Idempotency](../operations.md#idempotency). |"]
        : []),
      "| `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset` | every answer | See [Rate limits](../operations.md#rate-limits). |",
      "| `X-Request-Id` | every answer | The identifier to name when you report a problem. |",
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

<!-- Written by scripts/docs-operations.ts from the contract and a mock server's answers; to renew it: npm run docs:generate -->

${summary}

${facts(name)}

## Request

${requestText(name, sample)}

${rows.length === 0 ? "It takes no input." : table(["field", "where", "type", "default", "meaning"], rows)}

### Headers

${headers(name)}

## Answer

Status ${status}. Long texts of the sample end with "…".

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
description: "Every endpoint, and what holds for all: authentication, environments, headers, errors, pagination, idempotency, rate limits, versions."
keywords: endpoints rest http openapi curl
editLink: false
lastUpdated: false
---

# HTTP API

<!-- Written by scripts/docs-operations.ts from the contract; to renew it: npm run docs:generate -->

${table(["operation", "request", "scope", "purpose"], NAMES.map(rowOf))}

Paths are below \`baseUrl\`, which ends with \`/v1\`. Bodies are JSON in UTF-8, at most ${many(LIMITS.bodyBytes)} bytes. \`client.request(name, input)\`
takes the names of this table. Each operation has a page with its fields, samples, errors, and a call as curl, with the client, and as
plain \`fetch\`. The samples are answers of a mock server of seed 1 on 1 January 2026.

A running mock server has the same pages at \`/docs\`, where each call can be sent, and an OpenAPI 3.1 document at \`/openapi.json\`.

## Authentication

Every request carries an API key: \`Authorization: Bearer svc_live_…\`. A missing or wrong key is answered with 401
[\`unauthorized\`](errors.md#unauthorized); \`details.reason\` says whether it is missing, malformed, unknown, expired, revoked or rotated
out.

A key has scopes. A key without the scope of an operation gets 403 [\`insufficient_scope\`](errors.md#insufficient_scope), whose
\`details\` name the scope that is required and those that the key has. \`admin\` covers all scopes, and every key may revoke itself.
[Keys and rotation](guides/keys-and-rotation.md) says how to make, replace and revoke keys.

## Environments

| prefix of the key | network | limit of its own |
|---|---|---|
| \`svc_live_\` | live | none beside the account's |
| \`svc_test_\` | test | ${LIMITS.testRequestsPerDay} requests a day, for all test keys of the account together |

The address is the same for both. Wallets, intents, transactions and keys of one network are unknown in the other.

## Headers

| header | of | meaning |
|---|---|---|
| \`Authorization\` | every request | \`Bearer\` and the API key |
| \`Content-Type\` | requests with a body | \`application/json\`; anything else is 415 |
| \`Idempotency-Key\` | POST, optional | see [Idempotency](#idempotency) |
| \`X-RateLimit-Limit\` | every answer | requests that the tightest window allows |
| \`X-RateLimit-Remaining\` | every answer | requests left in it |
| \`X-RateLimit-Reset\` | every answer | when it begins again, in seconds of Unix time |
| \`X-Request-Id\` | every answer | identifier of the request; \`meta.requestId\` of an error has it too |
| \`Retry-After\` | 429 | seconds until a request can succeed |
| \`WWW-Authenticate\` | 401 | \`Bearer\` |

## Errors

An error has a status of 4xx or 5xx and the body \`{ error: { code, message, details?, field? }, meta? }\`. Decide by \`code\`: messages may
change, and a service may add codes. Every operation can answer ${common};
operations with a body also [\`payload_too_large\`](errors.md#payload_too_large) and
[\`unsupported_media_type\`](errors.md#unsupported_media_type). [Error codes](errors.md) lists all codes with their classes in the client.

## Pagination

[\`transactions.list\`](${operationPath("transactions.list")}) answers one page: \`{ data, pagination }\`. A page has \`limit\` entries,
${LIMITS.pageDefault} by default and ${LIMITS.pageMax} at most. While \`pagination.hasMore\` is true, send \`pagination.before\` as the query
\`before\` to get the next page. With the client, \`for await\` reads all pages: [Pagination](guides/pagination.md).

## Idempotency

The contract has no idempotency key: an \`Idempotency-Key\` header changes nothing unless the service says otherwise. The mock server
honours it where that is switched on ([decision 35](decisions.md#decision-35)). So do not rely on it: the retry class of an operation
says what is safe to send again, and [Pay exactly once](guides/paying-once.md) makes a payment safe over crashes.

## Rate limits

| tier | requests a minute | transactions built a day |
|---|---|---|
${Object.entries(TIER_LIMITS).map(tierRow).join("\n")}

All keys of an account share its limits. A minute and a day begin with the UTC minute and the UTC day. A used-up minute is 429
[\`rate_limit_exceeded\`](errors.md#rate_limit_exceeded), a used-up day 429 [\`quota_exceeded\`](errors.md#quota_exceeded); \`Retry-After\` says
how long to wait. [Rate limits](guides/rate-limits.md) says how the client waits.

## Versioning

The version is the \`v1\` in the path. Within a version, fields, codes and values of an enumeration may be added, so ignore what you do not
know. The client does: [Versions and upgrades](guides/versioning.md).
`;

/** The text of each operation's page, by path. */
export async function operationPages(): Promise<ReadonlyMap<string, string>> {
  const shown = await samples();
  const { paths } = openApiDocument("https://api.example.com/v1") as {
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
