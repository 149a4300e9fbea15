import { redactUrl } from "../accounts/key-secret.js";
import type { Exchange } from "../api/exchange.js";
import type { AnsweredRequest } from "../server/answered.js";
import { JsonLines } from "./json-lines.js";
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

/** Writes a line for each request that the flags ask for. */
export function requestTeller(
  { log, json, logFormat }: Pick<ServerFlags, "log" | "json" | "logFormat">,
  write: (line: string) => void,
): (answered: AnsweredRequest) => void {
  const paint = painter();
  const lines = new JsonLines();
  return (answered) => {
    const { exchange, status } = answered;
    if (log === "off" || (log === "errors" && status < 400)) return;
    if (logFormat === "json") return write(lines.of(answered));
    // A person, or a test, follows the API alone.
    if (exchange) write(json ? lines.of(answered) : requestLine(exchange, paint));
  };
}
