import { styleText } from "node:util";
import { redactUrl } from "../accounts/keys.js";
import type { Exchange } from "../http/message.js";
import { wallTime } from "../kernel/timers.js";
import type { ServerFlags } from "./server-flags.js";

/**
 * Text for a console: without secrets, which clients might send as identifiers by mistake, and with escaped control
 * characters, because names from clients can contain line breaks and terminal codes.
 */
function onOneLine(text: string): string {
  return redactUrl(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** A console line: method, path, status, time, caller, reason. */
export function requestLine(
  exchange: Pick<Exchange, "method" | "path" | "status" | "ms" | "keyName" | "why">,
  paint = painter(),
): string {
  const { method, path, status, ms, keyName, why } = exchange;
  const colour = status < 400 ? "green" : status < 500 ? "yellow" : "red";
  const who = onOneLine(keyName ?? "no key");
  return `${method.padEnd(6)} ${onOneLine(path)}  ${paint(colour, String(status))}  ${ms.toFixed(1)} ms  ${paint("dim", who)}${why ? `  ${onOneLine(why)}` : ""}`;
}

/** Returns a listener that writes a line for each request, according to the flags. */
export function requestLogger(
  { log, json, logFormat }: Pick<ServerFlags, "log" | "json" | "logFormat">,
  write: (line: string) => void,
): (exchange: Exchange) => void {
  const paint = painter();
  return (exchange) => {
    if (log === "off" || (log === "errors" && exchange.status < 400)) return;
    if (logFormat === "json") return write(jsonLine(exchange));
    // The text and `--json` formats contain only API requests.
    if (exchange.isApi) write(json ? jsonLine(exchange) : requestLine(exchange, paint));
  };
}

/** Maximum length of path and reason, so that a line is written in one piece. */
const MAX_TEXT = 1_000;

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** A refusal of access is a warning: someone may be trying keys or tokens. */
function levelOf(kind: Exchange["kind"], status: number): "info" | "warn" | "error" {
  if (status === 403 || (status === 429 && kind === "control")) return "warn";
  return status < 500 ? "info" : "error";
}

export function jsonLine(exchange: Omit<Exchange, "query" | "at" | "isApi">): string {
  const { kind, session, requestId, method, path, status, ms, operation, code, keyName, why } = exchange;
  return JSON.stringify({
    event: "request",
    time: new Date(wallTime()).toISOString(),
    level: levelOf(kind, status),
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

/** How long (ms) a line waits so that several lines are written together. Readers do not notice the delay. */
const BATCH_MS = 10;
/** Maximum bytes that wait for a paused reader, such as `| less`. Further lines are dropped. */
const MAX_WAITING = 4 << 20;

/**
 * Writes lines to a stream in batches every few milliseconds, because a loaded server logs thousands of lines a second.
 * The process does not end before the last line is written. If the reader stalls, lines are dropped instead of buffered
 * without a limit, and `warn` gets their number.
 */
export function lineWriter(
  stream: { write(text: string): unknown; readonly writableLength?: number },
  warn: (message: string) => void = () => undefined,
): (line: string) => void {
  let waiting = "";
  let dropped = 0;
  return (line) => {
    if ((stream.writableLength ?? 0) > MAX_WAITING) {
      dropped++;
      return;
    }
    if (dropped > 0) {
      warn(`${dropped} log lines were dropped because the reader was too slow`);
      dropped = 0;
    }
    if (waiting === "") {
      setTimeout(() => {
        stream.write(waiting);
        waiting = "";
      }, BATCH_MS);
    }
    waiting += `${line}\n`;
  };
}

type Format = Parameters<typeof styleText>[0];

/** Colours text if the output is a terminal and `NO_COLOR` is not set. */
export function painter(): (format: Format, text: string) => string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const on = NO_COLOR ? false : FORCE_COLOR ? FORCE_COLOR !== "0" : process.stdout.isTTY;
  return (format, text) => (on ? styleText(format, text) : text);
}
