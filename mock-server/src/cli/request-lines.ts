import { redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import { wallTime } from "../kernel/wall.js";
import { WrittenTime } from "../kernel/written-time.js";
import type { AnsweredRequest } from "../server/answered.js";
import type { ServerFlags } from "./server-flags.js";
import { painter } from "./style.js";

/**
 * Path and reason of a request as a console may show them. Secrets are left out, as somebody may have put a
 * key where an identifier belongs.
 */
function shown({ path, why }: Exchange): { readonly path: string; readonly why?: string } {
  return { path: redactUrl(path), ...(why !== undefined && { why: redactUrl(why) }) };
}

/** Text for one line of a terminal: what clients name may hold line breaks, and codes that a terminal would obey. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** One console line for an answered request: method, path, status, time, who, why not. */
export function requestLine(exchange: Exchange, paint = painter()): string {
  const { method, status, ms, keyName } = exchange;
  const { path, why } = shown(exchange);
  const colour = status < 400 ? "green" : status < 500 ? "yellow" : "red";
  const who = onOneLine(keyName ?? "no key");
  return `${method.padEnd(6)} ${onOneLine(path)}  ${paint(colour, String(status))}  ${ms.toFixed(1)} ms  ${paint("dim", who)}${why ? `  ${onOneLine(why)}` : ""}`;
}

/** Longest path and reason of a line for machines: a line stays short enough to be written at once. */
const LONGEST = 1_000;

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Text in which JSON.stringify would write nothing but quotes around it. */
const PLAIN = /^[\w ./:-]*$/;

/** A member of an object, for text that somebody else chose. */
function member(name: string, text: string | undefined): string {
  if (text === undefined) return "";
  return `,"${name}":${PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)}`;
}

/** A member whose text is one of the contract's words or an identifier of the server's: nothing in it needs an escape. */
function word(name: string, text: string | undefined): string {
  return text === undefined ? "" : `,"${name}":"${text}"`;
}

/**
 * The same as a JSON object, for a request of any kind. It is written member by member: there is one for each request, and
 * JSON.stringify takes twice the time for the whole.
 */
export function requestJson(answered: AnsweredRequest, time = new WrittenTime()): string {
  const { kind, session, requestId, method, path, status, exchange } = answered;
  const { operation, code, keyName, why } = exchange ?? {};
  const level = status < 500 ? "info" : "error";
  const who = word("kind", kind) + word("session", session) + word("requestId", requestId);
  const what = member("method", method) + member("path", cut(redactUrl(path))) + word("operation", operation);
  const result = `,"status":${status}${member("code", code)},"ms":${Math.round(answered.ms * 1000) / 1000}`;
  const reason = member("why", why === undefined ? undefined : cut(redactUrl(why)));
  const head = `{"event":"request","time":"${time.iso(wallTime())}","level":"${level}"`;
  return `${head}${who}${what}${result}${member("keyName", keyName)}${reason}}`;
}

/** Writes a line for each request that the flags ask for. */
export function requestTeller(
  { log, json, logFormat }: Pick<ServerFlags, "log" | "json" | "logFormat">,
  write: (line: string) => void,
): (answered: AnsweredRequest) => void {
  const paint = painter();
  const time = new WrittenTime();
  return (answered) => {
    const { exchange, status } = answered;
    if (log === "off" || (log === "errors" && status < 400)) return;
    if (logFormat === "json") return write(requestJson(answered, time));
    // A person, or a test, follows the API alone.
    if (exchange) write(json ? requestJson(answered, time) : requestLine(exchange, paint));
  };
}
