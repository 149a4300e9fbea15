import * as z from "zod/mini";
import { describe, INTENT_ID, object, POOL, SOL, USDC, WALLET } from "./described.js";
import { display, poolFee, tolerate, unitsNumber, unitsString } from "./primitives.js";
import { tolerant } from "./tolerance.js";

/** Fields of every intent. */
export interface IntentBase {
  /** Identifier: `intent_` and 16 characters. The intent can be built for 10 minutes. */
  intentId: string;
  /** The parser's confidence, 0 to 1. Null if the service sends none. */
  confidence: number | null;
}

/** A command to exchange one token for another. */
export interface SwapIntent extends IntentBase {
  /** Discriminates the kinds of intents. */
  action: "swap";
  /** The tokens and the amount to swap. */
  parameters: Intent.SwapParameters;
  /** The route of the swap. */
  route: Intent.Route;
}

/** A command to send a token to another wallet. */
export interface TransferIntent extends IntentBase {
  /** Discriminates the kinds of intents. */
  action: "transfer";
  /** The token to send, the amount and the recipient. */
  parameters: Intent.TransferParameters;
  /** Only swaps have this field. */
  route?: undefined;
}

/**
 * A parsed command; `action` is its kind. Response of `POST /intents`.
 *
 * The client rejects a response without a field of its kind, except those for display.
 */
export type Intent = SwapIntent | TransferIntent | Intent.Query;

/** Parts of an {@link Intent}. */
export declare namespace Intent {
  /** The tokens and the amount of a swap, in mints and base units. */
  interface SwapParameters {
    /** Mint of the token that leaves the wallet. */
    inputToken: string;
    /** Mint of the token that the wallet receives. */
    outputToken: string;
    /** Amount of the input token in base units. For an exact-output swap: the input that the quote needs. */
    amount: bigint;
    /** Only transfers have this field. */
    recipient?: undefined;
  }

  /** The token, amount and recipient of a transfer, in mints and base units. */
  interface TransferParameters {
    /** Mint of the token that leaves the wallet. */
    inputToken: string;
    /** Only swaps have this field. */
    outputToken?: undefined;
    /** Amount of the token in base units. */
    amount: bigint;
    /** Base58 address of the receiving wallet. */
    recipient: string;
  }

  /** The subject of a query. */
  interface QueryParameters {
    /** Mint of the token that the question mentions, if any. */
    inputToken?: string | undefined;
    /** Only swaps have this field. */
    outputToken?: undefined;
    /** Only swaps and transfers have this field. */
    amount?: undefined;
    /** Only transfers have this field. */
    recipient?: undefined;
  }

  /** One pool on the route of a swap. */
  interface MarketInfo {
    /** Address of the pool. */
    id: string;
    /** Name of the venue and pair. Null if the service sends none. */
    label: string | null;
    /** Mint of the token that goes into the pool. */
    inputMint: string;
    /** Mint of the token that comes out of the pool. */
    outputMint: string;
    /** Base units of `inputMint` that go in. */
    inAmount: bigint;
    /** Base units of `outputMint` that come out. */
    outAmount: bigint;
    /** The pool's fee in base units of `inputMint`. Null if the service sends a fraction, or another unit of its own. */
    fee: bigint | null;
  }

  /** The route of a swap, as quoted when the command was parsed. */
  interface Route {
    /** Base units of the input token. */
    inAmount: bigint;
    /** Base units of the output token, as quoted; for an exact-output swap exactly the requested amount. */
    outAmount: bigint;
    /**
     * Price impact of the swap in percent: 1.5 is 1.5%. Null if the service sends none: a limit of your own must then
     * refuse.
     */
    priceImpact: number | null;
    /** The pools in order, one or two. */
    marketInfos: MarketInfo[];
  }

  /** A question. It has no transaction to build. */
  interface Query extends IntentBase {
    /** Discriminates the kinds of intents. */
    action: "query";
    /** The subject of the question. */
    parameters: QueryParameters;
    /** Only swaps have this field. */
    route?: undefined;
  }
}

/** Strict schema of {@link Intent.MarketInfo}. */
export const MarketInfoSchema = object("MarketInfo", {
  id: [z.string(), "Address of the pool.", POOL],
  label: [display(z.string()), "Name of the venue and pair.", "Mock AMM SOL-USDC"],
  inputMint: [z.string(), "Mint of the token that enters the pool.", SOL],
  outputMint: [z.string(), "Mint of the token that leaves the pool.", USDC],
  inAmount: [unitsString, "Amount of `inputMint`.", "1000000000"],
  outAmount: [unitsString, "Amount of `outputMint`.", "151230000"],
  fee: [poolFee, "The pool's fee, charged in `inputMint`.", 3_000_000],
});

