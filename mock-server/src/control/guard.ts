import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpRequest } from "../http/message.js";

/** The server's host, and the token that opens the control plane there. */
export interface Guard {
  /** Host of the socket; undefined without a socket. */
  readonly host: string | undefined;
  readonly token: string | undefined;
}

const BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
/** Matches the whole name: a partial match would accept foreign hosts. */
const LOOPBACK = new RegExp(`^(?:(?:${LABEL}\\.)*localhost|127(?:\\.${BYTE}){3}|::1|\\[::1\\])$`, "i");

/** True for a name or address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

function hostName(authority: string): string {
  return authority.replace(/:\d+$/, "");
}

function sameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/**
 * The reason why a request may not use the control plane; undefined if it may.
 *
 * A web page could reach a server on loopback through a DNS name that it controls (DNS rebinding) or by a plain cross-
 * site request. So `Host` must be a loopback name, and a foreign `Origin` is rejected.
 */
export function refusalOf(request: HttpRequest, guard: Guard): string | undefined {
  if (request.remoteAddress === "in-process") return undefined;
  const host = request.header("host") ?? "";
  const origin = request.header("origin");
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    return `the control plane does not answer pages of ${origin}`;
  }
  if (guard.token !== undefined) {
    const given = /^Bearer +(.+)$/i.exec(request.header("authorization") ?? "")?.[1];
    return given !== undefined && sameSecret(given, guard.token)
      ? undefined
      : "the control plane needs Authorization: Bearer with the token given by --control-token";
  }
  if (guard.host !== undefined && !isLoopback(guard.host)) {
    return "the control plane is closed off loopback; start the server with --control-token TOKEN";
  }
  if (!isLoopback(hostName(host))) return `the control plane does not answer the host name ${hostName(host)}`;
  return undefined;
}
