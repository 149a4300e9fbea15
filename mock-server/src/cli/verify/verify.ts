import { generateKeyPairSync, randomUUID } from "node:crypto";
import bs58 from "bs58";
import { isAddress } from "intent-tx/contract";
import { wallTime } from "../../kernel/wall.js";
import { ask, type Sender } from "./ask.js";
import { axesOf, fitDialects } from "./dialect.js";
import { PROBES, plannedRequests } from "./plan.js";
import type { Answer, Check, Context, Finding, Probe } from "./probe.js";
import { errorOf, isObject, lineOf } from "./read.js";
import { makeReport, reportLines } from "./report.js";
import { axisFindings, sweep } from "./sweep.js";

/** Options of {@link runVerify}. */
export interface VerifyOptions {
  /** The service's base URL, which ends in its version: `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** A key of the service. It is sent to `baseUrl` alone and never printed. */
  readonly apiKey: string;
  /** A wallet with activity, which shows readings that a new wallet cannot. */
  readonly wallet?: string | undefined;
  /** Print one JSON document in place of lines. */
  readonly json?: boolean | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Gets the report. */
  readonly print: (line: string) => void;
  /** Gets what is said beside the report: the requests to come, and why nothing could be verified. Default `print`. */
  readonly notice?: ((line: string) => void) | undefined;
}

const TIMEOUT_MS = 15_000;

