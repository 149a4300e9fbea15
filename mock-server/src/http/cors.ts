import { HEADERS } from "intent-tx/contract";
import type { HttpRequest } from "./message.js";

const EXPOSED = [...Object.values(HEADERS), "Date"].join(", ");

/** Lets every origin read an answer (decision 50): who asks is known by the key, never by a cookie. */
export const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
} as const;

/** Headers that answer a browser's preflight request. */
export function preflightHeaders(request: HttpRequest, allow: readonly string[]): Record<string, string> {
  const methods = allow.join(", ");
  return {
    Allow: methods,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": request.header("access-control-request-headers") ?? "*",
    "Access-Control-Max-Age": "600",
  };
}
