import * as z from "zod/mini";
import { ACTIONS, type Action, LIMITS } from "./constants.js";
import { withFacets } from "./facets.js";
import { address, integerBetween, text, unitsNumber, unitsString } from "./primitives.js";

/** Body of `POST /intents`. */
export interface ParseIntentRequest {
  /** Base58 address of the wallet for which the command is parsed. */
  walletAddress: string;
  /** The command in plain English, at most 500 characters: `"swap 1 SOL for USDC"`. */
  command: string;
  /** Slippage tolerance in basis points, 1 to 1000. Default 50, or what the command says. */
  slippage?: number | undefined;
  /** Priority fee in micro-lamports per compute unit, 0 to 5,000,000. Default 1000. */
  priorityFee?: number | undefined;
}

/** What an intent moves, in mints and base units. */
export interface IntentParameters {
  /** Mint of the token that leaves the wallet; for a query, the token asked about. */
  inputToken?: string | undefined;
  /** Mint of the token that is bought. Swaps only. */
  outputToken?: string | undefined;
  /** Amount of the input token in base units. For an exact-output swap: the input that the quote needs. */
  amount?: bigint | undefined;
  /** Base58 address of the receiving wallet. Transfers only. */
  recipient?: string | undefined;
}

/** One pool on the way of a swap. */
export interface MarketInfo {
  /** Address of the pool. */
  id: string;
  /** Name of the venue and pair. */
  label: string;
  /** Mint that goes into the pool. */
  inputMint: string;
  /** Mint that comes out of it. */
  outputMint: string;
  /** Base units of `inputMint` that go in. */
  inAmount: bigint;
  /** Base units of `outputMint` that come out. */
  outAmount: bigint;
  /** The pool's fee, base units of `inputMint`. */
  fee: bigint;
}

/** How a swap goes through the market, as quoted when the command was parsed. */
export interface Route {
  /** Base units of the input token. */
  inAmount: bigint;
  /** Base units of the output token that the quote promises; for an exact-output swap exactly what was asked. */
  outAmount: bigint;
  /** How much the swap moves the price, in percent: 1.5 is 1.5 %. */
  priceImpact: number;
  /** The pools in order, one or two. */
  marketInfos: MarketInfo[];
}

/** A command that was understood. Answer of `POST /intents`. */
export interface Intent {
  /** Identifier, `intent_` and 16 characters; it can be built for 10 minutes. */
  intentId: string;
  /** What the command asks for. */
  action: Action;
  /** What it moves. */
  parameters: IntentParameters;
  /** How a swap is routed. Swaps only. */
  route?: Route | undefined;
  /** How sure the parser is, 0 to 1. */
  confidence: number;
}

/** Strict schema of {@link ParseIntentRequest}. */
export const ParseIntentRequestSchema = z.strictObject({
  walletAddress: address,
  command: withFacets(
    text().check(
      z.refine((value) => value.length <= LIMITS.commandLength, {
        error: `too_long: at most ${LIMITS.commandLength} characters`,
      }),
      z.refine((value) => value.trim().length > 0, {
        error: 'empty: say what to do, for example "swap 1 SOL for USDC"',
      }),
    ),
    { minLength: 1, maxLength: LIMITS.commandLength },
  ),
  slippage: z.optional(
    integerBetween(LIMITS.slippageMin, LIMITS.slippageMax, {
      description: `Basis points. Default ${LIMITS.slippageDefault}, or what the command says.`,
    }),
  ),
  priorityFee: z.optional(
    integerBetween(0, LIMITS.priorityFeeMax, {
      default: LIMITS.priorityFeeDefault,
      description: "Micro-lamports per compute unit.",
    }),
  ),
});

/** Strict schema of {@link MarketInfo}. */
export const MarketInfoSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: unitsString,
  outAmount: unitsString,
  fee: unitsNumber,
});

/** Strict schema of {@link Route}. */
export const RouteSchema = z.strictObject({
  inAmount: unitsString,
  outAmount: unitsString,
  priceImpact: z.number(),
  marketInfos: z.array(MarketInfoSchema),
});

/** Strict schema of {@link Intent}. */
export const IntentSchema = z.strictObject({
  intentId: z.string().check(z.minLength(1)),
  action: z.enum(ACTIONS),
  parameters: z.strictObject({
    inputToken: z.optional(z.string()),
    outputToken: z.optional(z.string()),
    amount: z.optional(unitsNumber),
    recipient: z.optional(z.string()),
  }),
  route: z.optional(RouteSchema),
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
});
