import * as z from "zod/mini";
import {
  GRANULARITIES,
  type Granularity,
  LIMITS,
  SCOPES,
  type Scope,
  TRANSACTION_TYPES,
  type TransactionType,
} from "./constants.js";
import { INTENT_ID, object, SIGNATURE, unnamed, WALLET } from "./described.js";
import {
  address,
  described,
  integerBetween,
  isoDate,
  listed,
  nonEmpty,
  signature,
  text,
  tolerate,
  withFacets,
} from "./primitives.js";

/** Body of `POST /intents`. */
export interface ParseIntentRequest {
  /** Base58 address of the wallet that the command is for. */
  walletAddress: string;
  /** The command in plain words, English or Spanish, at most 500 characters: `"swap 1 SOL for USDC"`. */
  command: string;
  /** Slippage tolerance in basis points, 1 to 1000. Default 50, unless the command states one. */
  slippage?: number | undefined;
  /** Priority fee in micro-lamports per compute unit, 0 to 5,000,000. Default 1000. */
  priorityFee?: number | undefined;
}

/** Body of `POST /transactions/build`. */
export interface BuildTransactionRequest {
  /** Identifier of the intent to build. */
  intentId: string;
  /** Base58 address of the wallet that will sign: the wallet that the command was parsed for. */
  walletAddress: string;
  /** Whether the transaction is simulated first. Default true. */
  simulate?: boolean | undefined;
}

/** Query of `GET /transactions/{walletAddress}`. */
export interface ListTransactionsQuery {
  /** Records per page, 1 to 100. Default 50. */
  limit?: number | undefined;
  /** Only records older than the one with this signature. */
  before?: string | undefined;
  /** Another name for `before`. */
  cursor?: string | undefined;
  /** Only records of this kind. Default `all`. */
  type?: TransactionType | "all" | undefined;
}

/** Query of `GET /portfolio/{walletAddress}`. */
export interface PortfolioQuery {
  /** Whether NFTs are listed. Default false. */
  includeNFTs?: boolean | undefined;
  /** Whether stake accounts are listed and valued. Default false. */
  includeStaked?: boolean | undefined;
}

/** Query of `GET /analytics/metrics`. */
export interface MetricsQuery {
  /** Start of the range, inclusive, ISO 8601. */
  startDate: string;
  /** End of the range, exclusive, ISO 8601; after `startDate`. */
  endDate: string;
  /** Default `day`. */
  granularity?: Granularity | undefined;
}

/** Body of `POST /keys`. */
export interface CreateKeyRequest {
  /** Name, 1 to 64 characters. */
  name: string;
  /** At least one scope, without duplicates. */
  scopes: Scope[];
  /** When the key expires, ISO 8601, in the future. Default: never. */
  expiresAt?: string | undefined;
}

const TOO_LONG = `too_long: at most ${LIMITS.commandLength} characters`;

/** Strict schema of {@link ParseIntentRequest}. */
export const ParseIntentRequestSchema = object("ParseIntentRequest", {
  walletAddress: [
    described(address, "Base58 address of the wallet for which the command is parsed."),
    undefined,
    WALLET,
  ],
  command: [
    withFacets(
      tolerate(
        text().check(
          z.refine((value) => value.length <= LIMITS.commandLength, TOO_LONG),
          z.refine((value) => value.trim().length > 0, {
            error: 'empty: say what to do, for example "swap 1 SOL for USDC"',
          }),
        ),
        // The contract does not state how characters are counted, or that a command must not be empty.
        () => text().check(z.refine((value) => [...value].length <= LIMITS.commandLength, TOO_LONG)),
      ),
      {
        minLength: 1,
        maxLength: LIMITS.commandLength,
        description: "The command in plain English or Spanish.",
      },
    ),
    undefined,
    "swap 1 SOL for USDC",
    "send 25 USDC to bob.sol",
    "how much USDC do I have?",
  ],
  slippage: [
    z.optional(
      integerBetween(LIMITS.slippageMin, LIMITS.slippageMax, {
        stated: { min: LIMITS.slippageMin, max: LIMITS.slippageMax },
        unit: "basis points (1% is 100)",
        description: `Slippage tolerance in basis points. Default: the slippage in the command, otherwise ${LIMITS.slippageDefault}.`,
      }),
    ),
    undefined,
    50,
  ],
  priorityFee: [
    z.optional(
      integerBetween(0, LIMITS.priorityFeeMax, {
        stated: {},
        unit: "micro-lamports per compute unit",
        default: LIMITS.priorityFeeDefault,
        description: "Priority fee in micro-lamports per compute unit.",
      }),
    ),
    undefined,
    1000,
  ],
});