/** Strict schema of {@link Intent.Route}. */
export const RouteSchema = object("Route", {
  inAmount: [unitsString, "Amount of the input token.", "1000000000"],
  outAmount: [unitsString, "Quoted amount of the output token.", "151230000"],
  priceImpact: [display(z.number()), "Price impact of the swap, as a percentage: 1.5 means 1.5%.", 0.12],
  marketInfos: [z.array(MarketInfoSchema), "The one or two pools of the route, in order."],
});

const intentId = [
  z.string().check(z.minLength(1)),
  "Identifier of the intent. Pass it to build the transaction.",
  INTENT_ID,
] as const;
const confidence = [
  display(z.number().check(z.minimum(0), z.maximum(1))),
  "The parser's confidence in its reading.",
  0.98,
] as const;
const inputToken = [z.string(), "Mint of the token that leaves the wallet.", SOL] as const;
const amount = [unitsNumber, "Amount of the input token.", 1_000_000_000] as const;

/** Strict schema of {@link SwapIntent}. */
export const SwapIntentSchema = object("SwapIntent", {
  intentId,
  action: [z.literal("swap"), "Kind of intent.", "swap"],
  parameters: [
    object("SwapParameters", {
      inputToken,
      outputToken: [z.string(), "Mint of the token that the wallet receives.", USDC],
      amount,
    }),
    "In a swap: the two tokens and the input amount.",
  ],
  route: [RouteSchema, "The quoted route of the swap."],
  confidence,
});

/** Strict schema of {@link TransferIntent}. */
export const TransferIntentSchema = object("TransferIntent", {
  intentId,
  action: [z.literal("transfer"), "Kind of intent.", "transfer"],
  parameters: [
    object("TransferParameters", {
      inputToken,
      amount,
      recipient: [z.string(), "Base58 address of the receiving wallet.", WALLET],
    }),
    "In a transfer: the token, the amount and the recipient.",
  ],
  confidence,
});

/** Strict schema of {@link Intent.Query}. */
export const QueryIntentSchema = object("QueryIntent", {
  intentId,
  action: [z.literal("query"), "Kind of intent.", "query"],
  parameters: [
    object("QueryParameters", {
      inputToken: [z.optional(z.string()), "In a query: mint of the token in the question, if any.", SOL],
    }),
    "In a query: the subject of the question.",
  ],
  confidence,
});

type Absent<Name extends string> = { [N in Name]?: undefined };
type Wire<T extends { parameters: object }, Missing extends string> = Omit<T, "parameters"> & {
  parameters: T["parameters"] & Absent<Missing>;
};

/** An {@link Intent} in the wire format. Fields that a kind lacks can be read, and are undefined. */
export type IntentPayload =
  | Wire<z.input<typeof SwapIntentSchema>, "recipient">
  | (Wire<z.input<typeof TransferIntentSchema>, "outputToken"> & Absent<"route">)
  | (Wire<z.input<typeof QueryIntentSchema>, "outputToken" | "amount" | "recipient"> & Absent<"route">);

/** A kind of intent as the client reads it. `null` in a field of another kind means that it is absent. */
const kind = (
  schema: z.ZodMiniObject<{ readonly parameters: z.ZodMiniObject; readonly route?: z.ZodMiniType }>,
) => {
  const { parameters, ...fields } = schema._zod.def.shape;
  const absent = {
    outputToken: z.optional(z.string()),
    amount: z.optional(unitsNumber),
    recipient: z.optional(z.string()),
  };
  return tolerant(
    z.strictObject({
      ...fields,
      parameters: z.strictObject({ ...absent, ...parameters._zod.def.shape }),
      route: fields.route ?? z.optional(RouteSchema),
    }),
  );
};

/** Strict schema of {@link Intent}. */
export const IntentSchema = tolerate(
  describe(
    "Intent",
    z.discriminatedUnion("action", [SwapIntentSchema, TransferIntentSchema, QueryIntentSchema]),
  ),
  () => z.union([kind(SwapIntentSchema), kind(TransferIntentSchema), kind(QueryIntentSchema)]),
) as unknown as z.ZodMiniType<Intent, IntentPayload>;
