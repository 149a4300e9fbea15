import { COMMON_ERRORS, OPERATIONS, type OperationName, openApiDocument } from "intent-tx/contract";
import { requestText } from "./docs-calls.js";
import { type Sample, samples } from "./docs-samples.js";
import { answerRows, type Described, inputRows } from "./docs-schemas.js";

const codes = (names: readonly string[]) =>
  names.map((code) => `[\`${code}\`](errors.md#${code})`).join(", ");
const anchor = (name: string) => `#${name.replaceAll(".", "")}`;

function section(name: OperationName, described: Described, sample: Sample): string {
  const { method, path, summary, status, scope, retry, errors } = OPERATIONS[name];
  const rows = inputRows(described);
  const input =
    rows.length === 0
      ? "It takes no input."
      : `| field | where | type | default | meaning |\n|---|---|---|---|---|\n${rows.join("\n")}`;
  const own: readonly string[] = errors;
  return `## ${name}

${summary} \`client.${name}()\` is \`${method} ${path}\`; it needs the scope \`${scope}\`, and its retry class is \`${retry}\`.

${input}

${requestText(name, sample)}

The answer has the status ${status}:

\`\`\`json
${JSON.stringify(sample.answer, null, 2)}
\`\`\`

| field of the answer | type | meaning |
|---|---|---|
${answerRows(described, status).join("\n")}

Errors beside the common ones: ${own.length === 0 ? "none" : codes(own)}.
`;
}

/** The text of `docs/operations.md`. */
export async function operationsPage(): Promise<string> {
  const shown = await samples();
  const names = Object.keys(OPERATIONS) as OperationName[];
  const { paths } = openApiDocument("https://api.example.com/v1") as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const sections = names.flatMap((name) => {
    const { path, method } = OPERATIONS[name];
    const described = paths[path]?.[method.toLowerCase()];
    return described ? [section(name, described, shown[name])] : [];
  });
  return `---
title: HTTP API
group: Reference
description: "Every endpoint: its parameters with units and bounds, a request as curl and TypeScript, the mock server's answer, its errors."
---

# HTTP API

<!-- Written by scripts/docs-operations.ts from the contract and a mock server's answers; to renew it: npm run docs:generate -->

Paths are below \`baseUrl\`, which ends with \`/v1\`. Every request carries \`Authorization: Bearer <API key>\`. The scope \`admin\`
covers all others, and every key may revoke itself. \`client.request(name, input)\` takes the names of this page; the methods of
the client are the same calls.

| operation | request | scope | retry class | purpose |
|---|---|---|---|---|
${names
  .map((name) => {
    const { method, path, scope, retry, summary } = OPERATIONS[name];
    return `| [\`${name}\`](${anchor(name)}) | \`${method} ${path}\` | \`${scope}\` | \`${retry}\` | ${summary} |`;
  })
  .join("\n")}

Every operation can also answer ${codes(COMMON_ERRORS)}; one with a body ${codes(["payload_too_large"])} and
${codes(["unsupported_media_type"])}. [Errors and retries](guides/errors-and-retries.md) says what the retry classes mean. The
answers below come from a mock server of seed 1 on 1 January 2026; long texts end with "…". A running mock server has all this
as OpenAPI 3.1 at \`/openapi.json\`, and at \`/docs\` a page that sends the calls.

${sections.join("\n")}`;
}
