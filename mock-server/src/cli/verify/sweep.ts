import { ERROR_CODES, HEADERS, OPERATIONS, type Operation } from "intent-tx/contract";
import type { Axis } from "./dialect.js";
import type { Answer, Finding } from "./probe.js";
import { errorOf, isObject, lineOf, member, rateOf } from "./read.js";

const BY_DEFAULT: Readonly<Record<string, string>> = {
  envelope: "false",
  pagination: "before",
  rateLimitReset: "epoch-seconds",
};

function finding(decision: number, holds: boolean | undefined, evidence: string): Finding {
  return { decision, verdict: holds === undefined ? "unknown" : holds ? "met" : "different", evidence };
}

/** Decisions 1, 3 and 4, which every answer shows together. */
export function axisFindings(axes: readonly Axis[]): Finding[] {
  return axes
    .filter(({ name }) => name in BY_DEFAULT)
    .map(({ name, decision, found, evidence }) => {
      const holds = found === undefined ? undefined : found === BY_DEFAULT[name];
      return finding(decision, holds, `${name}: ${evidence}`);
    });
}

function onEveryAnswer(
  decision: number,
  what: string,
  answers: readonly Answer[],
  has: (answer: Answer) => boolean,
): Finding {
  const without = answers.find((answer) => !has(answer));
  if (!without) return finding(decision, answers.length === 0 ? undefined : true, `${what} on every answer`);
  const count = answers.filter((answer) => !has(answer)).length;
  return finding(
    decision,
    false,
    `${what} is not on ${count} of ${answers.length} answers, such as: ${lineOf(without)}`,
  );
}

function sameId(answers: readonly Answer[]): Finding[] {
  const both = answers.filter(
    ({ json, headers }) =>
      member(json, "meta", "requestId") !== undefined && headers.get(HEADERS.requestId) !== null,
  );
  if (both.length === 0) return [];
  const same = both.every(
    ({ json, headers }) => member(json, "meta", "requestId") === headers.get(HEADERS.requestId),
  );
  return [finding(2, same, `meta.requestId ${same ? "is" : "is not"} the header's id`)];
}

function errorForm(answers: readonly Answer[]): Finding[] {
  const refused = answers.filter(({ status }) => status >= 400);
  if (refused.length === 0) return [];
  const whole = (answer: Answer) =>
    typeof errorOf(answer)["code"] === "string" && isObject(member(answer.json, "meta"));
  return [onEveryAnswer(1, "{ error, meta }", refused, whole)];
}

/** Checks the form of a 429, if one came (decision 9). Verify does not provoke one. */
function exceeded(answers: readonly Answer[]): Finding[] {
  const refused = answers.find(({ status }) => status === 429);
  if (!refused) return [];
  const { code, details } = errorOf(refused);
  const after = refused.headers.get(HEADERS.retryAfter) ?? "absent";
  const known = code === "rate_limit_exceeded" || code === "quota_exceeded";
  const named = ["limit", "window", "resetAt"].every((name) => member(details, name) !== undefined);
  const holds = known && named && /^[1-9]\d*$/.test(after);
  const said = `Retry-After ${after}, details ${JSON.stringify(details) ?? "absent"}`;
  return [finding(9, holds, `${lineOf(refused)} with ${said}`)];
}

function templateMatches(operation: Operation, { request }: Answer): boolean {
  const pattern = operation.path.replace(/\{\w+\}/g, "[^/?]+");
  const method = request.method === "HEAD" ? "GET" : request.method;
  return operation.method === method && new RegExp(`^${pattern}(\\?|$)`).test(request.path);
}

/** Checks the refusal of a missing scope, if the key lacks one (decisions 12 and 13). */
function scopes(answers: readonly Answer[]): Finding[] {
  const refused = answers.find(({ status }) => status === 403);
  if (!refused) return [];
  const { code, details } = errorOf(refused);
  const required = member(details, "required");
  const form =
    code === "insufficient_scope" &&
    typeof required === "string" &&
    Array.isArray(member(details, "granted"));
  const said = `${lineOf(refused)}, details ${JSON.stringify(details) ?? "absent"}`;
  const operation = Object.values<Operation>(OPERATIONS).find((one) => templateMatches(one, refused));
  const scope = operation && typeof required === "string" ? required === operation.scope : undefined;
  return [finding(12, form, said), finding(13, scope, said)];
}

/** Codes that the contract and its decisions do not know (decision 15). */
function codes(answers: readonly Answer[]): Finding[] {
  const seen = answers.map((answer) => errorOf(answer)["code"]).filter((code) => typeof code === "string");
  const unknown = [...new Set(seen.filter((code) => !Object.hasOwn(ERROR_CODES, code)))];
  if (seen.length === 0) return [];
  const said = unknown.length > 0 ? `codes of its own: ${unknown.join(", ")}` : "every code is known";
  return [finding(15, unknown.length === 0, said)];
}

function limitsOn(answers: readonly Answer[]): Finding[] {
  const shown = answers
    .filter(({ request }) => (request.key ?? "given") === "given")
    .map(rateOf)
    .filter(({ limit, remaining }) => limit !== undefined && remaining !== undefined);
  if (shown.length < 3) return [];
  const falls = shown.some(({ limit, remaining }) => remaining !== limit);
  const said = falls ? "X-RateLimit-Remaining falls" : "X-RateLimit-Remaining stays at the limit";
  return [finding(51, falls, said)];
}

/** Findings from all answers together. */
export function sweep(answers: readonly Answer[]): Finding[] {
  const read = answers.filter(({ request }) => request.method !== "HEAD" && request.method !== "OPTIONS");
  const rated = (answer: Answer) => Object.values(rateOf(answer)).every((value) => value !== undefined);
  return [
    onEveryAnswer(2, HEADERS.requestId, answers, ({ headers }) => headers.has(HEADERS.requestId)),
    ...sameId(read),
    ...errorForm(read),
    onEveryAnswer(6, "the three rate-limit headers", answers, rated),
    ...exceeded(answers),
    ...scopes(answers),
    ...codes(read),
    ...limitsOn(answers),
  ];
}
