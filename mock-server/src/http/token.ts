import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { wallMark } from "../kernel/timers.js";

/** Minimum length of a control token on hosts other than loopback, where anyone can guess it. */
const MIN_LENGTH = 16;
/** Characters that an Authorization header can carry after `Bearer `. */
const USABLE = /^[\x21-\x7e]+$/;

const example = () => `for example ${randomBytes(24).toString("base64url")}`;

/** Why no request could send a token, or why it is too easy to guess; undefined for a good token. */
export function tokenProblem(token: string, isOpen: boolean): string | undefined {
  if (!USABLE.test(token))
    return `must be printable ASCII without spaces, and not empty, because a header cannot send it otherwise; ${example()}`;
  if (isOpen && token.length < MIN_LENGTH)
    return `must have at least ${MIN_LENGTH} characters if the host is not loopback, because a shorter token can be guessed; ${example()}`;
  return undefined;
}

/** Compares secrets in constant time. */
export function sameSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

/** Wrong tokens of an address within a window, before further ones are refused with 429. */
const ALLOWED = 10;
const WINDOW_MS = 60_000;
/** Maximum number of remembered addresses. The oldest is forgotten first. */
const MAX_ADDRESSES = 10_000;

/** Counts wrong tokens by address, so that a token cannot be guessed. */
export class WrongTokens {
  readonly #windows = new Map<string, { count: number; readonly end: number }>();

  /** Counts a wrong token. Returns the seconds to wait above the limit, otherwise undefined. */
  count(remoteAddress: string): number | undefined {
    const address = groupOf(remoteAddress);
    const now = wallMark();
    let window = this.#windows.get(address);
    if (!window || window.end <= now) {
      this.#windows.delete(address);
      window = { count: 0, end: now + WINDOW_MS };
      this.#windows.set(address, window);
      const [oldest = ""] = this.#windows.keys();
      if (this.#windows.size > MAX_ADDRESSES) this.#windows.delete(oldest);
    }
    window.count++;
    return window.count > ALLOWED ? Math.ceil((window.end - now) / 1000) : undefined;
  }
}

/** An IPv6 client can use every address of its /64 network, so the network counts as one address. */
function groupOf(address: string): string {
  if (isIP(address) !== 6 || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const parts = head === "" ? [] : head.split(":");
  if (tail !== undefined) parts.push(...Array.from({ length: 8 }, () => "0"));
  return parts.slice(0, 4).join(":");
}
