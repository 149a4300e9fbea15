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

/** An order to swap one token for another. */
export interface SwapReading {
  /** Tells the readings apart. */
  /** The kind of the reading: a swap. */
  readonly action: "swap";
  /** The mint that is given. */
  readonly inputMint: string;
  /** The mint that is received. */
  readonly outputMint: string;
  /** The amount, of the one or the other. */
  readonly amount: Amount;
}

/** An order to send a token. */
export interface TransferReading {
  /** Tells the readings apart. */
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
  /** Tells the readings apart. */
  /** The kind of the reading: a question. */
  readonly action: "query";
  /** The topic of the question. */
  readonly topic: QueryTopic;
  /** The mint that it is about, if it names one. */
  readonly mint?: string;
  /** The wallet that it is about, if it names one. */
  readonly address?: string;
}

/** The action that a command asks for, with every slot filled from the text. */
export type Command = SwapReading | TransferReading | QueryReading;

/** A token as commands name it. */
export interface ParserToken {
  /** The symbol as its issuer writes it; matched without regard to case. */
  readonly symbol: string;
  /** The full name. */
  readonly name: string;
  /** The mint's base58 address. */
  readonly mint: string;
  /** Decimals of the mint: one whole token is 10^decimals base units. */
  readonly decimals: number;
  /** Other names that people type, in lower case. A name of two tokens stands for neither. Default: none. */
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
  /** The first letter. */
  readonly start: number;
  /** Behind the last letter. */
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
  readonly span: Span;
  /** Complete commands that parse, best first, at most five. */
  readonly suggestions: string[];
  readonly explanation: Explanation;
}

/** The outcome of a parse. `explanation` and `suggestions` are worked out when first read. */
export type ParseResult = Parsed | Refused;
