import { generateKeyPairSync, randomUUID } from "node:crypto";
import bs58 from "bs58";
import { isAddress } from "intent-tx/contract";
import { isLoopback } from "../../http/guard.js";
import { requestText } from "../../http/outgoing.js";
import { jsonOr } from "../../kernel/json.js";
import { wallTime } from "../../kernel/timers.js";
import {
  answerLine,
  errorOf,
  isObject,
  member,
  NO_KEYS,
  type ProbeRequest,
  payloadOf,
  type ServiceAnswer,
} from "./answer.js";
import { axesOf, type Finding } from "./dialect.js";
import { type Check, COMMON_CHECKS, type Context, PROBES, type Probe, type Rule } from "./probes.js";
import { makeReport, reportLines } from "./report.js";

export interface VerifyOptions {
  /** The service's base URL including its version: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** An API key of the service. It is only sent to `baseUrl` and never printed. */
  readonly apiKey: string;
  /** A wallet with activity. It shows decisions that a new wallet cannot show. */
  readonly wallet?: string | undefined;
  /** Prints one JSON document instead of lines. */
  readonly json?: boolean | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly print: (line: string) => void;
  /** Receives other messages: the planned requests, and why the service could not be verified. */
  readonly notice: (line: string) => void;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1 << 20;

/** The problem with the options; `undefined` if they are valid. */
function problemOf({ baseUrl, apiKey, wallet, fetch }: VerifyOptions): string | undefined {
  if (!URL.canParse(baseUrl)) return "--base-url must be a URL such as https://api.example.com/v1";
  const url = new URL(baseUrl);
  if (url.username || url.password || url.search || url.hash)
    return "--base-url must not contain a user, password, query or fragment";
  const secure =
    url.protocol === "https:" || (url.protocol === "http:" && (isLoopback(url.hostname) || fetch));
  if (!secure)
    return "--base-url must be https, except on loopback, because otherwise the API key is sent unencrypted";
  if (!apiKey) return "INTENT_TX_API_KEY is not set; set it to an API key of the service";
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    return "INTENT_TX_API_KEY contains characters that no key can contain; copy the key again";
  if (wallet !== undefined && !isAddress(wallet)) return "--wallet must be a base58-encoded 32-byte address";
  return undefined;
}

/** The address of a new key pair, which is discarded, so that the address has no account and no transactions. */
function newAddress(): string {
  const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  return bs58.encode(Buffer.from(x, "base64url"));
}

/** Replaces the API key and terminal control characters in text from a service, so that it is safe to print. */
const cleaner = (apiKey: string) => (line: string) =>
  line
    .replaceAll(apiKey || "\u0000", "[API key]")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach a terminal
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");

type Values = Readonly<Record<string, string | undefined>>;

/** Fills in a probe's placeholders; `undefined` if a value is missing. */
function requestOf({ line, key, headers, body }: Probe, values: Values): ProbeRequest | undefined {
  const unfilled = JSON.stringify({ filled: line, headers, body });
  const names = [...unfilled.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => values[name] === undefined)) return undefined;
  const text = unfilled.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const { filled, ...rest } = JSON.parse(text) as Pick<ProbeRequest, "headers"> & { readonly filled: string };
  const [method = "", path = ""] = filled.split(" ");
  return { line, key, method, path, body: undefined, ...rest };
}

