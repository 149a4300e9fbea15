import * as z from "zod/mini";
import { type Duration, durationMs, HOUR_MS } from "../kernel/duration.js";
import { choice, integer, maybe, part, someTime } from "../kernel/schema-kit.js";

/** How a server opens sessions, and how many. */
export interface SessionOptions {
  /**
   * `"on-demand"`: the first request below `/s/NAME/` opens the session NAME, in the world that the server's seed and the
   * name give. Default `"explicit"`: only a call of `openSession` or of the control plane opens one.
   */
  readonly open?: "explicit" | "on-demand";
  /** Most that are open at a time; above it opening one is answered with 503. Default 1,000. */
  readonly limit?: number;
  /** How long one that names no `ttl` lives without being asked for anything, by the server's clock. Default 1 h. */
  readonly ttl?: Duration;
}

/** The same, checked and with its defaults. */
export interface SessionPolicy {
  readonly onDemand: boolean;
  readonly limit: number;
  readonly ttlMs: number;
}

/** Most sessions that are open at a time, where no limit is given. */
export const DEFAULT_LIMIT = 1_000;

/** Schema of {@link SessionOptions}. */
export const SessionsSchema = z.lazy(() =>
  part({
    open: maybe(choice(["explicit", "on-demand"])),
    limit: maybe(integer(1)),
    ttl: maybe(someTime),
  }),
);

/** How sessions are opened under checked options. */
export function sessionPolicy({
  open,
  limit = DEFAULT_LIMIT,
  ttl = HOUR_MS,
}: z.output<typeof SessionsSchema> = {}): SessionPolicy {
  return { onDemand: open === "on-demand", limit, ttlMs: durationMs(ttl) };
}

/** Beginning of the ids that the server draws itself. */
export const DRAWN = "session_";

/** The rule that names of sessions follow, for people. */
export const NAME_RULE = `must be 1 to 64 of the characters A-Z, a-z, 0-9, ".", "_" and "-", begin with a letter or a digit, and not with ${DRAWN}`;

/** Whether a client may call a session so. A name stands in paths as it is and names a file, so it needs no encoding. */
export function isSessionName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) && !text.startsWith(DRAWN);
}
