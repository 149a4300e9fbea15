import {
  ERROR_CODES,
  type ErrorCode,
  OPERATIONS,
  type OperationName,
  openApiDocument,
} from "intent-tx/contract";
import { type Described, dereferenced, fieldRows, inputRows, type Schema } from "./schemas.js";
import { cell, table } from "./tables.js";

/** Queries, whose schemas are written out where they are used. */
const QUERIES: Readonly<Record<string, OperationName>> = {
  ListTransactionsQuerySchema: "transactions.list",
  MetricsQuerySchema: "analytics.metrics",
  PortfolioQuerySchema: "portfolio.retrieve",
};

/** Tables that the reference shows instead of the declaration of a schema or a table of the contract, by name. */
export function contractParts(): Readonly<Record<string, string>> {
  const { components, paths } = dereferenced(openApiDocument("https://api.example.com/v1")) as unknown as {
    components: { schemas: Readonly<Record<string, Schema>> };
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const fields = ([name, schema]: [string, Schema]) => [
    name === "Error" ? "ErrorBodySchema" : `${name}Schema`,
    table(
      ["field", "type", "example", "meaning"],
      fieldRows(schema).map(({ name: field, type, example, meaning }) => {
        const shown = example === undefined ? "" : `\`${JSON.stringify(example)}\``;
        return `| \`${field}\` | ${type} | ${cell(shown)} | ${cell(meaning)} |`;
      }),
    ),
  ];
  const queries = Object.entries(QUERIES).map(([name, operation]) => {
    const { parameters = [] } = paths[OPERATIONS[operation].path]?.["get"] ?? {};
    const query = parameters.filter((parameter) => parameter.in === "query");
    return [
      name,
      table(
        ["field", "where", "type", "default", "meaning"],
        inputRows({ parameters: query, responses: {} }),
      ),
    ];
  });
  const codes = table(
    ["code", "status", "when"],
    (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => {
      const { status, when } = ERROR_CODES[code];
      return `| [\`${code}\`](/errors#${code}) | ${status} | ${when} |`;
    }),
  );
  const operations = table(
    ["operation", "request", "scope"],
    (Object.keys(OPERATIONS) as OperationName[]).map((name) => {
      const { method, path, scope } = OPERATIONS[name];
      return `| [\`${name}\`](/operations/${name.replace(".", "-")}) | \`${method} ${path}\` | \`${scope}\` |`;
    }),
  );
  return {
    ...Object.fromEntries(Object.entries(components.schemas).map(fields)),
    ...Object.fromEntries(queries),
    ErrorCode: codes,
    ERROR_CODES: codes,
    OperationName: operations,
    OPERATIONS: operations,
  };
}
