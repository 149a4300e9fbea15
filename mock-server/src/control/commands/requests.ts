import { ENVIRONMENTS, LIMITS, SCOPES, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import { usdPrice } from "../../fixtures/option-schema.js";
import { isSolName, SOL_NAME } from "../../fixtures/world-data.js";
import {
  address,
  choice,
  documented,
  duration,
  filled,
  humanUnits,
  list,
  part,
  seed,
  someTime,
  text,
  textThat,
} from "../../kernel/schema-kit.js";
import { ContractSchema, DialectSchema } from "../../world/dialects.js";

// Each schema is created once, on first use. Creating all schemas for each server would take a quarter of its start.

const nothing = (message: string) => z.lazy(() => z.strictObject({}, { error: message }));

export const NoQuerySchema = nothing("is unknown; this call accepts no query parameters");

/** A call without a body also accepts `{}` and `null`. */
export const NoBodySchema = z.nullable(nothing("is unknown; this call accepts no body"));

const environment = () => choice(ENVIRONMENTS);

/** The length is counted in code points, so that a simple emoji counts as one character. */
const name = () =>
  filled.check(
    z.refine(
      (value) => [...value].length <= LIMITS.keyNameLength,
      `must have at most ${LIMITS.keyNameLength} characters`,
    ),
  );

const keyFields = () => ({
  tier: choice(TIERS),
  environment: z.optional(environment()),
  scopes: z.optional(
    z.array(choice(SCOPES), "must be a list of scopes").check(
      z.minLength(1, "must name at least one scope"),
      z.refine((scopes) => new Set(scopes).size === scopes.length, "must not contain duplicate scopes"),
    ),
  ),
  name: z.optional(name()),
  expiresAt: z.optional(text),
  account: z.optional(name()),
});

/** The argument of `server.issueKey`. */
export const KeyRequestSchema = z.lazy(() => part(keyFields()));

/** Body of `POST /keys`. Over HTTP, the network is required. */
export const KeyBodySchema = z.lazy(() => part({ ...keyFields(), environment: environment() }));

const sessionFields = () => ({
  seed: z.optional(seed),
  dialect: z.optional(DialectSchema),
  contract: z.optional(ContractSchema),
  ttl: z.optional(someTime),
});

/** Body of `PUT /sessions/{id}`. */
export const NamedSessionSchema = z.lazy(() => part(sessionFields()));

/** The argument of `server.openSession`, and the body of `POST /sessions`. */
export const SessionRequestSchema = z.lazy(() => part({ name: z.optional(text), ...sessionFields() }));

/** Body of `POST /fund`. */
export const FundRequestSchema = z.lazy(() =>
  part({
    environment: environment(),
    walletAddress: address,
    tokens: z.record(z.string(), humanUnits, "must be an object that maps token symbols to amounts"),
  }),
);

/** Body of `POST /prices`. */
export const PriceRequestSchema = z.lazy(() =>
  part({ environment: environment(), token: filled, usd: usdPrice() }),
);

/** Body of `POST /names`. */
export const NameRequestSchema = z.lazy(() =>
  part({
    name: textThat(isSolName, "must be lower-case letters, digits and hyphens, followed by .sol").register(
      documented,
      { pattern: SOL_NAME.source },
    ),
    address,
  }),
);

/** Body of `POST /chain-accounts`; `account` is validated like account files. */
export const ChainAccountSchema = z.lazy(() =>
  part({
    environment: environment(),
    pubkey: address,
    account: z
      .union(
        [z.null(), z.looseObject({})],
        "must be an object in the format of solana account --output json, or null",
      )
      .register(documented, {
        description: "The account in the format of `solana account --output json`; null removes the account.",
      }),
  }),
);

/** Body of `POST /clone`. */
export const CloneRequestSchema = z.lazy(() =>
  part({
    environment: environment(),
    url: z.string("must be the URL of a chain's JSON-RPC, or mainnet-beta, devnet, testnet, localhost"),
    addresses: list(address).check(z.minLength(1, "must contain at least one account")),
  }),
);

/** Body of `POST /explain`. */
export const ExplainRequestSchema = z.lazy(() => part({ command: text }));

/** Body of `PUT /state`; its content is validated on restore. */
export const StateSchema = z.lazy(() => z.looseObject({}));

/** Body of `POST /clock/advance`. */
export const ClockAdvanceSchema = z.lazy(() => part({ by: duration }));
