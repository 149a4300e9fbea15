import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  COMMON_ERRORS,
  ERROR_CODES,
  type ErrorCode,
  OPERATIONS,
  type Operation,
  type OperationName,
  PARSING_REASONS,
} from "intent-tx/contract";
import { COMMAND_REASONS, REASON_MEANINGS } from "../../mock-server/src/api/decisions.js";
import { apiErrorFrom } from "../../src/http/response.js";
import { resends } from "../../src/http/send.js";
import { type ApiError, AuthenticationError } from "../../src/index.js";
import { operationPath } from "./operations.js";

const cell = (text: string) => text.replaceAll("|", "\\|");

/** The error that the client creates for a code, computed with the client's own code. */
function errorOf(code: ErrorCode): ApiError {
  const { status } = ERROR_CODES[code];
  const body = JSON.stringify({ error: { code, message: "" } });
  return apiErrorFrom(new Response(body, { status }), body, "key", 0, "https://api.example.com/v1");
}

/** Which requests the client retries automatically after an error, computed with the client's own code. */
function repeats(error: ApiError): string {
  const [safe, onceIfLost, once] = (["safe", "once-if-lost", "once"] as const).map((retry) =>
    resends(error, retry),
  );
  if (once) return "after the wait that the service requests";
  if (error instanceof AuthenticationError) return "once, if an `apiKey` function returns a different key";
  if (!safe) return "no";
  return onceIfLost ? "`safe` operations, and `once-if-lost` ones once" : "`safe` operations";
}

/** Requests that can return the codes that no operation lists. */
const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  not_found: "unknown paths",
  method_not_allowed: "other methods of a known path",
  payload_too_large: "operations with a body",
  unsupported_media_type: "operations with a body",
  idempotency_conflict: "every POST, if idempotency is enabled",
};

function answeredBy(code: ErrorCode): string {
  if ((COMMON_ERRORS as readonly ErrorCode[]).includes(code)) return "any operation";
  const names = (Object.entries(OPERATIONS) as [OperationName, Operation][])
    .filter(([, operation]) => operation.errors.includes(code))
    .map(([name]) => `[\`${name}\`](${operationPath(name)})`);
  const where = names.length > 0 ? names.join(", ") : ELSEWHERE[code];
  if (where === undefined)
    throw new Error(`scripts/docs/errors.ts does not say which operations return ${code}`);
  return where;
}

function codeRow(code: ErrorCode): string {
  const { status, when } = ERROR_CODES[code];
  const error = errorOf(code);
  return `| <a id="${code}"></a>\`${code}\` | ${status} | ${cell(when)} | ${answeredBy(code)} | \`${error.name}\` | ${repeats(error)} |`;
}

/** The client's error classes, each with the first sentence of its doc comment. */
function classRows(): string[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const rows = files.flatMap((file) =>
    [
      ...readFileSync(join("src", file), "utf8").matchAll(
        /\/\*\*\s+(?:\* )?((?:[^*]|\*(?!\/))+)\*\/\nexport class (\w+Error) /g,
      ),
    ].map(([, comment = "", name = ""]) => {
      const text = comment.replace(/\s*\n \* ?/g, " ").replace(/\{@link (\w+)\}/g, "`$1`");
      const [sentence = ""] = /^.*?[.;](?= |$)/.exec(text.trim()) ?? [];
      return `| <a id="${name}"></a>\`${name}\` | ${cell(sentence.replace(/;$/, "."))} |`;
    }),
  );
  return rows.sort();
}

/** The text of `docs/errors.md`. */
export function errorsPage(): string {
  return `---
title: Error codes
group: Reference
description: Every error code of the service, with its status, the client's error class, and whether the client retries the request.
---

# Error codes

<!-- Written by scripts/docs/errors.ts from the contract and the client; change those and run: npm run docs:generate -->

An error's body is \`{ error: { code, message, details?, field? }, meta? }\`. To handle errors, see [Errors and
retries](guides/errors-and-retries.md). A service can add codes. For an unknown code, the client uses the class that matches the
status.

| code | status | when | returned by | class | retried |
|---|---|---|---|---|---|
${(Object.keys(ERROR_CODES) as ErrorCode[]).map(codeRow).join("\n")}

If the wait is longer than \`maxWaitMs\` (20 seconds), the call rejects immediately, for example when the daily quota is
used up. \`transactions.build\` returns \`quota_exceeded\` when the daily quota of transactions is used up. If you use a test key,
every operation returns \`quota_exceeded\` when the daily quota of requests is used up.

## Reasons for parsing_error

If a command is rejected, \`details.reason\` is one of the following. \`details.message\` explains the reason in a sentence.
\`details.span\` marks the words that caused the rejection. \`details.suggestions\` contains complete, valid commands.

| reason | meaning |
|---|---|
${PARSING_REASONS.map((reason) => `| \`${reason}\` | ${cell(REASON_MEANINGS[reason])} |`).join("\n")}

Two checks run before the command is parsed. If one fails, the request returns 400 \`validation_error\` for \`command\`, with one of these
reasons:

| reason | meaning |
|---|---|
${Object.entries(COMMAND_REASONS)
  .map(([reason, meaning]) => `| \`${reason}\` | ${cell(meaning)} |`)
  .join("\n")}

## Error classes

The classes of the client. Each error's \`docsUrl\` leads to its code above, or to its class here.

| class | when |
|---|---|
${classRows().join("\n")}
`;
}
