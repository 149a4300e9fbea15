import { hash } from "node:crypto";
import bs58 from "bs58";
import {
  type CreateKeyRequest,
  type Environment,
  type KeyStatus,
  LIMITS,
  OPERATIONS,
  type OperationName,
  type OperationPayload,
  type Scope,
  type Tier,
  type UnauthorizedReason,
} from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import { invalidField, notFound, ServiceError } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";
import { momentAfter } from "../kernel/time.js";
import type { AccountRow, KeyRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";

/** The valid API key of a request, and the key's account. */
export interface Caller {
  readonly account: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly tier: Tier;
}

const BEARER = /^bearer +(\S+)$/i;
// Any bearer token (RFC 6750) is allowed after the prefix: another service's key is unknown, but not malformed.
const KEY = /^svc_(?:live|test)_[A-Za-z0-9._~+/-]+=*$/;
const SECRETS = /(svc_(?:live|test)_)[A-Za-z0-9._~+/=-]+/g;

/** Creates a secret from 32 random bytes. */
function secretFrom(environment: Environment, bytes: Uint8Array): string {
  return `svc_${environment}_${bs58.encode(bytes)}`;
}

/** SHA-256 as base64. */
function hashSecret(secret: string): string {
  return hash("sha256", secret, "base64");
}

/** Reads the secret from an `Authorization` header. The scheme is case-insensitive. */
function readAuthorization(
  header: string | undefined,
): { readonly secret: string } | { readonly refused: "missing" | "malformed" } {
  const text = header?.trim();
  if (!text) return { refused: "missing" };
  const secret = BEARER.exec(text)?.[1];
  if (secret === undefined || !KEY.test(secret)) return { refused: "malformed" };
  return { secret };
}

/** Removes the secrets from a path or query, even if they are percent-encoded, also twice or next to invalid encoding. */
export function redactUrl(text: string): string {
  let decoded = text;
  for (let times = 0; times < 3 && decoded.includes("%"); times++) {
    // Secrets are ASCII.
    decoded = decoded.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    const redacted = redactSecrets(decoded);
    if (redacted !== decoded) return redacted;
  }
  return redactSecrets(text);
}

/** Secrets in the addresses of sessions, wherever they are sent, with an encoded "~" too, or with more text behind. */
const SESSION_SECRETS = /(?:~|%(?:25)*7e)[\w-]{22,}/gi;

export function redactSecrets(text: string): string {
  // Fast path: most strings contain no secret, and a search for a word takes a tenth of the pattern's time.
  const withoutKeys = text.includes("svc_") ? text.replace(SECRETS, "$1…") : text;
  return /[~%]/.test(text) ? withoutKeys.replace(SESSION_SECRETS, "~…") : withoutKeys;
}

type KeyEnd = "revoked" | "rotated" | "expired";

/**
 * Why a key no longer works at `now`; undefined while it works. Revocation is final and takes precedence. After the
 * overlap a rotated key is `rotated`, even if it expired earlier (decision 23).
 */
function endOfKey(row: KeyRow, now: number): KeyEnd | undefined {
  if (row.revokedAt !== undefined) return "revoked";
  if (row.retiresAt !== undefined && now >= row.retiresAt) return "rotated";
  if (row.expiresAt !== undefined && now >= row.expiresAt) return "expired";
  return undefined;
}

/** A key's status at `now` (decision 21). */
function statusOfKey(row: KeyRow, now: number): KeyStatus {
  const end = endOfKey(row, now);
  if (end) return end === "revoked" ? "revoked" : "expired";
  return row.retiresAt === undefined ? "active" : "rotating";
}

type KeyRecord = OperationPayload<"keys.revoke">;

/** The key's record in responses (decision 21). It never includes the secret. */
function keyRecord(row: KeyRow, now: number): KeyRecord {
  const overlapEndsAt = row.retiresAt ?? row.overlapEndsAt;
  return {
    keyId: row.keyId,
    name: row.name,
    scopes: [...row.scopes],
    environment: row.environment,
    status: statusOfKey(row, now),
    createdAt: iso(row.createdAt),
    ...(row.expiresAt !== undefined && { expiresAt: iso(row.expiresAt) }),
    ...(row.lastUsedAt !== undefined && { lastUsedAt: iso(row.lastUsedAt) }),
    ...(row.rotatedFrom !== undefined && { rotatedFrom: row.rotatedFrom }),
    ...(overlapEndsAt !== undefined && { overlapEndsAt: iso(overlapEndsAt) }),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** A key created by the control plane or the world, without a caller. */
export interface KeyIssue extends Pick<KeyRow, "account" | "environment" | "scopes" | "name" | "expiresAt"> {
  /** Default: the server clock's time. */
  readonly createdAt?: number;
  /** Name of the random draws for id and secret. With a name, issuing the key again returns the same key. */
  readonly draws?: string;
}

export interface AccountKeys {
  readonly account: string;
  readonly tier: Tier;
  readonly keys: readonly KeyRecord[];
}

type Rotation = Required<Pick<KeyRow, "rotatedFrom" | "overlapEndsAt">>;

/** API keys and their accounts (decisions 11 and 19 to 24). */
export class Keys {
  readonly #accounts: Table<AccountRow>;
  readonly #rows: Table<KeyRow>;
  /** Key ids by secret hash, built from the rows on first use. */
  #byHash: Map<string, string> | undefined;

  constructor(
    private readonly parts: { readonly state: State; readonly clock: Clock; readonly random: Random },
  ) {
    this.#accounts = parts.state.open("accounts");
    this.#rows = parts.state.open("keys");
    parts.state.onRestore(() => {
      this.#byHash = undefined;
    });
  }

  /**
   * Creates an account, unless it exists, and returns its id.
   *
   * @throws ServiceError `validation_error` on `tier` if the name exists with another tier
   */
  openAccount(options: { readonly account?: string; readonly tier: Tier; readonly draws?: string }): string {
    const { tier, draws } = options;
    const account =
      options.account ?? `acct_${this.parts.random.characters("account", this.#draw("account", draws))}`;
    const known = this.#accounts.get(account);
    if (known && known.tier !== tier) {
      throw invalidField("tier", `must be ${known.tier}, the tier of the account ${account}`);
    }
    if (!known) this.#accounts.put(account, { account, tier });
    return account;
  }

  /** Returns the caller of an `Authorization` header, or the reason to refuse the key (decision 11). */
  authenticate(
    authorization: string | undefined,
  ): { readonly caller: Caller } | { readonly refused: UnauthorizedReason } {
    const read = readAuthorization(authorization);
    if ("refused" in read) return read;
    const row = this.#rowOf(hashSecret(read.secret));
    const account = row && this.#accounts.get(row.account);
    if (!account) return { refused: "unknown" };
    const end = endOfKey(row, this.parts.clock.now());
    if (end) return { refused: end };
    const { keyId, name: keyName, environment, scopes } = row;
    return { caller: { account: row.account, keyId, keyName, environment, scopes, tier: account.tier } };
  }

  /** A lookup that is not constant-time is safe: a hash prefix reveals nothing about the secret. */
  #rowOf(hash: string): KeyRow | undefined {
    this.#byHash ??= new Map([...this.#rows.values()].map((row) => [row.secretHash, row.keyId]));
    return this.#rows.get(this.#byHash.get(hash) ?? "");
  }

  /** All accounts with their keys, oldest first, without secrets. */
  accounts(): readonly AccountKeys[] {
    const now = this.parts.clock.now();
    const byAccount = new Map<string, KeyRecord[]>();
    for (const row of this.#rows.values()) {
      const records = byAccount.get(row.account) ?? [];
      byAccount.set(row.account, records);
      records.push(keyRecord(row, now));
    }
    return [...this.#accounts.values()].map(({ account, tier }) => ({
      account,
      tier,
      keys: byAccount.get(account) ?? [],
    }));
  }

  used(keyId: string): void {
    const row = this.#rows.get(keyId);
    const now = this.parts.clock.now();
    if (row && row.lastUsedAt !== now) this.#rows.putLater(keyId, { ...row, lastUsedAt: now });
  }

  /**
   * Creates a key for the caller's account and environment (decisions 19, 20 and 24). The response contains the secret,
   * which is not stored.
   *
   * @throws ServiceError `validation_error` if `expiresAt` is not in the future
   */
  create(caller: Caller, body: CreateKeyRequest): OperationPayload<"keys.create"> {
    const { account, environment } = caller;
    const issue = { account, environment, name: body.name, scopes: body.scopes };
    if (body.expiresAt === undefined) return this.issue(issue);
    const expiresAt = Date.parse(body.expiresAt);
    if (expiresAt <= this.parts.clock.now()) throw invalidField("expiresAt", "must be in the future");
    return this.issue({ ...issue, expiresAt });
  }

  /**
   * Revokes a key, also an expired one. Revoking it again changes nothing (decision 22).
   *
   * @throws ServiceError `key_not_found`
   */
  revoke(caller: Caller, keyId: string): KeyRecord {
    const row = this.#own(caller, keyId);
    const now = this.parts.clock.now();
    if (row.revokedAt !== undefined) return keyRecord(row, now);
    const revoked = { ...row, revokedAt: now };
    this.#rows.put(keyId, revoked);
    return keyRecord(revoked, now);
  }

  /**
   * Creates the new key of a rotation. The old key works until the end of the overlap, or until its own expiry if that
   * is earlier (decision 23).
   *
   * @throws ServiceError `key_not_found`, `key_not_rotatable`
   */
  rotate(caller: Caller, keyId: string): OperationPayload<"keys.rotate"> {
    const row = this.#own(caller, keyId);
    const now = this.parts.clock.now();
    const status = statusOfKey(row, now);
    if (status !== "active") {
      throw new ServiceError(
        "key_not_rotatable",
        `The key ${keyId} is ${status}; only an active key can be rotated.`,
        {},
      );
    }
    const overlapEndsAt = momentAfter(now, LIMITS.rotationOverlapMs);
    this.#rows.put(keyId, { ...row, retiresAt: overlapEndsAt });
    const { account, environment, scopes, name } = row;
    return this.issue(
      {
        account,
        environment,
        scopes,
        name,
        // The clock may have moved since, and the new key must have the same lifetime.
        createdAt: now,
        ...(row.expiresAt !== undefined && { expiresAt: momentAfter(now, row.expiresAt - row.createdAt) }),
      },
      { rotatedFrom: keyId, overlapEndsAt },
    );
  }

  /** Creates a key without checking permissions; outside this class, only for the control plane and the world. */
  issue(issue: KeyIssue, rotation?: Rotation): OperationPayload<"keys.create"> {
    const { account, environment, scopes, name } = issue;
    const now = this.parts.clock.now();
    const { random } = this.parts;
    const keyId = `key_${random.characters("key", this.#draw("key", issue.draws))}`;
    const secret = secretFrom(environment, random.bytes("secret", this.#draw("secret", issue.draws)));
    const known = this.#rows.get(keyId);
    if (known) return { ...keyRecord(known, now), key: secret };
    const row: KeyRow = {
      keyId,
      account,
      name,
      scopes,
      environment,
      secretHash: hashSecret(secret),
      createdAt: issue.createdAt ?? now,
      ...(issue.expiresAt !== undefined && { expiresAt: issue.expiresAt }),
      ...rotation,
    };
    this.#rows.put(keyId, row);
    this.#byHash?.set(row.secretHash, keyId);
    return { ...keyRecord(row, now), key: secret };
  }

  /** The counter of a random draw: its name, or the next number for its purpose. */
  #draw(purpose: string, name: string | undefined): number | string {
    return name === undefined ? this.parts.state.next(purpose) : `named:${name}`;
  }

  #own(caller: Caller, keyId: string): KeyRow {
    const row = this.#rows.get(keyId);
    if (row && row.account === caller.account && row.environment === caller.environment) return row;
    // A client might send a secret as the id by mistake.
    const id = redactSecrets(keyId);
    const message = `No ${caller.environment} key of this account has the ID ${id}.`;
    throw notFound("key", id, message, "key_not_found");
  }
}

/**
 * Requires an operation's scope, or `admin`, which covers all scopes (decision 13).
 *
 * A key can always revoke itself, so that the owner of a leaked key can stop it. Rotating requires `admin`, because a
 * thief could keep access through the new key.
 *
 * @param target the id of the key in the path, decoded
 * @throws ServiceError `insufficient_scope` (decision 12)
 */
export function requireScopeFor(
  { scopes, keyId }: Pick<Caller, "scopes" | "keyId">,
  operation: OperationName,
  target?: string,
): void {
  if (operation === "keys.revoke" && target === keyId) return;
  const { scope } = OPERATIONS[operation];
  if (scopes.includes(scope) || scopes.includes("admin")) return;
  throw new ServiceError("insufficient_scope", `This key lacks the scope ${scope}; use a key that has it.`, {
    details: { required: scope, granted: [...scopes] },
  });
}
