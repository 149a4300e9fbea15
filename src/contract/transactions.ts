import * as z from "zod/mini";
import {
  LIMITS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from "./constants.js";
import {
  address,
  anyObject,
  count,
  described,
  integerBetween,
  listed,
  moment,
  nonEmpty,
  type OpenEnum,
  openEnum,
  signature,
  tolerate,
  unitsNumber,
  unitsString,
  withFacets,
} from "./primitives.js";

/** Body of `POST /transactions/build`. */
export interface BuildTransactionRequest {
  /** Identifier of the intent to build. */
  intentId: string;
  /** Base58 address of the wallet that will sign: the wallet that the command was parsed for. */
  walletAddress: string;
  /** Whether the transaction is simulated first. Default true. */
  simulate?: boolean | undefined;
}

/** Result of the pre-flight simulation. */
export interface Simulation {
  /** Whether the simulation succeeded. */
  success: boolean;
  /** Compute units that the simulation used. */
  computeUnits: number;
  /** The programs' log lines. */
  logs: string[];
}

/** Expected output and cost of a transaction. */
export interface ExpectedOutput {
  /** Base units of the output token (swap) or of the received token (transfer). */
  outputAmount: bigint;
  /** Price impact of the swap in percent; 0 for a transfer. */
  priceImpact: number;
  /** Signature and priority fees in lamports, without rent. */
  fee: bigint;
}

/** An unsigned transaction. Response of `POST /transactions/build`. */
export interface BuiltTransaction {
  /** Base64 of the serialised, unsigned v0 transaction. */
  transaction: string;
  /** Present when the transaction was simulated. */
  simulation?: Simulation | undefined;
  /** Expected output and cost of the transaction. */
  expectedOutput: ExpectedOutput;
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

/** A swap in the history, in symbols and human units. */
export interface SwapDetails {
  /** Symbol of the token that left the wallet. */
  inputToken: string;
  /** Symbol of the token that arrived. */
  outputToken: string;
  /** Amount of the input token in human units. */
  inputAmount: number;
  /** Amount of the output token in human units. */
  outputAmount: number;
  /** Price impact of the swap in percent. */
  priceImpact: number;
}

/** A transfer in the history, in symbols and human units. */
export interface TransferDetails {
  /** Symbol of the token. */
  token: string;
  /** Amount in human units. */
  amount: number;
  /** The receiving wallet: an address or a name. */
  recipient: string;
}

/** Fields of every record. */
export interface RecordBase {
  /** Base58 signature. */
  signature: string;
  /** When the transaction landed, ISO 8601. */
  timestamp: string;
  /** `processed`, `confirmed`, `finalized`, `failed`, or a status that a later version adds. */
  status: OpenEnum<TransactionStatus>;
}

/** A swap of a wallet's history. */
export interface SwapRecord extends RecordBase {
  /** Discriminates the kinds of records. */
  type: "swap";
  /** The swapped tokens and amounts. */
  details: SwapDetails;
}

/** A transfer of a wallet's history. */
export interface TransferRecord extends RecordBase {
  /** Discriminates the kinds of records. */
  type: "transfer";
  /** The token, the amount and the recipient. */
  details: TransferDetails;
}

/**
 * One transaction of a wallet's history; `type` is its kind. Keep a `default` in a `switch` over `type`: services may
 * add kinds. They are passed through, but cannot be typed without breaking the narrowing.
 */
export type TransactionRecord = SwapRecord | TransferRecord;

/** Where the next page begins. */
export interface Pagination {
  /** Whether there are older records. */
  hasMore: boolean;
  /** Signature to pass as `before` for the next page. */
  before?: string | undefined;
  /** The same cursor: the contract has two names for it. */
  nextCursor?: string | undefined;
}

/** Response of `GET /transactions/{walletAddress}`, newest record first. */
export interface TransactionList {
  /** The records of this page. */
  data: TransactionRecord[];
  /** Where the next page begins. */
  pagination: Pagination;
}

/** Strict schema of {@link BuildTransactionRequest}. */
export const BuildTransactionRequestSchema = z.strictObject({
  intentId: withFacets(nonEmpty(), {
    description: "Identifier of the intent to build, at most 10 minutes old.",
  }),
  walletAddress: described(address, "Base58 address of the intent's wallet, which will sign."),
  simulate: z.optional(
    withFacets(z.boolean("must be true or false"), {
      default: true,
      description: "Whether to simulate the transaction.",
    }),
  ),
});

/** Strict schema of {@link BuiltTransaction}. */
export const BuiltTransactionSchema = z.strictObject({
  transaction: z.string().check(z.minLength(1)),
  simulation: z.optional(
    z.strictObject({ success: z.boolean(), computeUnits: count(), logs: z.array(z.string()) }),
  ),
  expectedOutput: z.strictObject({
    outputAmount: unitsString,
    priceImpact: z.number(),
    fee: unitsNumber,
  }),
});

/** Strict schema of {@link ListTransactionsQuery}. */
export const ListTransactionsQuerySchema = z.strictObject({
  limit: z.optional(
    integerBetween(1, LIMITS.pageMax, {
      stated: { max: LIMITS.pageMax },
      default: LIMITS.pageDefault,
      description: "Records per page.",
    }),
  ),
  before: z.optional(signature),
  cursor: z.optional(signature),
  type: z.optional(listed([...TRANSACTION_TYPES, "all"])),
});

/** Strict schema of {@link SwapDetails}. */
export const SwapDetailsSchema = z.strictObject({
  inputToken: z.string(),
  outputToken: z.string(),
  inputAmount: z.number(),
  outputAmount: z.number(),
  priceImpact: z.number(),
});

/** Strict schema of {@link TransferDetails}. */
export const TransferDetailsSchema = z.strictObject({
  token: z.string(),
  amount: z.number(),
  recipient: z.string(),
});

/** Strict schema of {@link TransactionRecord}. */
export const TransactionRecordSchema = z.strictObject({
  signature: z.string(),
  type: openEnum(TRANSACTION_TYPES),
  timestamp: moment(),
  status: openEnum(TRANSACTION_STATUSES),
  details: tolerate(z.union([SwapDetailsSchema, TransferDetailsSchema]), () => anyObject),
}) as unknown as z.ZodMiniType<TransactionRecord, TransactionRecord>;

/** Strict schema of {@link TransactionList}. */
export const TransactionListSchema = z.strictObject({
  data: z.array(TransactionRecordSchema),
  pagination: z.strictObject({
    hasMore: z.boolean(),
    before: z.optional(z.string()),
    nextCursor: z.optional(z.string()),
  }),
});