/** The address of a key pair that is forgotten at once: nobody has used it, and nobody will. */
function newAddress(): string {
  const { publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return bs58.encode(Buffer.from(x, "base64url"));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** Says in a sentence what is wrong with the options; `undefined` if nothing is. */
function problemOf({ baseUrl, apiKey, wallet, fetch }: VerifyOptions): string | undefined {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    return "--base-url is no URL; it looks like https://api.example.com/v1";
  }
  if (url.username || url.password || url.search || url.hash) {
    return "--base-url must have neither user, query nor fragment";
  }
  const secure = url.protocol === "https:" || (url.protocol === "http:" && (isLoopback(url) || fetch));
  if (!secure)
    return "--base-url must be https, except on loopback: the API key would cross the network in clear";
  if (!apiKey) return "INTENT_TX_API_KEY is not set; it holds the key to ask with";
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return "INTENT_TX_API_KEY holds characters that no key has";
  if (wallet !== undefined && !isAddress(wallet)) return "--wallet must be a base58 address of 32 bytes";
  return undefined;
}

/**
 * Makes a function that cleans a line for printing. Text from a service may hold the key, or characters that
 * control the terminal; neither is printed.
 */
function cleaner(apiKey: string): (line: string) => string {
  return (line) =>
    line
      .replaceAll(apiKey, "[API key]")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");
}

function judge(check: Check, answer: Answer, context: Context): Finding {
  const { decision, expect } = check;
  if (answer.status === 429)
    return { decision, verdict: "unknown", evidence: "the rate limit was reached; run again" };
  if (answer.status === 403) {
    return { decision, verdict: "unknown", evidence: `the key may not ask: ${lineOf(answer)}` };
  }
  const holds = check.holds(answer, context);
  if (holds) return { decision, verdict: "met", evidence: `${expect} (${lineOf(answer)})` };
  if (holds === undefined)
    return { decision, verdict: "unknown", evidence: `${lineOf(answer)} does not show whether ${expect}` };
  const found = check.found?.(answer, context);
  return {
    decision,
    verdict: "different",
    evidence: `expected: ${expect}; ${lineOf(answer)}${found ? `, ${found}` : ""}`,
  };
}

function unasked(probe: Probe, why: string): Finding[] {
  return probe.checks.map(({ decision }) => ({ decision, verdict: "unknown", evidence: why }));
}

/** Why a service cannot be verified, from the answer to the first request. */
function hopeless(first: Answer): string | undefined {
  if (first.status === 401)
    return "the service refuses INTENT_TX_API_KEY (401); nothing can be verified with it";
  if (first.status >= 300 && first.status < 400) {
    return `the service answers with a redirect (${first.status}), which is not followed; give the final base URL`;
  }
  return undefined;
}

/** Whether an answer can only come from an endpoint: a payload, or an error in the contract's form that is not about the path. */
function isEndpoint(answer: Answer): boolean {
  if (answer.status < 300) return isObject(answer.json);
  return ![404, 405].includes(answer.status) && typeof errorOf(answer)["code"] === "string";
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/**
 * Asks a running service how it reads the contract, without building, creating or revoking anything, and prints each
 * decision as met, different or unknown, and the dialect to use.
 *
 * @returns 0 when a dialect fits, 1 when none does, 2 when the options are wrong or the service cannot be asked
 */
export async function runVerify(options: VerifyOptions): Promise<number> {
  const clean = cleaner(options.apiKey || "\u0000");
  const print = (line: string) => options.print(clean(line));
  const notice = (line: string) => (options.notice ?? options.print)(clean(line));
  const problem = problemOf(options);
  if (problem !== undefined) {
    notice(`intent-tx-mock verify: ${problem}`);
    return 2;
  }
  const planned = plannedRequests(options.wallet !== undefined);
  notice(
    `Asking ${options.baseUrl}: at most ${planned.total} requests, ${planned.keyed} of them with the key, of which ` +
      `${planned.parses} parse a command. Nothing is built, created or revoked.`,
  );
  const sender: Sender = {
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    now: wallTime,
    timeoutMs: TIMEOUT_MS,
  };
  const run = await askAll(options, sender);
  if (typeof run === "string") {
    notice(`intent-tx-mock verify: ${run}`);
    return 2;
  }
  const answers = [...run.seen.values()];
  if (!answers.some(isEndpoint)) {
    notice(
      `intent-tx-mock verify: no endpoint of the service is found at ${options.baseUrl}; the base URL ends in the version, for example https://api.example.com/v1`,
    );
    return 2;
  }
  const axes = axesOf(answers);
  const fit = fitDialects(axes);
  const report = makeReport({
    baseUrl: options.baseUrl,
    requests: { planned: planned.total, sent: run.sent },
    findings: [...axisFindings(axes), ...sweep(answers), ...run.findings],
    axes,
    fit,
  });
  const cleaned = (_: string, value: unknown) => (typeof value === "string" ? clean(value) : value);
  if (options.json) options.print(JSON.stringify(report, cleaned, 2));
  else for (const line of reportLines(report)) print(line);
  return fit.dialect === null ? 1 : 0;
}

/** Sends the probes one after the other; a string says why it was given up. */
async function askAll(options: VerifyOptions, sender: Sender) {
  const seen = new Map<string, Answer>();
  const context: Context = {
    wallet: options.wallet,
    stranger: newAddress(),
    idempotencyKey: randomUUID(),
    testKey: options.apiKey.startsWith("svc_test_"),
    seen,
  };
  const findings: Finding[] = [];
  let sent = 0;
  let limited = false;
  for (const probe of PROBES) {
    const request = probe.request(context);
    if (!request || (limited && (request.key ?? "given") === "given")) {
      findings.push(
        ...unasked(probe, request ? "the rate limit was reached; run again" : `needs ${probe.needs}`),
      );
      continue;
    }
    sent += 1;
    try {
      const answer = await ask(request, sender);
      const end = seen.size === 0 ? hopeless(answer) : undefined;
      if (end !== undefined) return end;
      seen.set(probe.name, answer);
      if (answer.status === 429 && (request.key ?? "given") === "given") limited = true;
      findings.push(...probe.checks.map((check) => judge(check, answer, context)));
    } catch (error) {
      if (seen.size === 0) return `${options.baseUrl} cannot be reached: ${reasonOf(error)}`;
      findings.push(...unasked(probe, `${request.method} ${request.path} got no answer: ${reasonOf(error)}`));
    }
  }
  return { seen, findings, sent };
}
