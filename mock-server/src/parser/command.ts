import type { RefusalReason } from "./refusals/reasons.js";
import type { Explanation } from "./trace.js";

/**
 * The amount of an order. Exact integers only; parts of a balance and dollars are settled later, against the ledger.
 */
export type Amount =
  /** An exact number of base units of the input token. */
  | { readonly side: "in"; readonly baseUnits: bigint }
  /** An exact number of base units of the output token. */
  | { readonly side: "out"; readonly baseUnits: bigint }
  /** A value in millionths of a US dollar of the named token. */
  | { readonly side: "usd"; readonly micros: bigint; readonly of: "input" | "output" }
  /** A part of the wallet's balance of the input token. */
  | { readonly side: "fraction"; readonly numerator: bigint; readonly denominator: bigint }
  /** The wallet's balance of the input token less a number of base units. */
  | { readonly side: "all_except"; readonly baseUnits: bigint };

/** The topic of a question. */
export type QueryTopic = "balance" | "portfolio" | "price" | "history" | "quote";

/** An order to swap one token for another. */
export interface SwapReading {
  /** The kind of the reading: a swap. */
  readonly action: "swap";
  /** The mint of the input token. */
  readonly inputMint: string;
  /** The mint of the output token. */
  readonly outputMint: string;
  /** The amount, of the input or the output token. */
  readonly amount: Amount;
}

/** An order to send a token. */
export interface TransferReading {
  /** The kind of the reading: a transfer. */
  readonly action: "transfer";
  /** The mint that is sent. */
  readonly mint: string;
  /** The amount that is sent. */
  readonly amount: Amount;
  /** A base58 address; names are resolved. */
  readonly recipient: string;
}

/** A question. */
export interface QueryReading {
  /** The kind of the reading: a question. */
  readonly action: "query";
  /** The topic of the question. */
  readonly topic: QueryTopic;
  /** The mint in question, if one is named. */
  readonly mint?: string;
  /** The wallet in question, if one is named. */
  readonly address?: string;
}

/** The action that a command asks for, with every slot filled from the text. */
export type Command = SwapReading | TransferReading | QueryReading;

/** A token that commands can name. */
export interface ParserToken {
  /** The symbol as its issuer writes it; case is ignored. */
  readonly symbol: string;
  /** The full name. */
  readonly name: string;
  /** The mint's base58 address. */
  readonly mint: string;
  /** Decimals of the mint: one whole token is 10^decimals base units. */
  readonly decimals: number;
  /** Other names that people type, in lower case. A name that two tokens share matches neither. Default: none. */
  readonly aliases?: readonly string[];
}

/** The parser's knowledge of the world: names and lists, but no balances and no prices. */
export interface ParserWorld {
  readonly tokens: readonly ParserToken[];
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
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** The parser understood the command. */
export interface Parsed {
  readonly ok: true;
  readonly command: Command;
  /** The slippage that the command states. */
  readonly slippageBps?: number;
  /** The calibrated share of such commands that were read correctly. */
  readonly confidence: number;
  readonly explanation: Explanation;
}

/** The parser refused the command. */
export interface Refused {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** The problem and how to fix it. */
  readonly message: string;
  /** The words that caused the refusal. */
  readonly span: Span;
  /** Complete commands that parse, best first, at most five. */
  readonly suggestions: string[];
  readonly explanation: Explanation;
}

/** The outcome of a parse. `explanation` and `suggestions` are computed on first access. */
export type ParseResult = Parsed | Refused;
