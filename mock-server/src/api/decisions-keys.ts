import { LIMITS } from "intent-tx/contract";
import { HOUR_MS } from "../kernel/duration.js";
import type { Decision } from "./decisions-row.js";

/** Decisions on API keys, their scopes and their life. */
export const KEY_DECISIONS: readonly Decision[] = [
  {
    number: 11,
    topic: "a key is refused",
    rule: "401 `unauthorized` with `WWW-Authenticate: Bearer`; `details.reason` is `missing`, `malformed`, `unknown`, `expired`, `revoked`, or `rotated` once the overlap is over.",
    strictMinimal: "No `WWW-Authenticate` and no `details`.",
    sdk: "Any code with status 401.",
  },
  {
    number: 12,
    topic: "a scope is missing",
    rule: "403 `insufficient_scope` with `details: { required, granted }`.",
    strictMinimal: "No `details`.",
    sdk: "Any code with status 403.",
  },
  {
    number: 13,
    topic: "scope of each endpoint",
    rule: "Intents need `write:intents`, building `write:transactions`, the history `read:transactions`, the portfolio `read:portfolio`, prices `read:prices`, analytics and keys `admin`, which covers all others. Every key may revoke itself, so that whoever holds a leaked one can stop it.",
  },
  {
    number: 19,
    topic: "body of create key",
    rule: `\`name\` is required, 1 to ${LIMITS.keyNameLength} characters; \`scopes\` is required, at least one and none twice; \`expiresAt\` is optional and lies in the future. \`null\` for an optional field is 400, here and everywhere.`,
  },
  {
    number: 20,
    topic: "answer of create key",
    rule: "201 with the key's record and its secret, which is shown this once.",
    sdk: "200 or 201. Only `keyId` and `key` must be there: the secret is not lost to a field beside it.",
  },
  {
    number: 21,
    topic: "record of a key",
    rule: "`keyId` (`key_` and 16 characters), `key` (the secret, on create and rotate alone), `name`, `scopes`, `environment`, `status` (`active`, `rotating`, `revoked` or `expired`), `createdAt`, and where they apply `expiresAt`, `lastUsedAt`, `rotatedFrom`, `overlapEndsAt`.",
    sdk: "Unknown fields.",
  },
  {
    number: 22,
    topic: "answer of revoke key",
    rule: '200 with the record and `status: "revoked"`; revoking again, or revoking an expired key, answers the same.',
    sdk: "200, or 204 without a body.",
  },
  {
    number: 23,
    topic: "answer of rotate key",
    rule: `201 with the new record and secret, \`rotatedFrom\`, and \`overlapEndsAt\` ${LIMITS.rotationOverlapMs / HOUR_MS} hours on. The successor has the old key's name, scopes, environment and, if the old one expires, length of life. A key that is rotating, revoked or expired gives 409 \`key_not_rotatable\`. After the overlap the old key is \`expired\`.`,
    sdk: "200 or 201, with `keyId` and `key`; as for 20.",
  },
  {
    number: 24,
    topic: "live and test",
    rule: "A new key has the environment of the key that made it. Test keys reach the test network's ledger alone, live keys the live one, and no request can name the other. A key manages the keys of its own account and environment; any other is 404 `key_not_found`.",
  },
];
