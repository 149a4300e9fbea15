import { styleText } from "node:util";
import { redactUrl } from "../accounts/keys.js";
import type { Exchange } from "../api/exchange.js";
import { wallTime } from "../kernel/timers.js";
import type { AnsweredRequest } from "../server/public-types.js";
import type { ServerFlags } from "./server-flags.js";

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
  return (answered) => {
    const { exchange, status } = answered;
    if (log === "off" || (log === "errors" && status < 400)) return;
    if (logFormat === "json") return write(jsonLine(answered));
    // A person, or a test, follows the API alone.
    if (exchange) write(json ? jsonLine(answered) : requestLine(exchange, paint));
  };
}

/** Longest path and reason of a line: it stays short enough to be written at once. */
const LONGEST = 1_000;

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A request of any kind as one JSON object. */
export function jsonLine({
  kind,
  session,
  requestId,
  method,
  path,
  status,
  ms,
  exchange,
}: AnsweredRequest): string {
  const { operation, code, keyName, why } = exchange ?? {};
  return JSON.stringify({
    event: "request",
    time: new Date(wallTime()).toISOString(),
    level: status < 500 ? "info" : "error",
    kind,
    session,
    requestId,
    method,
    path: cut(redactUrl(path)),
    operation,
    status,
    code,
    ms: Math.round(ms * 1000) / 1000,
    keyName,
    why: why === undefined ? undefined : cut(redactUrl(why)),
  });
}

/** How long a line may wait for others. Nobody who reads along notices it. */
const TOGETHER_MS = 10;
/** Bytes that may wait for a reader who stands still, as one does behind `| less`; what comes then is left out. */
const MOST_WAITING = 4 << 20;

/**
 * Writes lines to a stream, those of some milliseconds at once: a server under load has thousands of lines a second. The process does
 * not end before the last one is written. Lines that nobody reads do not fill the memory: they are left out, which `warn` is told.
 */
export function lineWriter(
  stream: { write(text: string): unknown; readonly writableLength?: number },
  warn: (message: string) => void = () => undefined,
): (line: string) => void {
  let waiting = "";
  let left = 0;
  return (line) => {
    if ((stream.writableLength ?? 0) > MOST_WAITING) {
      left++;
      return;
    }
    if (left > 0) {
      warn(`${left} lines of the log were left out, since nobody read them`);
      left = 0;
    }
    if (waiting === "") {
      setTimeout(() => {
        stream.write(waiting);
        waiting = "";
      }, TOGETHER_MS);
    }
    waiting += `${line}\n`;
  };
}

type Format = Parameters<typeof styleText>[0];

/** Colours text where a terminal shows it and neither `NO_COLOR` nor a pipe speaks against it. */
export function painter(
  stream: { readonly isTTY?: boolean } = process.stdout,
): (format: Format, text: string) => string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const on = NO_COLOR ? false : FORCE_COLOR ? FORCE_COLOR !== "0" : stream.isTTY === true;
  return (format, text) => (on ? styleText(format, text) : text);
}
