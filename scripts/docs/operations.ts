import {
  COMMON_ERRORS,
  ERROR_CODES,
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
  safe: "after a lost connection, a 5xx or a 429 (`safe`)",
  "once-if-lost":
    "after a 429, and once after a lost response or a 5xx (`once-if-lost`). Each successful call counts towards the daily quota",
  once: "only after a 429, or if the request was provably never sent (`once`). A second successful call would create a second secret",
};

function facts(name: OperationName): string {
  const { method, path, scope, retry } = OPERATIONS[name];
  return [
    `- **Request**: \`${method} /v1${path}\`, with the [headers](../operations.md#headers) of every operation`,
    `- **Client**: \`client.${name}()\``,
    `- **Scope**: \`${scope}\`${scope === "admin" ? "" : " or `admin`"}${name === "keys.revoke" ? "; every key can revoke itself" : ""}`,
    `- **Retried**: ${RETRIES[retry]}`,
  ].join("\n");
}

function answers(successes: readonly Sample[]): string {
  if (successes.length === 1) return json(successes[0]?.answer);
  return `::: code-group\n\n${successes.map(({ title = "", answer }) => json(answer, title)).join("\n\n")}\n\n:::`;
}

/** The errors of an operation, without those that every operation can return. */
function errors(name: OperationName): string {
  const common = "[errors of every operation](../operations.md#errors)";
  const own = OPERATIONS[name].errors.filter((code) => !(COMMON_ERRORS as readonly string[]).includes(code));
  if (own.length === 0) return `Only the ${common}.`;
  const rows = own.map((code) => {
    const { status, when } = ERROR_CODES[code];
    return `| [\`${code}\`](../errors.md#${code}) | ${status} | ${when} |`;
  });
  return `${table(["code", "status", "when"], rows)}\n\nAlso the ${common}.`;
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

<!-- Written by npm run docs:generate. Do not edit. -->

${summary}

${facts(name)}

## Request

${requestText(name, sample)}

${rows.length === 0 ? "This operation has no input." : table(["field", "where", "type", "default", "meaning"], rows)}

## Response

Status ${status}.

${answers(successes)}

${table(["field", "type", "meaning"], answerRows(described, status))}

## Errors

${errors(name)}
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