/** Sends a request and reads its response. Redirects are not followed, because they could leak the key. */
async function sendProbe(request: ProbeRequest, options: VerifyOptions): Promise<ServiceAnswer> {
  const { key, body, method } = request;
  const authorization = key === "given" ? `Bearer ${options.apiKey}` : NO_KEYS[key];
  const { response, text } = await requestText(options.baseUrl.replace(/\/+$/, "") + request.path, {
    method,
    redirect: "manual",
    deadlineMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    fetch: options.fetch,
    headers: {
      accept: "application/json",
      ...(authorization !== undefined && { authorization }),
      ...(body && { "content-type": "application/json" }),
      ...request.headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const date = Date.parse(headers.get("date") ?? "");
  return { request, status, headers, text, json: jsonOr(text), at: Number.isNaN(date) ? wallTime() : date };
}

/** The value at a path of a response: `status`, `header NAME`, `error.MEMBER`, or a payload member. */
function valueAt(answer: ServiceAnswer, path: string): unknown {
  if (path === "status") return answer.status;
  if (path.startsWith("header ")) return answer.headers.get(path.slice("header ".length)) ?? undefined;
  const names = path === "" ? [] : path.split(".");
  return names[0] === "error" ? member(errorOf(answer), ...names.slice(1)) : payloadOf(answer, ...names);
}

/** True if a response with this status can contain a member that a check expects. */
function showsAny(expected: Check[1], { status }: ServiceAnswer): boolean {
  const paths = Object.keys(expected);
  if (paths.some((path) => path === "status" || path.startsWith("header "))) return true;
  return paths.some((path) => path.startsWith("error.")) ? status >= 400 : status === 200;
}

/** The rule of an expected value: a pattern, a rule, or the value itself. */
function ruleOf(wanted: Check[1][string]): Rule {
  if (wanted instanceof RegExp)
    return { text: `like ${wanted}`, test: (value) => typeof value === "string" && wanted.test(value) };
  if (typeof wanted === "object") return wanted;
  return { text: JSON.stringify(wanted) ?? "absent", test: (value) => value === wanted };
}

/** Checks a response; `undefined` if the response does not show the reading. */
function evaluate(
  [decision, expected, statuses]: Check,
  answer: ServiceAnswer,
  context: Context,
): Finding | undefined {
  if (!(statuses?.includes(answer.status) ?? showsAny(expected, answer))) return undefined;
  const results = Object.entries(expected).map(([path, wanted]) => {
    const value = valueAt(answer, path);
    const name = path === "" ? "the payload" : path;
    const { text, test, evidence } = ruleOf(wanted);
    const shown = evidence ? evidence(value) : value;
    const found = path.startsWith("error.")
      ? `error is ${JSON.stringify(errorOf(answer))}`
      : `${name} is ${JSON.stringify(shown) ?? "absent"}`;
    return { passed: test(value, answer, context), text: `${name} ${text}`, found };
  });
  const text = results.map((result) => result.text).join(", ");
  const wrong = results.filter(({ passed }) => passed === false).map(({ found }) => found);
  if (wrong.length > 0) {
    const evidence = `expected: ${text}; ${answerLine(answer)}, ${[...new Set(wrong)].join(", ")}`;
    return { decision, verdict: "different", evidence };
  }
  if (results.some(({ passed }) => passed === undefined)) return undefined;
  return { decision, verdict: "met", evidence: `${text} (${answerLine(answer)})` };
}

const LIMITED = "the rate limit was reached; run verify again later";

const unknown = ({ checks }: Probe, evidence: string): Finding[] =>
  checks.map(([decision]) => ({ decision, verdict: "unknown", evidence }));

function findingsOf(probe: Probe, answer: ServiceAnswer, context: Context): Finding[] {
  const line = answerLine(answer);
  if (answer.status === 429) return unknown(probe, LIMITED);
  if (answer.status === 403) return unknown(probe, `the key lacks access: ${line}`);
  return probe.checks.map((check) => {
    const evidence = `${line} does not show ${Object.keys(check[1]).join(", ")}`;
    return evaluate(check, answer, context) ?? { decision: check[0], verdict: "unknown", evidence };
  });
}

/** Findings from all responses. For each check: the first response that differs, otherwise the first that agrees. */
function commonFindings(context: Context): Finding[] {
  return COMMON_CHECKS.flatMap((check) => {
    const found = context.answers.flatMap((answer) => evaluate(check, answer, context) ?? []);
    return found.find(({ verdict }) => verdict === "different") ?? found[0] ?? [];
  });
}

/** Why verification is impossible after the first response; undefined if it is possible. */
function fatalReason({ status }: ServiceAnswer): string | undefined {
  if (status === 401) return "the service rejects INTENT_TX_API_KEY (401), so nothing can be verified";
  if (status < 300 || status > 399) return undefined;
  return `the service returned a redirect (${status}), which verify does not follow; pass the base URL that the redirect leads to`;
}

/**
 * True if the path exists: the response is a payload, or an error in the contract's form that is not about the path.
 */
function isEndpoint(answer: ServiceAnswer): boolean {
  if (answer.status < 300) return isObject(answer.json);
  return ![404, 405].includes(answer.status) && typeof errorOf(answer)["code"] === "string";
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** Sends the probes one after the other. Returns a string with the reason if verification is impossible. */
async function sendProbes(options: VerifyOptions) {
  const stranger = newAddress();
  const { wallet } = options;
  const values: Record<string, string | undefined> = { wallet, stranger, subject: wallet ?? stranger };
  values["idempotencyKey"] = randomUUID();
  const answers: ServiceAnswer[] = [];
  const context: Context = { testKey: options.apiKey.startsWith("svc_test_"), answers };
  const findings: Finding[] = [];
  let sent = 0;
  let limited = false;
  for (const probe of PROBES) {
    const request = requestOf(probe, values);
    const usesKey = probe.key === "given";
    if (!request || (limited && usesKey)) {
      const more = probe.line.includes("{cursor}") ? "more than one transaction" : "activity";
      findings.push(...unknown(probe, request ? LIMITED : `needs --wallet with a wallet that has ${more}`));
      continue;
    }
    sent += 1;
    try {
      const answer = await sendProbe(request, options);
      const end = answers.length === 0 ? fatalReason(answer) : undefined;
      if (end !== undefined) return end;
      answers.push(answer);
      limited ||= usesKey && answer.status === 429;
      if (request.line.includes("{wallet}")) values["cursor"] ??= cursorIn(answer);
      findings.push(...findingsOf(probe, answer, context));
    } catch (error) {
      if (answers.length === 0) return `${options.baseUrl} cannot be reached: ${reasonOf(error)}`;
      findings.push(
        ...unknown(probe, `${request.method} ${request.path} got no response: ${reasonOf(error)}`),
      );
    }
  }
  return { answers, findings: [...commonFindings(context), ...findings], sent };
}

/** A page's cursor under either of its names (decision 3), encoded for a query. */
function cursorIn(answer: ServiceAnswer): string | undefined {
  const page = payloadOf(answer, "pagination");
  const cursor = member(page, "before") ?? member(page, "nextCursor");
  return typeof cursor === "string" && cursor !== "" ? encodeURIComponent(cursor) : undefined;
}

/**
 * Determines how a running service implements the open points of the contract, without building, creating or revoking
 * anything. Prints each decision as met, different or unknown, and the dialect to use.
 *
 * @returns 0 if a dialect fits, 1 if none does, 2 if the options are wrong or the service cannot be reached
 */
export async function runVerify(options: VerifyOptions): Promise<number> {
  const clean = cleaner(options.apiKey);
  const notice = (line: string) => options.notice(clean(line));
  const fail = (why: string) => {
    notice(`intent-tx-mock verify: ${why}`);
    return 2;
  };
  const problem = problemOf(options);
  if (problem !== undefined) return fail(problem);
  const planned = PROBES.filter(
    ({ line }) => options.wallet !== undefined || !/\{(wallet|cursor)\}/.test(line),
  );
  const keyed = planned.filter(({ key }) => key === "given").length;
  const parses = planned.filter(({ line }) => line.startsWith("POST")).length;
  notice(
    `Sending at most ${planned.length} requests to ${options.baseUrl}: ${keyed} of them use the key, and ${parses} parse ` +
      "a command. Nothing is built, created or revoked.",
  );
  const run = await sendProbes(options);
  if (typeof run === "string") return fail(run);
  const { answers, findings, sent } = run;
  if (!answers.some(isEndpoint)) {
    return fail(
      `${options.baseUrl} has no endpoint of the service; the base URL must end with the version, for example https://api.example.com/v1`,
    );
  }
  const { baseUrl } = options;
  const report = makeReport(
    { baseUrl, requests: { planned: planned.length, sent } },
    axesOf(answers),
    findings,
  );
  const cleaned = (_: string, value: unknown) => (typeof value === "string" ? clean(value) : value);
  if (options.json) options.print(JSON.stringify(report, cleaned, 2));
  else for (const line of reportLines(report)) options.print(clean(line));
  return report.dialect === null ? 1 : 0;
}
