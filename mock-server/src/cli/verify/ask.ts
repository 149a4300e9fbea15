import { HEADERS } from "intent-tx/contract";
import type { Answer, KeyUse, ProbeRequest } from "./probe.js";

/** How requests leave. */
export interface Sender {
  /** Base URL without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** This machine's time, for services that send no `Date`. */
  readonly now: () => number;
  readonly timeoutMs: number;
}

const MOST_BYTES = 1 << 20;

/** Keys that no account has. They are no secrets, and no guesses: their text says what they are. */
const NO_KEYS: Readonly<Record<Exclude<KeyUse, "given">, string | undefined>> = {
  none: undefined,
  malformed: "Bearer intent-tx-verify",
  unknown: "Bearer svc_test_intentTxVerifyAsksWhatAnUnknownKeyGets",
};

async function bodyOf(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) break;
  }
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends one request and reads its answer. Redirects are not followed, so that the key goes nowhere else. */
export async function ask(request: ProbeRequest, sender: Sender): Promise<Answer> {
  const { key = "given", body } = request;
  const authorization = key === "given" ? `Bearer ${sender.apiKey}` : NO_KEYS[key];
  const response = await sender.fetch(sender.baseUrl + request.path, {
    method: request.method,
    redirect: "manual",
    signal: AbortSignal.timeout(sender.timeoutMs),
    headers: {
      accept: "application/json",
      ...(authorization !== undefined && { authorization }),
      ...(body && { "content-type": "application/json" }),
      ...request.headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await bodyOf(response);
  const date = Date.parse(response.headers.get("date") ?? "");
  return {
    request,
    status: response.status,
    headers: response.headers,
    text,
    json: jsonOf(text),
    at: Number.isNaN(date) ? sender.now() : date,
  };
}

/** Names of the optional parts of an answer that it has (decisions 2, 9, 11, 38, 39). */
export function optionalPartsOf(answer: Answer): string[] {
  const parts: string[] = [];
  if (answer.headers.has(HEADERS.requestId)) parts.push(HEADERS.requestId);
  if (typeof answer.json !== "object" || answer.json === null) return parts;
  if ("meta" in answer.json) parts.push("meta");
  const error = "error" in answer.json ? answer.json.error : undefined;
  if (typeof error === "object" && error !== null) {
    for (const name of ["details", "field"]) if (name in error) parts.push(`error.${name}`);
  }
  return parts;
}
