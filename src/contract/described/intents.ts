import {
  type MarketInfo,
  MarketInfoSchema,
  type ParseIntentRequest,
  ParseIntentRequestSchema,
  type QueryIntent,
  QueryIntentSchema,
  type Route,
  RouteSchema,
  type SwapIntent,
  SwapIntentSchema,
  type TransferIntent,
  TransferIntentSchema,
} from "../intents.js";
import { type About, about, type Field, part, SAMPLE } from "./field.js";

const intentId: Field = ["Identifier of the intent, to build it by.", SAMPLE.intentId];
const confidence: Field = ["How sure the parser is, 0 to 1.", 0.98];
const inputToken: Field = ["Mint of the token that leaves the wallet.", SAMPLE.sol];
const amount: Field = ["Amount of the input token.", 1_000_000_000];

/** The fields of intents. */
export const INTENT_FIELDS: readonly About[] = [
  about<ParseIntentRequest>(ParseIntentRequestSchema, {
    walletAddress: ["Base58 address of the wallet for which the command is parsed.", SAMPLE.wallet],
    command: ["The command in plain English.", "swap 1 SOL for USDC"],
    slippage: ["Slippage tolerance.", 50],
    priorityFee: ["Priority fee.", 1000],
  }),
  about<SwapIntent>(SwapIntentSchema, {
    intentId,
    action: ["Tells the kinds of intents apart.", "swap"],
    parameters: ["The tokens and the amount to swap."],
    route: ["The pools that the swap goes through, as quoted now."],
    confidence,
  }),
  about<{ inputToken: string; outputToken: string; amount: bigint }>(part(SwapIntentSchema, "parameters"), {
    inputToken,
    outputToken: ["Mint of the token that is bought.", SAMPLE.usdc],
    amount,
  }),
  about<Omit<TransferIntent, "route">>(TransferIntentSchema, {
    intentId,
    action: ["Tells the kinds of intents apart.", "transfer"],
    parameters: ["The token to send, the amount and the recipient."],
    confidence,
  }),
  about<{ inputToken: string; amount: bigint; recipient: string }>(part(TransferIntentSchema, "parameters"), {
    inputToken,
    amount,
    recipient: ["Base58 address of the receiving wallet.", SAMPLE.wallet],
  }),
  about<Omit<QueryIntent, "route">>(QueryIntentSchema, {
    intentId,
    action: ["Tells the kinds of intents apart.", "query"],
    parameters: ["The subject of the question."],
    confidence,
  }),
  about<{ inputToken: string }>(part(QueryIntentSchema, "parameters"), {
    inputToken: ["Mint of the token that is asked about, where one is named.", SAMPLE.sol],
  }),
  about<Route>(RouteSchema, {
    inAmount: ["What goes in, of the input token.", "1000000000"],
    outAmount: ["What the quote promises, of the output token.", "151230000"],
    priceImpact: ["How much the swap moves the price, in percent: 1.5 is 1.5 %.", 0.12],
    marketInfos: ["The pools in order, one or two."],
  }),
  about<MarketInfo>(MarketInfoSchema, {
    id: ["Address of the pool.", SAMPLE.pool],
    label: ["Name of the venue and pair.", "Mock AMM SOL-USDC"],
    inputMint: ["Mint that goes into the pool.", SAMPLE.sol],
    outputMint: ["Mint that comes out of it.", SAMPLE.usdc],
    inAmount: ["What goes in, of `inputMint`.", "1000000000"],
    outAmount: ["What comes out, of `outputMint`.", "151230000"],
    fee: ["The pool's fee, of `inputMint`.", 3_000_000],
  }),
];
