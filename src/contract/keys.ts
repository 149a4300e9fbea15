import * as z from "zod/mini";
import {
  ENVIRONMENTS,
  type Environment,
  KEY_STATUSES,
  type KeyStatus,
  SCOPES,
  type Scope,
} from "./constants.js";
import { KEY_ID, MOMENT, object } from "./described.js";
import { anyFields, issuedFields, moment, openEnum, tolerate } from "./primitives.js";

/**
 * An API key without its secret. The contract does not show these fields (decision 21): a service may omit some or use
 * other names, so the client returns them unchanged.
 */
export interface ApiKey {
  /** Identifier, `key_` and 16 characters. */
  keyId: string;
  /** Name of the key. */
  name: string;
  /** Permissions of the key. */
  scopes: (Scope | (string & {}))[];
  /** Network that the key belongs to. */
  environment: Environment | (string & {});
  /** State of the key. */
  status: KeyStatus | (string & {});
  /** Time of creation, ISO 8601. */
  createdAt: string;
  /** Time of expiry, ISO 8601. */
  expiresAt?: string | undefined;
  /** Time of last use, ISO 8601. */
  lastUsedAt?: string | undefined;
  /** Identifier of the key that this key replaces. */
  rotatedFrom?: string | undefined;
  /** When the replaced key stops working, ISO 8601. On the old key: when that key itself stops working. */
  overlapEndsAt?: string | undefined;
}

/** A key with its secret, which is returned only once. Response of `POST /keys` and `POST /keys/{keyId}/rotate`. */
export interface IssuedKey extends ApiKey {
  /** The secret, `svc_live_…` or `svc_test_…`. */
  key: string;
}

const record = {
  keyId: [z.string().check(z.minLength(1)), "Identifier of the key, not its secret.", KEY_ID],
  name: [z.string(), "Name of the key.", "worker"],
  scopes: [z.array(openEnum(SCOPES)), "Scopes of the key.", ["read:portfolio", "read:prices"]],
  environment: [openEnum(ENVIRONMENTS), "Network of the key.", "live"],
  status: [openEnum(KEY_STATUSES), "State of the key.", "active"],
  createdAt: [moment(), "Time of creation.", MOMENT],
  expiresAt: [
    z.optional(moment()),
    "Expiry time; absent if the key never expires.",
    "2027-01-01T00:00:00.000Z",
  ],
  lastUsedAt: [z.optional(moment()), "Time of last use; absent if the key was never used.", MOMENT],
  rotatedFrom: [z.optional(z.string()), "Identifier of the key that this key replaced, if any.", KEY_ID],
  overlapEndsAt: [
    z.optional(moment()),
    "Time at which the replaced key stops working.",
    "2026-01-02T00:00:00.000Z",
  ],
} as const;

/** Strict schema of {@link ApiKey}. */
export const ApiKeySchema = tolerate(object("ApiKey", record), () => anyFields);

/** Strict schema of {@link IssuedKey}. */
export const IssuedKeySchema = tolerate(
  object("IssuedKey", {
    ...record,
    key: [
      z.string().check(z.minLength(1)),
      "The secret; returned only once.",
      "svc_live_EXAMPLE0000000000000000",
    ],
  }),
  () => issuedFields,
);