/** Strict schema of {@link BuildTransactionRequest}. */
export const BuildTransactionRequestSchema = object("BuildTransactionRequest", {
  intentId: [
    withFacets(nonEmpty(), { description: "Identifier of the intent to build, at most 10 minutes old." }),
    undefined,
    INTENT_ID,
  ],
  walletAddress: [
    described(address, "Base58 address of the intent's wallet, which will sign."),
    undefined,
    WALLET,
  ],
  simulate: [
    z.optional(
      withFacets(z.boolean("must be true or false"), {
        default: true,
        description: "Whether to simulate the transaction.",
      }),
    ),
    undefined,
    true,
  ],
});

/** Strict schema of {@link ListTransactionsQuery}. */
export const ListTransactionsQuerySchema = unnamed({
  limit: [
    z.optional(
      integerBetween(1, LIMITS.pageMax, {
        stated: { max: LIMITS.pageMax },
        default: LIMITS.pageDefault,
        description: "Records per page.",
      }),
    ),
    undefined,
    20,
  ],
  before: [
    z.optional(signature),
    "List only records older than this signature: `pagination.before` of the previous page.",
    SIGNATURE,
  ],
  cursor: [z.optional(signature), "Alias of `before` (decision 3).", SIGNATURE],
  type: [
    z.optional(listed([...TRANSACTION_TYPES, "all"])),
    "List only this kind of record; `all` by default.",
    "swap",
  ],
});

const flag = () => z.optional(z.boolean("must be true or false"));

/** Strict schema of {@link PortfolioQuery}. */
export const PortfolioQuerySchema = unnamed({
  includeNFTs: [flag(), "Whether to include NFTs; `false` by default.", true],
  includeStaked: [flag(), "Whether to include stake accounts; `false` by default.", true],
});

/** Strict schema of {@link MetricsQuery}. */
export const MetricsQuerySchema = unnamed({
  startDate: [isoDate, "Start of the period, inclusive.", "2026-01-01"],
  endDate: [isoDate, "End of the period, exclusive; must be after `startDate`.", "2026-02-01"],
  granularity: [
    z.optional(listed(GRANULARITIES)),
    "Only returned in `period`; has no other effect. Default: `day`.",
    "day",
  ],
}).check(
  z.refine((query) => Date.parse(query.endDate) > Date.parse(query.startDate), {
    error: "must be after startDate",
    path: ["endDate"],
  }),
);

/** Strict schema of {@link CreateKeyRequest}. */
export const CreateKeyRequestSchema = object("CreateKeyRequest", {
  name: [
    withFacets(
      tolerate(
        text().check(
          z.refine(
            // Counts code points, as JSON Schema does: a simple emoji is one character.
            (name) => name.length >= 1 && [...name].length <= LIMITS.keyNameLength,
            `must have 1 to ${LIMITS.keyNameLength} characters`,
          ),
        ),
        () => z.optional(text()),
      ),
      { minLength: 1, maxLength: LIMITS.keyNameLength },
    ),
    "Display name of the key.",
    "worker",
  ],
  scopes: [
    withFacets(
      tolerate(
        z.array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`), "must be an array of scopes").check(
          z.refine((scopes) => scopes.length > 0, "must name at least one scope"),
          z.refine((scopes) => new Set(scopes).size === scopes.length, "must not contain duplicate scopes"),
        ),
        () => z.optional(z.array(text(), "must be an array of scopes")),
      ),
      { minItems: 1, uniqueItems: true },
    ),
    "Scopes of the key: at least one, without duplicates.",
    ["read:portfolio", "read:prices"],
  ],
  expiresAt: [
    z.optional(isoDate),
    "Expiry time, in the future; by default the key never expires.",
    "2027-01-01",
  ],
});
