import {
  ENVIRONMENTS,
  type Environment,
  type IssuedKey,
  IssuedKeySchema,
  LIMITS,
  parseIsoDate,
  SCOPES,
  type Scope,
  TIERS,
  type Tier,
} from "intent-tx/contract";
import * as z from "zod/mini";
import { invalidField } from "../../kernel/errors.js";
import { choice, filled, part, text, withoutUndefined } from "../../kernel/schema-kit.js";
import { command } from "../command.js";

/** Options of a key that is issued without a permission check. */
export interface IssueKeyRequest {
  /** Tier of the account. */
  readonly tier: Tier;
  /** Network of the key. Default `live`. */
  readonly environment?: Environment | undefined;
  /** Default `["admin"]`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Default `"control"`. */
  readonly name?: string | undefined;
  /** Expiry, ISO 8601. Default: never. */
  readonly expiresAt?: string | undefined;
  /** Account of the key. It is created if it does not exist. Default: a new account per call. */
  readonly account?: string | undefined;
}

/** A key issued by the control plane: the contract's record, with the secret and the account. */
export type IssuedControlKey = IssuedKey & { readonly account: string; readonly tier: Tier };

/** The length is counted in code points, so that a simple emoji counts as one character. */
const name = () =>
  filled.check(
    z.refine(
      (value) => [...value].length <= LIMITS.keyNameLength,
      `must have at most ${LIMITS.keyNameLength} characters`,
    ),
  );

/** Body of `POST /keys`. `server.issueKey` sets the network if its caller does not. */
export const KeyRequestSchema = z.lazy(() =>
  part({
    tier: choice(TIERS),
    environment: choice(ENVIRONMENTS),
    scopes: z.optional(
      z.array(choice(SCOPES), "must be a list of scopes").check(
        z.minLength(1, "must name at least one scope"),
        z.refine((scopes) => new Set(scopes).size === scopes.length, "must not contain duplicate scopes"),
      ),
    ),
    name: z.optional(name()),
    expiresAt: z.optional(text),
    account: z.optional(name()),
  }),
);

export const keyCommands = {
  "POST /keys": command({
    summary: "Issue an API key, for a new account or a named one.",
    status: 201,
    reply: () => z.extend(IssuedKeySchema, { account: z.string(), tier: z.enum(TIERS) }),
    body: KeyRequestSchema,
    run: ({ world, clock }, { body }): IssuedControlKey => {
      const { tier, environment, scopes = ["admin"], name = "control" } = body;
      const expiresAt = body.expiresAt === undefined ? undefined : parseIsoDate(body.expiresAt);
      if (body.expiresAt !== undefined && (expiresAt === undefined || expiresAt <= clock.now()))
        throw invalidField("expiresAt", "must be an ISO 8601 date later than the server's clock");
      const { keys } = world.parts;
      const account = keys.openAccount(withoutUndefined({ tier, account: body.account }));
      const issued = { account, environment, scopes: [...scopes], name, expiresAt };
      const record = keys.issue(withoutUndefined(issued));
      return { ...record, scopes: [...record.scopes], account, tier };
    },
  }),
};
