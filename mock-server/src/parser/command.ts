import type { Token } from "../world/tokens.js";
import type { RefusalReason } from "./refusals/reasons.js";
import type { Explanation } from "./trace.js";

/** How much of what. Exact integers only; parts of a balance and dollars are settled later, against the ledger. */
export type Amount =
  /** Exactly so many base units of the input token. */
  | { readonly side: "in"; readonly baseUnits: bigint }
  /** Exactly so many base units of the output token. */
  | { readonly side: "out"; readonly baseUnits: bigint }
  /** Worth so many millionths of a US dollar of the named token. */
  | { readonly side: "usd"; readonly micros: bigint; readonly of: "input" | "output" }
  /** A part of the wallet's balance of the input token. */
  | { readonly side: "fraction"; readonly numerator: bigint; readonly denominator: bigint }
  /** The wallet's balance of the input token less so many base units. */
  | { readonly side: "all_except"; readonly baseUnits: bigint };

/** The topic of a question. */
export type QueryTopic = "balance" | "portfolio" | "price" | "history" | "quote";

/** The action that a command asks for, with every slot filled from the text. */
export type Command =
  | {
      readonly action: "swap";
      readonly inputMint: string;
      readonly outputMint: string;
      readonly amount: Amount;
    }
  | {
      readonly action: "transfer";
      readonly mint: string;
      readonly amount: Amount;
      /** A base58 address; names are resolved. */
      readonly recipient: string;
    }
  | {
      readonly action: "query";
      readonly topic: QueryTopic;
      readonly mint?: string;
      readonly address?: string;
    };

/** The parser's knowledge of the world: names and lists, but no balances and no prices. */
export interface ParserWorld {
  readonly tokens: readonly Token[];
  /** The address behind a `.sol` name (given in lower case), if the name service knows it. */
  resolveName(name: string): string | undefined;
  /** The wallet that would sign. */
  readonly walletAddress?: string;
  /** True for an existing account of the System program, which may be paid although it is off the curve. */
  isSystemAccount?(address: string): boolean;
  /** True for a program. The parser knows the well-known programs itself. */
  isProgram?(address: string): boolean;
}

/** A place in the command, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parser understood the command. */
export interface Parsed {
  readonly ok: true;
  readonly command: Command;
  /** A slippage spoken in the command. */
  readonly slippageBps?: number;
  /** A calibrated share of commands of this kind that were read rightly. */
  readonly confidence: number;
  readonly explanation: Explanation;
}

/** The parser refused the command. */
export interface Refused {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** Tells the problem and how to fix it. */
  readonly message: string;
  /** The words that caused it. */
  readonly span?: Span;
  /** Complete commands that parse, best first, at most five. */
  readonly suggestions: string[];
  readonly explanation: Explanation;
}

/** The outcome of a parse. `explanation` and `suggestions` are worked out when first read. */
export type ParseResult = Parsed | Refused;
