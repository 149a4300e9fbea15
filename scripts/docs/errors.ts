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
import { COMMAND_REASONS, REASON_MEANINGS } from "../../mock-server/src/control/decisions.js";
import { apiErrorFrom } from "../../src/http/api-error.js";
import { resends } from "../../src/http/retry.js";
import { type ApiError, AuthenticationError } from "../../src/index.js";
import { type ErrorSample, errorSamples } from "./error-samples.js";
import { operationPath } from "./operations.js";
import { cell, table } from "./tables.js";

/** The error that the client creates for a code, computed with the client's own code. */
function errorOf(code: ErrorCode): ApiError {
  const { status } = ERROR_CODES[code];
  const body = JSON.stringify({ error: { code, message: "" } });
  return apiErrorFrom(new Response(body, { status }), body, (text) => text, 0, "https://api.example.com/v1");
}

/** Which requests the client retries automatically after an error, computed with the client's own code. */
function repeats(error: ApiError): string {
  const [safe, onceIfLost, once] = (["safe", "once-if-lost", "once"] as const).map((retry) =>
    resends(error, retry),
  );
  if (once) return "after the wait that the service requests";
  if (error instanceof AuthenticationError) return "once, if an `apiKey` function returns a different key";
  if (!safe) return "no";
  return onceIfLost ? "`safe` operations; `once-if-lost` operations once" : "`safe` operations";
}

/** Requests that can return the codes that no operation lists. */
const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  not_found: "unknown paths",
  method_not_allowed: "other methods of a known path",
  payload_too_large: "operations with a body",
  unsupported_media_type: "operations with a body",
  idempotency_conflict: "every POST, if idempotency is enabled",
};

/** What to do about each code. */
const FIXES: Readonly<Record<ErrorCode, string>> = {
  validation_error: "Correct the field that `field` names.",
  simulation_failed: "Read `details.reason` and `details.logs`. Nothing was sent.",
  unauthorized: "Use a valid key; `details.reason` says what is wrong with this one.",
  insufficient_scope: "Use a key with the scope in `details.required`.",
  wallet_not_found: "Show an empty wallet. The address has never been used.",
  token_not_found: "Use another symbol, or the token's mint address.",
  not_found: "Check `baseUrl` and the path.",
  intent_not_found: "Parse the command again. The intent may belong to another account.",
  key_not_found: "Check the `keyId`. It must be a key of the same account and network.",
  method_not_allowed: "Use a method that the `Allow` header lists.",
  key_not_rotatable: "If the key has already been rotated, use its successor. Otherwise, use an active key.",
  idempotency_conflict: "Use a new `Idempotency-Key` for a different request.",
  intent_expired: "Parse the command again, and show the new price.",
  payload_too_large: "Send a smaller body.",
  unsupported_media_type: "Send `Content-Type: application/json`.",
  parsing_error: "Show `details.message` and `details.suggestions` to the user.",
  intent_not_buildable: "Do not build a question. Its answer is in the intent.",
  rate_limit_exceeded: "Wait for the time in `Retry-After`. The client does this by default.",
  quota_exceeded: "Wait until the next UTC day, or use a higher tier.",
  internal_error: "Retry later. If the error persists, report it with its request ID.",
  service_unavailable: "Retry later, after the time in `Retry-After` if it is present.",
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

const NAMES = Object.keys(ERROR_CODES) as ErrorCode[];

/** Links to the codes of each status. */
function codesByStatus(): string {
  const statuses = [...new Set(NAMES.map((code) => ERROR_CODES[code].status))];
  return statuses
    .map((status) => {
      const codes = NAMES.filter((code) => ERROR_CODES[code].status === status);
      return `- **${status}**: ${codes.map((code) => `[\`${code}\`](#${code})`).join(", ")}`;
    })
    .join("\n");
}

/** A code's section. Its heading is the anchor that `docsUrl` leads to. */
function codeSection(code: ErrorCode, { request, answer }: ErrorSample): string {
  const { status, when } = ERROR_CODES[code];
  const error = errorOf(code);
  return `### ${code}

${when}

- **Fix**: ${FIXES[code]}
- **Status**: ${status}, \`${error.name}\`
- **Returned by**: ${answeredBy(code)}
- **Retried**: ${repeats(error)}
- **Sample**: \`${request}\`

\`\`\`json
${JSON.stringify({ error: answer["error"] }, null, 2)}
\`\`\``;
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

const reasonRow = ([reason, meaning]: readonly [string, string]) => `| \`${reason}\` | ${cell(meaning)} |`;

/** The generated parts of `docs/errors.md`. */
export async function errorTables(): Promise<Readonly<Record<string, string>>> {
  const shown = await errorSamples();
  return {
    codes: [codesByStatus(), ...NAMES.map((code) => codeSection(code, shown[code]))].join("\n\n"),
    "parsing reasons": table(
      ["reason", "meaning"],
      PARSING_REASONS.map((reason) => reasonRow([reason, REASON_MEANINGS[reason]])),
    ),
    "command reasons": table(["reason", "meaning"], Object.entries(COMMAND_REASONS).map(reasonRow)),
    classes: table(["class", "when"], classRows()),
  };
}
