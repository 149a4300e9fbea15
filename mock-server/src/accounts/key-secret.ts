import { hash } from "node:crypto";
import bs58 from "bs58";
import type { Environment } from "intent-tx/contract";

const BEARER = /^bearer +(\S+)$/i;
// The opaque part is any bearer token (RFC 6750), so that a foreign key of the right prefix is unknown, not malformed.
const KEY = /^svc_(?:live|test)_[A-Za-z0-9._~+/-]+=*$/;
const SECRETS = /(svc_(?:live|test)_)[A-Za-z0-9._~+/=-]+/g;

/** The secret of a key of `environment`, from 32 random bytes. */
export function secretFrom(environment: Environment, bytes: Uint8Array): string {
  return `svc_${environment}_${bs58.encode(bytes)}`;
}

/** SHA-256 of a secret, as base64. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "base64");
}

/** The secret that an `Authorization` header carries; the scheme ignores case, the key does not. */
export function readAuthorization(
  header: string | undefined,
): { readonly secret: string } | { readonly refused: "missing" | "malformed" } {
  const text = header?.trim();
  if (!text) return { refused: "missing" };
  const secret = BEARER.exec(text)?.[1];
  if (secret === undefined || !KEY.test(secret)) return { refused: "malformed" };
  return { secret };
}

/** A path or query without the secret part of every key in it, also of those that are percent-encoded. */
export function redactUrl(text: string): string {
  const plain = redactSecrets(text);
  if (!text.includes("%")) return plain;
  try {
    const decoded = decodeURIComponent(text);
    const redacted = redactSecrets(decoded);
    return redacted === decoded ? plain : redacted;
  } catch {
    // Text that cannot be decoded hides no usable key; its readable keys are left out all the same.
    return plain;
  }
}

/** `text` with the secret part of every key in it left out. */
export function redactSecrets(text: string): string {
  // Nearly every text has none, and a look for four letters costs a tenth of the pattern's.
  return text.includes("svc_") ? text.replace(SECRETS, "$1…") : text;
}
