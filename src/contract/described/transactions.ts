import {
  type BuildTransactionRequest,
  BuildTransactionRequestSchema,
  type BuiltTransaction,
  BuiltTransactionSchema,
  type ExpectedOutput,
  type ListTransactionsQuery,
  ListTransactionsQuerySchema,
  type Pagination,
  type Simulation,
  type SwapDetails,
  SwapDetailsSchema,
  TransactionListSchema,
  type TransactionRecord,
  TransactionRecordSchema,
  type TransferDetails,
  TransferDetailsSchema,
} from "../transactions.js";
import { type About, about, part, SAMPLE } from "./field.js";

/** The fields of transactions. */
export const TRANSACTION_FIELDS: readonly About[] = [
  about<BuildTransactionRequest>(BuildTransactionRequestSchema, {
    intentId: ["The intent to build, not older than 10 minutes.", SAMPLE.intentId],
    walletAddress: ["Base58 address of the wallet that will sign: the intent's.", SAMPLE.wallet],
    simulate: ["Whether the transaction is simulated before it is answered.", true],
  }),
  about<BuiltTransaction>(BuiltTransactionSchema, {
    transaction: ["The unsigned transaction in base64.", "AQAAAAAAAAAAAAAAAAAAAA=="],
    simulation: ["Outcome of the simulation; absent without one."],
    expectedOutput: ["What the transaction is expected to do."],
  }),
  about<Simulation>(part(BuiltTransactionSchema, "simulation"), {
    success: ["Whether it would succeed.", true],
    computeUnits: ["Compute units that it took.", 48_211],
    logs: ["The programs' own log lines.", ["Program 11111111111111111111111111111111 invoke [1]"]],
  }),
  about<ExpectedOutput>(part(BuiltTransactionSchema, "expectedOutput"), {
    outputAmount: ["What arrives, of the output token of a swap or the token of a transfer.", "151230000"],
    priceImpact: ["How much the swap moves the price, in percent; 0 for a transfer.", 0.12],
    fee: ["Lamports for signatures and priority, without rent.", 5_050],
  }),
  about<ListTransactionsQuery>(ListTransactionsQuerySchema, {
    limit: ["Records on a page.", 20],
    before: ["Only records before this signature: `pagination.before` of the page before.", SAMPLE.signature],
    cursor: ["Another name of `before` (decision 3).", SAMPLE.signature],
    type: ["Only records of this kind; `all` by default.", "swap"],
  }),
  about<SwapDetails>(SwapDetailsSchema, {
    inputToken: ["Symbol of the token that was given.", "SOL"],
    outputToken: ["Symbol of the token that was received.", "USDC"],
    inputAmount: ["What was given, in human units.", 1],
    outputAmount: ["What was received, in human units.", 151.23],
    priceImpact: ["How much the swap moved the price, in percent.", 0.12],
  }),
  about<TransferDetails>(TransferDetailsSchema, {
    token: ["Symbol of the token that was sent.", "USDC"],
    amount: ["What was sent, in human units.", 25],
    recipient: ["The receiving wallet: an address or a name.", SAMPLE.wallet],
  }),
  about<TransactionRecord>(TransactionRecordSchema, {
    signature: ["Base58 signature.", SAMPLE.signature],
    type: ["The kind of transaction.", "swap"],
    timestamp: ["When it landed.", SAMPLE.moment],
    status: ["How far it has come; `failed` is final.", "confirmed"],
    details: ["What it did, by its kind."],
  }),
  about<{ data: unknown; pagination: unknown }>(TransactionListSchema, {
    data: ["The records, newest first."],
    pagination: ["Where the list goes on."],
  }),
  about<Pagination>(part(TransactionListSchema, "pagination"), {
    hasMore: ["Whether there are older records.", true],
    before: ["Cursor of the next page, where there is one.", SAMPLE.signature],
    nextCursor: ["The same under another name (decision 3).", SAMPLE.signature],
  }),
];
