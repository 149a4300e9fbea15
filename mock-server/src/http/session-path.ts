import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";

/** Prefix of the paths of all sessions. `connectMock` and the proxies in `examples/fleet` read these paths, too. */
export const SESSIONS_PATH = "/s/";

/** 128 bits of HMAC-SHA256(token, name) in base64url: all instances and restarts of a server agree on it. */
export function sessionSecret(name: string, token: string): string {
  const encoder = new TextEncoder();
  const bytes = hmac(sha256, encoder.encode(token), encoder.encode(name)).subarray(0, 16);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 22);
}

/** A session's path. With a control token, only clients that know the token or this path can use the session. */
export function sessionPath(name: string, token?: string): string {
  const path = SESSIONS_PATH + encodeURIComponent(name);
  return token === undefined ? path : `${path}~${sessionSecret(name, token)}`;
}

/** A path below a session's: the name, the secret if there is one, and the rest. */
export type BelowSession = NonNullable<ReturnType<typeof belowSession>>;

/** Reads a path that begins with {@link SESSIONS_PATH}; undefined for any other. The rest begins with a slash, if any. */
export function belowSession(path: string) {
  const [, name = "", secret, rest] = /^\/s\/([^/~]*)(?:~([\w-]{22}))?(\/.*)?$/s.exec(path) ?? [];
  if (name !== "") return { name, secret, rest };
  const [, other = "", below] = /^\/s\/([^/]*)(\/.*)?$/s.exec(path) ?? [];
  return other === "" ? undefined : { name: other, secret: undefined, rest: below };
}

/** Removes the secret from a session's path, for logs. */
export function withoutSecret(path: string): string {
  return path.replace(/^(\/s\/[^/~]*)~[^/]*/, "$1");
}
