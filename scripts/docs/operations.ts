import {
  COMMON_ERRORS,
  ERROR_CODES,
  type ErrorCode,
  OPERATIONS,
  type Operation,
  type OperationName,
  openApiDocument,
  type RetryClass,
  TIER_LIMITS,
} from "intent-tx/contract";
import { requestText } from "./calls.js";
import { type Sample, samples } from "./samples.js";
import { answerRows, type Described, dereferenced, inputRows } from "./schemas.js";
import { table } from "./tables.js";

const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Path of an operation's page, relative to the folder of all pages. */
export const operationPath = (name: OperationName) => `operations/${name.replace(".", "-")}.md`;

const many = (value: number) => value.toLocaleString("en");
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
  return [
    `- **Request**: \`${method} /v1${path}\``,
    `- **Client**: \`client.${name}()\``,
    `- **Scope**: \`${scope}\`${scope === "admin" ? "" : " or `admin`"}${name === "keys.revoke" ? "; every key can revoke itself" : ""}`,
    `- **Success**: ${status}`,
    `- **Counts as**: ${limits} ([Rate limits](../operations.md#rate-limits))`,
    `- **Retries**: ${RETRIES[retry]}`,
  ].join("\n");
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

/** The error codes that an operation can return. */
const codesOf = (name: OperationName): readonly ErrorCode[] => {
  const { errors, method } = OPERATIONS[name];
  const bodies: readonly ErrorCode[] =
    "body" in OPERATIONS[name] && method === "POST" ? ["payload_too_large", "unsupported_media_type"] : [];
  return [...new Set<ErrorCode>([...errors, ...COMMON_ERRORS, ...bodies])];
};

function errorRows(name: OperationName): string[] {
  return codesOf(name).map((code) => {
    const { status, when } = ERROR_CODES[code];
    return `| [\`${code}\`](../errors.md#${code}) | ${status} | ${when} |`;
  });
}

function page(name: OperationName, described: Described, successes: readonly [Sample, ...Sample[]]): string {
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

For a sample of an error's body, follow its link.

${table(["code", "status", "when"], errorRows(name))}
`;
}

const rowOf = (name: OperationName) => {
  const { method, path, summary } = OPERATIONS[name];
  return `| [\`${name}\`](${operationPath(name)}) | \`${method} ${path}\` | ${summary} |`;
};
const tierRow = ([tier, { requestsPerMinute, transactionsPerDay }]: [
  string,
  (typeof TIER_LIMITS)[keyof typeof TIER_LIMITS],
]) =>
  `| ${tier} | ${many(requestsPerMinute)} | ${Number.isFinite(transactionsPerDay) ? many(transactionsPerDay) : "unlimited"} |`;

/** The tables of `docs/operations.md`. */
export const overviewTables = (): Readonly<Record<string, string>> => ({
  operations: table(["operation", "request", "purpose"], NAMES.map(rowOf)),
  tiers: table(
    ["tier", "requests per minute", "transactions built per day"],
    Object.entries(TIER_LIMITS).map(tierRow),
  ),
});

/** The text of each operation's page, by path. */
export async function operationPages(): Promise<ReadonlyMap<string, string>> {
  const shown = await samples();
  const { paths } = dereferenced(openApiDocument("https://api.example.com/v1")) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const pages = new Map<string, string>();
  for (const name of NAMES) {
    const { path, method }: Operation = OPERATIONS[name];
    const described = paths[path]?.[method.toLowerCase()];
    if (described === undefined) throw new Error(`${name} is not in the OpenAPI document`);
    pages.set(operationPath(name), page(name, described, shown[name]));
  }
  return pages;
}
