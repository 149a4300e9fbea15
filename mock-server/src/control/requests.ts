import { describeIssue, ENVIRONMENTS, isAddress, SCOPES, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import { invalidField } from "../kernel/service-error.js";
import { isSolName, SOL_NAME } from "../world/names.js";
import { documented } from "./documented.js";

// Made once: a schema for each server would cost a quarter of its start.

const environment = z.enum(ENVIRONMENTS, `must be one of ${ENVIRONMENTS.join(", ")}`);
const address = z
  .string("must be a string")
  .check(z.refine(isAddress, "must be a base58 address of 32 bytes"))
  .register(documented, { pattern: "^[1-9A-HJ-NP-Za-km-z]{32,44}$" });
const text = z.string("must be a string");

/** 1 to 64 characters as people count them: an emoji is one. */
const name = text.check(
  z.minLength(1, "must not be empty"),
  z.refine((value) => [...value].length <= 64, "must have at most 64 characters"),
);

/** Schema of the argument of `server.issueKey`. */
export const KeyRequestSchema = z.strictObject({
  tier: z.enum(TIERS, `must be one of ${TIERS.join(", ")}`),
  environment: z.optional(environment),
  scopes: z.optional(
    z
      .array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`), "must be a list of scopes")
      .check(z.minLength(1, "must name at least one scope")),
  ),
  name: z.optional(name),
  expiresAt: z.optional(text),
  account: z.optional(name),
});

/** Body of `POST /keys`: over the wire the network is said, never guessed. */
export const KeyBodySchema = z.extend(KeyRequestSchema, { environment });

/** Body of `POST /fund`. */
export const FundRequestSchema = z.strictObject({
  environment,
  walletAddress: address,
  tokens: z.record(
    z.string(),
    z
      .union([z.string(), z.number()], 'must be an amount in human units, "1.5" or 1.5')
      .register(documented, { description: "Human units." }),
    "must be an object of amounts by symbol",
  ),
});

/** Body of `POST /names`. */
export const NameRequestSchema = z.strictObject({
  name: text
    .check(z.refine(isSolName, "must be lower-case letters, digits and hyphens, then .sol"))
    .register(documented, { pattern: SOL_NAME.source }),
  address,
});

/** Body of `POST /chain-accounts`; `account` is checked as the files of accounts are. */
export const ChainAccountSchema = z.strictObject({
  environment,
  pubkey: address,
  account: z
    .union(
      [z.null(), z.looseObject({})],
      "must be an object as solana account --output json writes it, or null",
    )
    .register(documented, {
      description:
        "What stands there, as `solana account --output json` writes it; null removes the account.",
    }),
});

/** Body of `POST /explain`. */
export const ExplainRequestSchema = z.strictObject({ command: text });

/** Body of `PUT /state`; what it holds is checked where it is restored. */
export const StateSchema = z.looseObject({});

/** Body of `POST /clock/set`. */
export const ClockSetSchema = z.strictObject({
  now: z
    .union([z.string(), z.number()], "must be ISO 8601 or milliseconds")
    .register(documented, { description: "ISO 8601, or milliseconds of Unix time." }),
});

/** Body of `POST /clock/advance`. */
export const ClockAdvanceSchema = z.strictObject({
  by: z
    .union([z.string(), z.number()], 'must be milliseconds or a duration such as "90s" or "24h"')
    .register(documented, { description: 'Milliseconds, or "90s", "5m", "24h", "2d".' }),
});

/**
 * A request that may come from outside, as its schema has it.
 *
 * @throws ServiceError 400 naming the field that is wrong
 */
export function checkedRequest<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw invalidField("", "is not valid");
  const { field, reason } = describeIssue(issue, value);
  throw invalidField(field, reason);
}
