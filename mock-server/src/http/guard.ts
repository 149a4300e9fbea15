import { HEADERS } from "intent-tx/contract";
import type { ErrorContent } from "../kernel/errors.js";
import type { HttpReply, HttpRequest } from "./message.js";
import { sameSecret, type WrongTokens } from "./token.js";

/** The server's control token, and the pages that are allowed to use the control plane. */
export interface Guard {
  readonly token: string | undefined;
  /** Origins of pages on other servers that are allowed to use the control plane. */
  readonly origins: readonly string[];
  readonly wrongTokens: WrongTokens;
}

const BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
/** Matches the full name: a partial match would accept foreign hosts. */
const LOOPBACK = new RegExp(`^(?:(?:${LABEL}\\.)*localhost|127(?:\\.${BYTE}){3}|::1|\\[::1\\])$`, "i");

/** True for a name or address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

function hostName(authority: string): string {
  return authority.replace(/:\d+$/, "");
}

/** True if a request has the control token. Requests in process need none. */
export function hasToken(request: HttpRequest, { token }: Guard): boolean {
  if (request.remoteAddress === "in-process") return true;
  const sent = tokenOf(request);
  return token !== undefined && sent !== undefined && sameSecret(sent, token);
}

const tokenOf = (request: HttpRequest) => /^Bearer +(.+)$/i.exec(request.header("authorization") ?? "")?.[1];

/**
 * The error for a request that is not allowed to use the control plane; undefined if it is.
 *
 * A web page could reach a server on loopback through a DNS name that it controls (DNS rebinding) or by a plain
 * cross-site request. So `Host` must be a loopback name, and `Origin` the server's own or an allowed one. An embedded
 * image could start costly work or take up a stream, although its page cannot read the response.
 */
export function refusalOf(request: HttpRequest, guard: Guard): ErrorContent | undefined {
  if (request.remoteAddress === "in-process") return undefined;
  const host = request.header("host") ?? "";
  const origin = request.header("origin");
  const own = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
  if (!own && !guard.origins.includes(origin)) {
    return refused(
      `the control plane rejects pages from ${origin}; to allow an origin, start the server with --control-origin`,
    );
  }
  if (origin === undefined && isEmbedded(request))
    return refused("the control plane rejects images, scripts and frames in pages of other sites");
  if (guard.token !== undefined) {
    // Browsers do not send the token with a preflight.
    if (isAllowedPreflight(request, guard)) return undefined;
    // A correct token is accepted even after wrong ones, so that an attacker cannot lock the owner out.
    if (hasToken(request, guard)) return undefined;
    const isWrong = tokenOf(request) !== undefined;
    const retryAfter = isWrong ? guard.wrongTokens.count(request.remoteAddress) : undefined;
    if (retryAfter !== undefined)
      return refused(`too many wrong control tokens came from ${request.remoteAddress}`, retryAfter);
    return refused(
      "the control plane needs the header Authorization: Bearer TOKEN, with the value of --control-token",
    );
  }
  if (request.listenHost !== undefined && !isLoopback(request.listenHost)) {
    return refused(
      "the control plane is open on loopback only; to open it elsewhere, start the server with --control-token TOKEN",
    );
  }
  if (!isLoopback(hostName(host)))
    return refused(`the control plane rejects the host name ${hostName(host)}; use localhost or 127.0.0.1`);
  return undefined;
}

/** True if a page of another site embeds the URL, for example as an image: browsers send no `Origin` then. */
function isEmbedded(request: HttpRequest): boolean {
  const isLink = request.header("sec-fetch-dest") === "document";
  return request.header("sec-fetch-site") === "cross-site" && !isLink;
}

/** @param retryAfter the seconds to wait, after too many wrong tokens */
function refused(message: string, retryAfter?: number): ErrorContent {
  if (retryAfter === undefined) return { status: 403, code: "forbidden", message };
  return { status: 429, code: "too_many_tokens", message, headers: { "Retry-After": String(retryAfter) } };
}

function isAllowedPreflight(request: HttpRequest, { origins }: Guard): boolean {
  if (request.method !== "OPTIONS" || !origins.includes(request.header("origin") ?? "")) return false;
  return request.header("access-control-request-method") !== undefined;
}

/** The response to a preflight of an allowed page; undefined for any other request. */
export function preflightReply(request: HttpRequest, guard: Guard): HttpReply | undefined {
  if (!isAllowedPreflight(request, guard)) return undefined;
  const headers = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "600",
  };
  return { status: 204, headers };
}

/** Headers that let an allowed page read a response, including refusals. */
export function headersFor(request: HttpRequest, { origins }: Guard): Readonly<Record<string, string>> {
  const origin = request.header("origin") ?? "";
  if (!origins.includes(origin)) return {};
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": HEADERS.requestId,
    Vary: "Origin",
  };
}
