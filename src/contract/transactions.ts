import * as z from "zod/mini";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionStatus } from "./constants.js";
import { MOMENT, object, SIGNATURE, WALLET } from "./described.js";
import {
  anyObject,
  count,
  display,
  moment,
  more,
  openEnum,
  tolerate,
  unitsNumber,
  unitsString,
} from "./primitives.js";

/** An unsigned transaction. Response of `POST /transactions/build`. */
export interface BuiltTransaction {
  /** Base64 of the serialised, unsigned v0 transaction. */
  transaction: string;
  /** Present when the transaction was simulated. */
  simulation?: BuiltTransaction.Simulation | undefined;
  /** Expected output and cost of the transaction. */
  expectedOutput: BuiltTransaction.ExpectedOutput;
}

/** Parts of a {@link BuiltTransaction}. */
export declare namespace BuiltTransaction {
  /** Result of the pre-flight simulation. */
  interface Simulation {
    /** Whether the simulation succeeded. */
    success: boolean;
    /** Compute units that the simulation used. Null if the service sends none. */
    computeUnits: number | null;
    /** The programs' log lines. Null if the service sends none. */
    logs: string[] | null;
  }

  /** Expected output and cost of a transaction. */
  interface ExpectedOutput {
    /** Base units of the output token (swap) or of the received token (transfer). */
    outputAmount: bigint;
    /** Price impact of the swap in percent; 0 for a transfer. Null if the service sends none. */
    priceImpact: number | null;
    /** Signature and priority fees in lamports, without rent. */
    fee: bigint;
  }
}

/** Fields of every record. */
export interface RecordBase {
  /** Base58 signature. */
  signature: string;
  /** When the transaction landed, ISO 8601. Null if the service sends none. */
  timestamp: string | null;
  /** `processed`, `confirmed`, `finalized`, `failed`, or a status that a later version adds. */
  status: TransactionStatus | (string & {});
}

/** A swap of a wallet's history. */
export interface SwapRecord extends RecordBase {
  /** Discriminates the kinds of records. */
  type: "swap";
  /** The swapped tokens and amounts. */
  details: SwapRecord.Details;
}

/** Parts of a {@link SwapRecord}. */
export declare namespace SwapRecord {
  /** A swap in the history, in symbols and human units. */
  interface Details {
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
}

/** A transfer of a wallet's history. */
export interface TransferRecord extends RecordBase {
  /** Discriminates the kinds of records. */
  type: "transfer";
  /** The token, the amount and the recipient. */
  details: TransferRecord.Details;
}

/** Parts of a {@link TransferRecord}. */
export declare namespace TransferRecord {
  /** A transfer in the history, in symbols and human units. */
  interface Details {
    /** Symbol of the token. */
    token: string;
    /** Amount in human units. */
    amount: number;
    /** The receiving wallet: an address or a name. */
    recipient: string;
  }
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

/** Strict schema of {@link BuiltTransaction}. */
export const BuiltTransactionSchema = object("BuiltTransaction", {
  transaction: [
    z.string().check(z.minLength(1)),
    "The unsigned transaction in base64.",
    "AQAAAAAAAAAAAAAAAAAAAA==",
  ],
  simulation: [
    z.optional(
      object("Simulation", {
        success: [z.boolean(), "Whether the transaction would succeed.", true],
        computeUnits: [display(count()), "Compute units used.", 48_211],
        logs: [
          display(z.array(z.string())),
          "Program log lines.",
          ["Program 11111111111111111111111111111111 invoke [1]"],
        ],
      }),
    ),
    "Simulation result; absent if the transaction was not simulated.",
  ],
  expectedOutput: [
    object("ExpectedOutput", {
      outputAmount: [
        unitsString,
        "Amount expected to arrive: the output token of a swap, or the sent token of a transfer.",
        "151230000",
      ],
      priceImpact: [
        display(z.number()),
        "Price impact of the swap, as a percentage; 0 for a transfer.",
        0.12,
      ],
      fee: [unitsNumber, "Signature and priority fees in lamports, without rent.", 5_050],
    }),
    "Expected output and cost of the transaction.",
  ],
});

/** Strict schema of {@link SwapRecord.Details}. */
export const SwapDetailsSchema = object("SwapDetails", {
  inputToken: [z.string(), "Symbol of the input token.", "SOL"],
  outputToken: [z.string(), "Symbol of the output token.", "USDC"],
  inputAmount: [z.number(), "Input amount in tokens, not base units.", 1],
  outputAmount: [z.number(), "Output amount in tokens, not base units.", 151.23],
  priceImpact: [z.number(), "Price impact of the swap, as a percentage.", 0.12],
});

/** Strict schema of {@link TransferRecord.Details}. */
export const TransferDetailsSchema = object("TransferDetails", {
  token: [z.string(), "Symbol of the sent token.", "USDC"],
  amount: [z.number(), "Amount sent, in tokens, not base units.", 25],
  recipient: [z.string(), "The receiving wallet: an address or a name.", WALLET],
});

/** Strict schema of {@link TransactionRecord}. */
export const TransactionRecordSchema = object("TransactionRecord", {
  signature: [z.string(), "Base58 signature of the transaction.", SIGNATURE],
  type: [openEnum(TRANSACTION_TYPES), "Kind of transaction.", "swap"],
  timestamp: [display(moment()), "Time at which the transaction landed.", MOMENT],
  status: [openEnum(TRANSACTION_STATUSES), "Status of the transaction; `failed` is final.", "confirmed"],
  details: [
    tolerate(z.union([SwapDetailsSchema, TransferDetailsSchema]), () => anyObject),
    "The fields depend on `type`.",
  ],
}) as unknown as z.ZodMiniType<TransactionRecord, TransactionRecord>;

/** Strict schema of {@link TransactionList}. */
export const TransactionListSchema = object("TransactionList", {
  data: [z.array(TransactionRecordSchema), "The records, newest first."],
  pagination: [
    object("Pagination", {
      hasMore: [more, "Whether there are older records.", true],
      before: [
        z.optional(z.string()),
        "Signature to pass as `before` for the next page; absent on the last page.",
        SIGNATURE,
      ],
      nextCursor: [z.optional(z.string()), "`before` under its other name (decision 3).", SIGNATURE],
    }),
    "Cursor of the next page.",
  ],
});
